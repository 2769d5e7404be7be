import type { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { codeOf } from '../../kernel/error-code.ts';
import {
  diskFull,
  type ErrorCode,
  type ErrorDetail,
  ServiceError,
  TooManyRequests,
  unavailable,
} from '../../kernel/errors.ts';
import { isDatabaseUnavailable } from '../../kernel/unavailable.ts';
import { InvalidCredentials } from '../login/errors.ts';
import type { HttpContext } from './environment.ts';
import { influxErrorAnswer } from './influx.ts';

const RETRY_AFTER_SECONDS = 5;

const isAbsentParameter = (error: ServiceError): boolean =>
  error.details.some((detail) => detail.problem === 'is required');

/**
 * The HTTP status of an error code; the body always carries the code itself. Spec gap: the status line of 14xx codes.
 * 1401: wrong credentials 401, an absent parameter 400, otherwise "no data" or "invalid category" 404; 1402: an absent
 * or wrong parameter 400, user not found 404; 1403, 1404, 1430: 400. All others are HTTP statuses themselves, 420 and
 * 440 included.
 */
export function httpStatusOf(error: ServiceError): number {
  switch (error.code) {
    case 1401:
      return error instanceof InvalidCredentials ? 401 : isAbsentParameter(error) ? 400 : 404;
    case 1402:
      return isAbsentParameter(error) || error.details.length > 0 ? 400 : 404;
    case 1403:
    case 1404:
    case 1430:
      return 400;
    default:
      return error.code;
  }
}

interface ErrorBody {
  status: 'failed';
  status_code?: ErrorCode;
  message: string;
  errors?: readonly ErrorDetail[];
}

const bodyOf = (error: ServiceError): ErrorBody => {
  // The specification prints this body in full.
  if (error.code === 429) return { message: error.message, status: 'failed' };
  return {
    status: 'failed',
    status_code: error.code,
    message: error.message,
    ...(error.details.length === 0 ? {} : { errors: error.details }),
  };
};

/** True when the database, or this machine, has no room left on its disk. */
function isDiskFull(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDiskFull);
  return ['53100', 'ENOSPC'].includes(codeOf(error) ?? '');
}

/** A service error for an error of the HTTP library: malformed bodies and unsupported content types. */
function fromLibrary(exception: HTTPException): ServiceError {
  if (exception.status === 415) return new ServiceError(415, 'This content type is not accepted here');
  if (exception.status === 413) return new ServiceError(413, 'The request body is too large');
  return new ServiceError(1430, exception.message === '' ? 'The request body cannot be read' : exception.message);
}

const isLibraryError = (error: unknown): error is HTTPException =>
  error instanceof Error && 'getResponse' in error && 'status' in error;

/** The error that the client is shown for a thrown value; null: a fault of ours. */
export function asServiceError(error: unknown): ServiceError | null {
  if (error instanceof ServiceError) return error;
  if (isLibraryError(error)) return error.status < 500 ? fromLibrary(error) : null;
  if (isDiskFull(error)) return diskFull();
  return isDatabaseUnavailable(error) ? unavailable() : null;
}

/** A fault of ours says nothing but the request's identity. */
export const internalError = (c: Pick<HttpContext, 'get'>): ServiceError =>
  new ServiceError(500, `Internal error. Please quote request ${c.get('requestId')}.`);

/** Seconds to wait before another try; undefined: the error does not say. */
export const secondsToWait = (error: unknown): number | undefined =>
  error instanceof TooManyRequests ? error.retryAfterSeconds : undefined;

/** A refusal for now alone: the database is away, this process ends, or too much was asked. */
export const isWorthAnotherTry = (status: number): boolean => status === 503 || status === 429;

export function tellWhenToTryAgain(
  c: Pick<HttpContext, 'header'>,
  status: number,
  seconds: number = RETRY_AFTER_SECONDS,
): void {
  if (isWorthAnotherTry(status)) c.header('Retry-After', String(seconds));
}

/** The one place where an error becomes an answer of the API. */
export function errorAnswer(c: HttpContext, error: unknown): Response {
  const told = asServiceError(error) ?? internalError(c);
  tellWhenToTryAgain(c, told.code, secondsToWait(told));
  const version = c.get('route')?.influx;
  if (version !== undefined) return influxErrorAnswer(c, told, httpStatusOf(told), version);
  // 420 and 440 are not in the library's list of statuses; they are sent as the specification has them.
  return c.json(bodyOf(told), httpStatusOf(told) as ContentfulStatusCode);
}
