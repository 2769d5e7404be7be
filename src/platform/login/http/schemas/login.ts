import { z } from '@hono/zod-openapi';
import { LOGIN_TYPES, ROLES } from '../../rules/caller.ts';
import { PHONE_NUMBER } from '../../rules/login-name.ts';
import { oneLine } from '../../../../kernel/text.ts';
import type { Device, Login } from '../../login.ts';
import type { Refreshed } from '../../refresh.ts';
import type { HttpContext } from '../../../http/environment.ts';
import { presentedToken } from '../../../http/middleware/access.ts';

const shownText = (description: string) => z.string().optional().openapi({ description });

/** Headers by which clients name their device. */
export const deviceHeaders = z.object({
  'x-device-id': z
    .string()
    .max(200, 'is longer than 200 characters')
    .optional()
    .openapi({ description: "One session per user and device; 'default' when absent" }),
  'x-device-type': z
    .string()
    .optional()
    .openapi({ description: 'mobile, android, ios: the refresh token does not expire' }),
  'x-browser-name': shownText('Shown in the list of sessions'),
  'x-browser-version': shownText('Shown in the list of sessions'),
  'x-os': shownText('Shown in the list of sessions'),
});

const MAX_SHOWN_CHARACTERS = 100;

/** Device of a login, as the session record keeps it. */
export function deviceFrom(c: HttpContext, headers: Pick<z.infer<typeof deviceHeaders>, 'x-device-id'>): Device {
  const shown = (...names: readonly string[]): string | null =>
    oneLine(names.map((name) => c.req.header(name) ?? '').join(' ')).slice(0, MAX_SHOWN_CHARACTERS) || null;
  return {
    deviceId: headers['x-device-id'] || 'default',
    deviceType: shown('x-device-type'),
    browser: shown('x-browser-name', 'x-browser-version'),
    os: shown('x-os'),
    // Spec gap: the base address of the session record. The one the client used.
    baseAddress: c.req.header('host') ?? '',
    clientNetwork: c.get('client').network,
  };
}

const tenantHeader = z.string().optional().openapi({ description: 'Tenant id of the identity provider' });

const LOGIN_EXAMPLES = { LoginType: 'DEFAULT', username: 'asha.rao', password: 'Correct-horse-1' } as const;

/**
 * Headers of the device, and the credentials of the header form. Documentation fills examples in, so a route with a
 * body has none: header examples would win over the values of the body.
 */
const loginHeadersWith = (example: Partial<typeof LOGIN_EXAMPLES>) =>
  deviceHeaders.extend({
    LoginType: z
      .string()
      .optional()
      .openapi({
        description: `${LOGIN_TYPES.filter((type) => type !== 'DOCS').join(', ')}; DEFAULT when absent`,
        example: example.LoginType,
      }),
    username: z.string().optional().openapi({
      description: 'Username or e-mail address; with OTP the phone number in international format',
      example: example.username,
    }),
    password: z
      .string()
      .optional()
      .openapi({ description: 'For LoginType DEFAULT', example: example.password, format: 'password' }),
    tid: tenantHeader,
    otp: z.string().optional().openapi({ description: 'The one-time password; without it one is sent' }),
  });

export const loginHeaders = loginHeadersWith(LOGIN_EXAMPLES);
export const loginHeadersBesideBody = loginHeadersWith({});

/** Credentials as a JSON body. */
export const loginBody = z.object({
  email: z
    .string()
    .optional()
    .openapi({ description: 'E-mail address or username', example: 'asha.rao@works.example' }),
  username: z.string().optional().openapi({ description: 'The same; email wins', example: 'asha.rao' }),
  password: z
    .string()
    .optional()
    .openapi({ description: 'Of the user', format: 'password', example: 'Correct-horse-1' }),
  loginType: z.string().optional().openapi({ description: 'As the header LoginType', example: 'DEFAULT' }),
});

/** One answer with the keys of both forms of the specification. */
export const loginAnswer = z
  .object({
    status: z.literal('success'),
    status_code: z.literal(200),
    message: z.string(),
    data: z.object({
      access_token: z.string(),
      refresh_token: z.string(),
      user: z.object({
        userId: z.string(),
        email: z.string(),
        username: z.string(),
        role: z.enum(ROLES),
        industryId: z.string(),
        industryName: z.string(),
      }),
      expiresIn: z.number().int().openapi({ description: 'Seconds' }),
    }),
    token: z.string(),
    refreshToken: z.string(),
    loginData: z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }),
    permissions: z.array(z.string()),
  })
  .openapi('Login');

