import type { Identified } from './rules/identity-provider.ts';
import { ServiceError } from '../../kernel/errors.ts';

/**
 * A type of its own because code 1401 also means "no data", which is another HTTP status. All causes share one
 * sentence, except those that the specification words.
 */
export class InvalidCredentials extends ServiceError {
  constructor(message = 'Invalid Credentials') {
    super(1401, message);
    this.name = 'InvalidCredentials';
  }
}

/** The provider vouches for somebody who is no user here (1402); some endpoints answer with a body of its own. */
export class NotRegistered extends ServiceError {
  readonly identified: Identified;
  constructor(identified: Identified) {
    super(1402, 'User not found');
    this.name = 'NotRegistered';
    this.identified = identified;
  }
}
