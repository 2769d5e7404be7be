/**
 * Everything a caller did wrong, as one type: the code of the specification's "Errors" table, a sentence for people
 * and, where known, the field, the value and what is allowed. Adapters decide how it looks on their surface.
 */
export type ErrorCode =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 412
  | 413
  | 415
  | 420
  | 422
  | 429
  | 440
  | 500
  | 503
  | 1401
  | 1402
  | 1403
  | 1404
  | 1430;

export interface ErrorDetail {
  /** Path of the field in the input, e.g. `units[3].meta.calculations`. */
  readonly field: string;
  /** The mistake, the given value and what is allowed, as one sentence. */
  readonly problem: string;
}

export class ServiceError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];

  constructor(code: ErrorCode, message: string, details: readonly ErrorDetail[] = []) {
    super(message);
    this.name = 'ServiceError';
    this.code = code;
    this.details = details;
  }
}

/** The specification's wording for an absent required parameter: `'date1' missing`, code 1403. */
export const missing = (field: string): ServiceError =>
  new ServiceError(1403, `'${field}' missing`, [{ field, problem: 'is required' }]);

/** The refusal of one field's value. Its sentence names the field and the problem. */
export const invalid = (code: ErrorCode, field: string, problem: string): ServiceError =>
  new ServiceError(code, `Invalid '${field}': ${problem}`, [{ field, problem }]);

/** The database cannot be reached, or does not answer in time. */
export const unavailable = (): ServiceError =>
  new ServiceError(503, 'The database is not available at the moment. Please try again.');

/** Nothing more can be stored until somebody makes room. */
export const diskFull = (): ServiceError =>
  new ServiceError(503, 'The disk of the database is full. Please try again later.');

/** This process ends; what has not arrived of a request will not be taken any more. */
export const stopping = (): ServiceError =>
  new ServiceError(503, 'The service is being stopped. Please send the request again.');

/** The refusal of a caller who asks too often (specification, Errors 429). Adapters say how long to wait. */
export class TooManyRequests extends ServiceError {
  readonly retryAfterSeconds: number;
  constructor(retryAfterSeconds: number) {
    super(429, 'Too many requests. Please try again later.');
    this.name = 'TooManyRequests';
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
