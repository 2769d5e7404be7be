import { ServiceError } from '../../domain/errors.ts';

/** A type of its own because code 1401 also means "no data", which is another HTTP status. One sentence for every cause. */
export class InvalidCredentials extends ServiceError {
  constructor() {
    super(1401, 'Invalid Credentials');
    this.name = 'InvalidCredentials';
  }
}