export function loginAnswerOf(login: Login): z.infer<typeof loginAnswer> {
  const { userId, email, username, role, industryId, industryName, permissions } = login.user;
  return {
    status: 'success',
    status_code: 200,
    message: 'Login successful',
    data: {
      access_token: login.accessToken,
      refresh_token: login.refreshToken,
      expiresIn: login.expiresInSeconds,
      user: { userId, email, username, role, industryId, industryName },
    },
    token: login.accessToken,
    refreshToken: login.refreshToken,
    loginData: { userId, name: username, email, role },
    permissions: [...permissions],
  };
}

/** Phone number in either way of writing. */
export const phoneNumber = z
  .string()
  .regex(PHONE_NUMBER, 'is not a phone number of 10 digits')
  .openapi({ description: '10 digits, or the international format', example: '+919876543210' });

export const otpSentAnswer = z
  .object({
    status: z.literal('Success'),
    message: z.string(),
    otpTimestamp: z.string().openapi({ description: 'ISO 8601; to be shown again with the code' }),
  })
  .openapi('OtpSent');

export const otpSentAnswerOf = ({ sentAt }: { readonly sentAt: number }): z.infer<typeof otpSentAnswer> => ({
  status: 'Success',
  message: 'OTP sent',
  otpTimestamp: new Date(sentAt).toISOString(),
});

/** Operators' single sign-on answers without an envelope (specification, Admin: authentication). */
export const operatorLoginAnswer = z
  .object({
    access_token: z.string(),
    refresh_token: z.string(),
    userId: z.string(),
    email: z.string(),
    username: z.string(),
    role: z.enum(ROLES),
    loginType: z.string(),
  })
  .openapi('OperatorLogin');

type OperatorTokens = Pick<Login, 'accessToken' | 'refreshToken' | 'loginType'> & {
  readonly user: Pick<Login['user'], 'userId' | 'email' | 'username' | 'role'>;
};

export function operatorLoginAnswerOf({
  accessToken,
  refreshToken,
  loginType,
  user: { userId, email, username, role },
}: OperatorTokens): z.infer<typeof operatorLoginAnswer> {
  return { access_token: accessToken, refresh_token: refreshToken, userId, email, username, role, loginType };
}

/** A refresh answers as the login did. */
export const operatorRefreshAnswerOf = ({ claims, ...tokens }: Refreshed): z.infer<typeof operatorLoginAnswer> =>
  operatorLoginAnswerOf({ ...tokens, loginType: claims.loginType, user: claims });

/** The refresh token in a body, by either of the specification's names. */
export const refreshBody = z.object({
  refresh_token: z
    .string()
    .optional()
    .openapi({ description: 'Refresh token of the login; not needed with Authorization', example: 'refresh-token' }),
  refreshToken: z.string().optional().openapi({ description: 'The same' }),
});

/** The body wins: clients fill the header with their access token. */
export const refreshTokenFrom = (c: HttpContext, body: z.infer<typeof refreshBody>): string | null =>
  body.refresh_token || body.refreshToken || presentedToken(c);

export const refreshAnswer = z
  .object({
    status: z.literal('success'),
    status_code: z.literal(200),
    message: z.string(),
    data: z.object({
      access_token: z.string(),
      refresh_token: z.string(),
      expiresIn: z.number().int().openapi({ description: 'Seconds' }),
    }),
    token: z.string(),
    refreshToken: z.string(),
  })
  .openapi('Refreshed');

export const refreshAnswerOf = (refreshed: Refreshed): z.infer<typeof refreshAnswer> => ({
  status: 'success',
  status_code: 200,
  message: 'Token refreshed',
  data: {
    access_token: refreshed.accessToken,
    refresh_token: refreshed.refreshToken,
    expiresIn: refreshed.expiresInSeconds,
  },
  token: refreshed.accessToken,
  refreshToken: refreshed.refreshToken,
});

export const doneAnswer = z
  .object({ status: z.literal('success'), status_code: z.literal(200), message: z.string() })
  .openapi('Done');
