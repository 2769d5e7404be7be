import { createRoute, type z } from '@hono/zod-openapi';
import type { AuthDependencies } from '../../dependencies.ts';
import { loginWithPassword } from '../../login.ts';
import { loginWithSocial, loginWithTenant } from '../../login-with-identity.ts';
import { loginWithOtp, sendOtp } from '../../login-with-otp.ts';
import { LOGIN_TYPES, type LoginType } from '../../rules/caller.ts';
import { PHONE_NUMBER } from '../../rules/login-name.ts';
import { missing, ServiceError } from '../../../../kernel/errors.ts';
import type { HttpContext } from '../../../http/environment.ts';
import { headerText } from '../../../http/header-text.ts';
import { bearerToken } from '../../../http/middleware/access.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { errors, ok } from '../../../http/schemas/envelope.ts';
import {
  deviceFrom,
  loginAnswer,
  loginAnswerOf,
  loginBody,
  loginHeadersBesideBody,
  otpSentAnswer,
  otpSentAnswerOf,
  loginHeaders,
} from '../schemas/login.ts';

type Headers = z.infer<typeof loginHeadersBesideBody>;
type Body = z.infer<typeof loginBody>;
type Answer = z.infer<typeof loginAnswer> | z.infer<typeof otpSentAnswer>;

const given = (...values: readonly (string | undefined)[]): string | null =>
  values.find((value) => value !== undefined && value !== '') ?? null;

/**
 * The login in all its types, by the header LoginType (specification, User: login and tokens). Names and passwords as
 * headers, or in a JSON body; headers win. One-time passwords without a code are sent instead, so the answer then holds
 * no tokens.
 * @throws ServiceError 1403 naming the absent credential or an unknown loginType, and what the login of that type
 * throws.
 */
async function loginFrom(c: HttpContext, auth: AuthDependencies, headers: Headers, body: Body): Promise<Answer> {
  switch (loginTypeOf(given(headers.LoginType, body.loginType) ?? 'DEFAULT')) {
    case 'SSO':
      return loginAnswerOf(
        await loginWithTenant(auth, { token: identityToken(c), tid: given(headers.tid) }, deviceFrom(c, headers)),
      );
    case 'SOCIAL':
      return loginAnswerOf(await loginWithSocial(auth, identityToken(c), deviceFrom(c, headers)));
    case 'OTP':
      return loginByPhone(c, auth, headers, body);
    case 'DEFAULT':
      return loginByPassword(c, auth, headers, body);
  }
}

function loginTypeOf(text: string): Exclude<LoginType, 'DOCS'> {
  const known = LOGIN_TYPES.find((type) => type === text.toUpperCase());
  if (known === undefined || known === 'DOCS')
    throw new ServiceError(1403, `Invalid 'LoginType': '${text}' is not one of DEFAULT, SSO, SOCIAL, OTP`, [
      { field: 'LoginType', problem: 'is not a login type' },
    ]);
  return known;
}

async function loginByPassword(c: HttpContext, auth: AuthDependencies, headers: Headers, body: Body): Promise<Answer> {
  const name = given(
    headers.username === undefined ? undefined : headerText(headers.username),
    body.email,
    body.username,
  );
  if (name === null) throw missing('username');
  const password = given(headers.password === undefined ? undefined : headerText(headers.password), body.password);
  if (password === null) throw missing('password');
  return loginAnswerOf(await loginWithPassword(auth, name, password, deviceFrom(c, headers)));
}

// Spec gap: where the code travels on the header-based login. In the header otp; without it the code is sent.
async function loginByPhone(c: HttpContext, auth: AuthDependencies, headers: Headers, body: Body): Promise<Answer> {
  const phone = given(headers.username, body.username);
  if (phone === null) throw missing('username');
  if (!PHONE_NUMBER.test(phone))
    throw new ServiceError(
      1403,
      "Invalid 'username': it is not a phone number in international format, '+' and 7 to 15 digits",
      [{ field: 'username', problem: 'is not a phone number' }],
    );
  const code = given(headers.otp);
  return code === null
    ? otpSentAnswerOf(await sendOtp(auth, phone, c.get('client').network))
    : loginAnswerOf(await loginWithOtp(auth, phone, code, null, deviceFrom(c, headers)));
}

function identityToken(c: HttpContext): string {
  const token = bearerToken(c);
  if (token === null) throw missing('Authorization');
  return token;
}

const LOGIN_RESPONSES = {
  200: ok('Tokens and user; with LoginType OTP and no code: the code was sent', loginAnswer.or(otpSentAnswer)),
  ...errors(400, 401, 404, 420, 429, 503),
};

/** POST /api/user/login (specification, User: login and tokens). */
export const postLogin = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/login',
    tags: ['login'],
    summary: 'Log in',
    description:
      'DEFAULT: username and password as headers, or a JSON body (email, password, loginType). SSO: the identity token as Authorization: Bearer, and tid. SOCIAL: the identity token. OTP: the phone number as username, and the code as otp; without otp a code is sent.',
    request: {
      headers: loginHeadersBesideBody,
      body: { required: false, content: { 'application/json': { schema: loginBody } } },
    },
    responses: LOGIN_RESPONSES,
  }),
  ({ auth }) =>
    async (c) =>
      c.json(await loginFrom(c, auth, c.req.valid('header'), c.req.valid('json')), 200),
);

/** GET /api/user/user/login: the login with credentials as headers only. */
export const getUserLogin = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/user/login',
    tags: ['login'],
    summary: 'Log in (older form)',
    request: { headers: loginHeaders },
    responses: LOGIN_RESPONSES,
  }),
  ({ auth }) =>
    async (c) =>
      c.json(await loginFrom(c, auth, c.req.valid('header'), {}), 200),
);
