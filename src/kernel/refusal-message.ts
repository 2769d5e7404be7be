import { type ErrorCode, type ErrorDetail, ServiceError } from './errors.ts';

/** A refusal as a message between threads, because an error loses its class on the way. */
export interface RefusalMessage {
  readonly kind: 'refused';
  readonly code: ErrorCode;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

/** @throws the error itself when it is no refusal: it ends the thread. */
export function refusalMessage(error: unknown): RefusalMessage {
  if (!(error instanceof ServiceError)) throw error;
  return { kind: 'refused', code: error.code, message: error.message, details: error.details };
}
