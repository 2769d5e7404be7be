import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ServiceError } from '../../kernel/errors.ts';
import { deviceKeyText, isLikeDeviceKey, readKeyLogin } from '../login/rules/device-key.ts';
import type { HttpContext } from './environment.ts';
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

/** User name and password of `Authorization: Basic`; null for anything else. */
function basicLogin(authorization: string): readonly [name: string, password: string] | null {
  const coded = /^Basic\s+([\w+/=-]+)\s*$/i.exec(authorization)?.[1];
  if (coded === undefined) return null;
  const text = Buffer.from(coded, 'base64').toString();
  const colon = text.indexOf(':');
  return colon === -1 ? null : [text.slice(0, colon), text.slice(colon + 1)];
}

/** The whole key as the password, whatever the user is called, or the key's id and its secret. */
function keyOfLogin(name: string, password: string): string {
  const key = readKeyLogin(name, password);
  return key === null ? password : deviceKeyText(key);
}

/** The device key that a request shows as the password of HTTP Basic, as gateways without headers do; null: none. */
export function basicKey(c: HttpContext): string | null {
  const login = basicLogin(c.req.header('authorization') ?? '');
  const key = login === null ? '' : keyOfLogin(...login);
  return isLikeDeviceKey(key) ? key : null;
}

/**
 * The device key of a request, in the ways of InfluxDB's clients: `Authorization: Token <key>`, and for version 1 also
 * `Basic` or the parameters `u` and `p`. null: the request shows none.
 */
export function influxKey(c: HttpContext, version: InfluxVersion): string | null {
  const authorization = c.req.header('authorization') ?? '';
  const token = /^Token\s+(\S+)\s*$/i.exec(authorization)?.[1];
  if (token !== undefined) return token;
  if (version === 'v2') return null;
  const login = basicLogin(authorization);
  if (login !== null) return keyOfLogin(...login);
  const password = c.req.query('p');
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
