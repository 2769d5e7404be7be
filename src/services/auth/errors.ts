import { ServiceError } from '../../domain/errors.ts';

/** A type of its own because code 1401 also means "no data", which is another HTTP status. One sentence for every cause. */
export class InvalidCredentials extends ServiceError {
  constructor() {
    super(1401, 'Invalid Credentials');
    this.name = 'InvalidCredentials';
  }
}

/** The industry to act on does not exist. A type of its own because one endpoint has another code and sentence for it. */
export class UnknownTarget extends ServiceError {
  constructor(industryId: string) {
    super(1403, `Invalid targetIndustryId: '${industryId}' is not an industry`, [{ field: 'targetIndustryId', problem: 'names no industry' }]);
    this.name = 'UnknownTarget';
  }
}
