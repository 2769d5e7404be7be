import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServiceError } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';
import { keyOfLogin } from './key-of-login.ts';
import type { InfluxVersion } from './route-terms.ts';

/** Query parameters that hold a credential. */
export const INFLUX_CREDENTIALS = ['u', 'p'];

/** Words of version 2 for an error. Clients drop what gets 400, and send what gets 401, 429 or 5xx again. */
const WORDS: Readonly<Record<number, string>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not found',
  413: 'request too large',
  415: 'unsupported media type',
  429: 'too many requests',
  500: 'internal error',
  503: 'unavailable',
};

/**
 * The device key of a request in the ways of InfluxDB's clients alone: `Authorization: Token <key>`, and for version 1
 * also the parameters `u` and `p`. null: the request shows none.
 */
export function influxKey(c: HttpContext, version: InfluxVersion): string | null {
  const token = /^Token\s+(\S+)\s*$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (token !== undefined) return token;
  const password = version === 'v1' ? c.req.query('p') : undefined;
  return password === undefined ? null : keyOfLogin(c.req.query('u') ?? '', password);
}

/**
 * An error as clients of InfluxDB hear it.
 * @param status the HTTP status of the error elsewhere.
 */
export function influxErrorAnswer(
  c: HttpContext,
  { code, message }: Pick<ServiceError, 'code' | 'message'>,
  status: number,
  version: InfluxVersion,
): Response {
  // A key that has ended is 401, because clients drop readings at a status that they do not know.
  const known = code === 420 || code === 440 ? 401 : WORDS[status] === undefined ? 400 : status;
  // Clients of version 1 drop readings at every status from 400 to 499.
  const told = version === 'v1' && known === 429 ? 503 : known;
  const sent = told as ContentfulStatusCode; // one of WORDS
  return version === 'v1'
    ? c.json({ error: message }, sent)
    : c.json({ code: WORDS[told] ?? 'invalid', message }, sent);
}
