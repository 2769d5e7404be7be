import { z } from '@hono/zod-openapi';

/** Problems by field. */
export const fieldErrors = z
  .array(z.object({ field: z.string(), problem: z.string() }))
  .optional()
  .openapi({ description: 'What is wrong with which field' });

/** Error of any surface (specification, Conventions 3). */
export const errorBody = z
  .object({
    status: z.literal('failed'),
    status_code: z.number().int().optional().openapi({ description: 'Code of the table "Errors"; absent with 429' }),
    message: z.string(),
    errors: fieldErrors,
  })
  .openapi('Error');

const json = <S extends z.ZodType>(schema: S) => ({ 'application/json': { schema } });

/** `responses: { 200: ok('Readings', schema), ...errors(...TOKEN_ERRORS, 404) }` */
export const ok = <S extends z.ZodType>(description: string, schema: S) => ({ description, content: json(schema) });

/** The first fields of every answer of success. */
export const succeeded = z.object({ status: z.literal('success'), status_code: z.literal(200), message: z.string() });

/** Schema of a successful answer with data. */
export const answerWith = <S extends z.ZodType>(data: S) => succeeded.extend({ data });

/** Successful answer: `done('Logged out')`, `{ ...done('Summary'), data }`. */
export const done = (message: string) => ({ status: 'success', status_code: 200, message }) as const;

const MEANINGS = {
  400: 'Wrong or absent parameter, or a body that does not fit (status_code 400, 1403, 1404 or 1430)',
  401: 'No token, not a token, wrong credentials, or a permission is missing',
  403: 'Forbidden',
  404: 'No data, or no such thing in your industry',
  405: 'A parameter holds an injection pattern',
  408: 'The body did not arrive in time',
  412: 'Somebody else has changed it meanwhile (If-Match)',
  413: 'The body is too large',
  415: 'Content type or encoding is not accepted',
  420: 'Token expired, revoked or disabled',
  422: 'An access token where a refresh token is needed',
  429: 'Too many requests; see Retry-After',
  440: 'Session missing or inactive: log in again',
  500: 'A fault of the service; the message names the request to quote',
  503: 'Busy or not available at the moment; see Retry-After',
} as const;

type Status = keyof typeof MEANINGS;

interface ErrorAnswer {
  readonly description: string;
  readonly content: ReturnType<typeof json<typeof errorBody>>;
}

/** The error answers of a route, for its documentation: `...errors(400, 404)`. */
export function errors<S extends Status>(...statuses: readonly S[]): Record<S, ErrorAnswer> {
  const answers = statuses.map((status): [S, ErrorAnswer] => [
    status,
    { description: MEANINGS[status], content: json(errorBody) },
  ]);
  // fromEntries forgets which keys it was given.
  return Object.fromEntries(answers) as Record<S, ErrorAnswer>;
}

/** Errors of every route behind a token. */
export const TOKEN_ERRORS = [401, 403, 420, 429, 440, 503] as const;

/** Errors of every route, with a body or without one: describe-routes.ts adds them to all. */
export const ANY_ERRORS = [405, 500] as const;
export const BODY_ERRORS = [408, 413, 415] as const;
