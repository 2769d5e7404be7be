import { createRoute } from '@hono/zod-openapi';
import type { z } from '@hono/zod-openapi';
import { LOGIN_TYPES } from '../../domain/access/caller.ts';
import { missing, ServiceError } from '../../domain/errors.ts';
import type { Login } from '../../services/auth/login.ts';
import type { HttpContext } from '../environment.ts';
import type { Register } from '../route-declaration.ts';
import { errors, ok } from '../schemas/envelope.ts';
import { loginAnswer, loginAnswerOf, loginBody, loginHeaders } from '../schemas/login.ts';
import type { HttpServices } from '../services.ts';

type Headers = z.infer<typeof loginHeaders>;
type Body = z.infer<typeof loginBody>;

/** Clients send UTF-8 in headers or, as browsers do, Latin-1; Node reads Latin-1 always. */
export function headerText(text: string): string {
  const bytes = Buffer.from(text, 'latin1');
  const decoded = bytes.toString('utf8');
  return decoded.includes('\uFFFD') ? text : decoded;
}

const given = (...values: readonly (string | undefined)[]): string | null => values.find((value) => value !== undefined && value !== '') ?? null;

/**
 * Both forms of the login: credentials as headers, or as a JSON body. Headers win.
 * @throws ServiceError 1403 naming the absent credential or an unknown loginType, 400 for login types that are not enabled,
 * 1401 'Invalid Credentials'.
 */
export async function loginFrom(c: HttpContext, auth: HttpServices['auth'], headers: Headers, body: Body): Promise<Login> {
  requireEnabled(given(headers.LoginType, body.loginType) ?? 'DEFAULT');
  const name = given(headers.username === undefined ? undefined : headerText(headers.username), body.username, body.email);
  if (name === null) throw missing('username');
  const password = given(headers.password === undefined ? undefined : headerText(headers.password), body.password);
  if (password === null) throw missing('password');
  return auth.loginWithPassword(name, password, {
    deviceId: given(headers['x-device-id']) ?? 'default',
    deviceType: given(headers['x-device-type']),
    baseAddress: c.req.header('host') ?? '',
  });
}

// Spec gap: identity providers and the SMS sender are not named. A login type without one says so instead of failing as if the
// credentials were wrong.
function requireEnabled(loginType: string): void {
  const known = LOGIN_TYPES.find((type) => type === loginType.toUpperCase());
  if (known === undefined || known === 'DOCS') throw new ServiceError(1403, `Invalid 'LoginType': '${loginType}' is not one of DEFAULT, SSO, SOCIAL, OTP`, [{ field: 'LoginType', problem: 'is not a login type' }]);
  if (known !== 'DEFAULT') throw new ServiceError(400, `Login type ${known} is not enabled on this server. Use DEFAULT.`);
}

export const LOGIN_RESPONSES = { 200: ok('Tokens and user', loginAnswer), ...errors(400, 401, 405, 420, 429, 503) };

/** POST /api/user/login (specification, User: login and tokens). */
export const registerLogin: Register = (app, { auth }) => {
  const route = createRoute({
    method: 'post', path: '/api/user/login', tags: ['login'], summary: 'Log in',
    description: 'Credentials travel as headers (username, password, LoginType) or as a JSON body (email, password, loginType).',
    request: { headers: loginHeaders, body: { required: false, content: { 'application/json': { schema: loginBody } } } },
    responses: LOGIN_RESPONSES,
  });
  app.openapi(route, async (c) => c.json(loginAnswerOf(await loginFrom(c, auth, c.req.valid('header'), c.req.valid('json'))), 200));
};
