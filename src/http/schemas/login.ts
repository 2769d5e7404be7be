import { z } from '@hono/zod-openapi';
import { LOGIN_TYPES, ROLES } from '../../domain/access/caller.ts';
import type { Login } from '../../services/auth/login.ts';
import type { Refreshed } from '../../services/auth/refresh.ts';

/** Sent by the web client with every call; they change nothing. */
const namedByBrowser = Object.fromEntries((['x-browser-name', 'x-browser-version', 'x-os'] as const).map((name) => [name, z.string().optional().openapi({ description: 'Sent by the web client; accepted and not used' })]));

/** Headers by which clients name themselves and their device, and the credentials of the header form. */
export const loginHeaders = z.object({
  LoginType: z.string().optional().openapi({ description: `${LOGIN_TYPES.join(', ')}; DEFAULT when absent. Only DEFAULT is enabled on this server.`, example: 'DEFAULT' }),
  username: z.string().optional().openapi({ description: 'Username or e-mail address', example: 'asha.rao' }),
  password: z.string().optional().openapi({ description: 'For LoginType DEFAULT', example: 'Correct-horse-1', format: 'password' }),
  'x-device-id': z.string().max(200, 'is longer than 200 characters').optional().openapi({ description: "One session per user and device; 'default' when absent" }),
  'x-device-type': z.string().optional().openapi({ description: 'mobile, android, ios: the refresh token does not expire' }),
  ...namedByBrowser,
});

/** The same as a JSON body. */
export const loginBody = z.object({
  email: z.string().optional().openapi({ description: 'E-mail address or username', example: 'asha.rao@works.example' }),
  username: z.string().optional().openapi({ description: 'The same; email wins', example: 'asha.rao' }),
  password: z.string().optional().openapi({ description: 'Of the user', format: 'password', example: 'Correct-horse-1' }),
  loginType: z.string().optional().openapi({ description: 'As the header LoginType', example: 'DEFAULT' }),
});

/** One answer holding the keys of both forms of the specification. */
export const loginAnswer = z.object({
  status: z.literal('success'),
  status_code: z.literal(200),
  message: z.string(),
  data: z.object({
    access_token: z.string(),
    refresh_token: z.string(),
    user: z.object({ userId: z.string(), email: z.string(), username: z.string(), role: z.enum(ROLES), industryId: z.string(), industryName: z.string() }),
    expiresIn: z.number().int().openapi({ description: 'Seconds' }),
  }),
  token: z.string(),
  refreshToken: z.string(),
  loginData: z.object({ userId: z.string(), name: z.string(), email: z.string(), role: z.enum(ROLES) }),
  permissions: z.array(z.string()),
}).openapi('Login');

export function loginAnswerOf(login: Login): z.infer<typeof loginAnswer> {
  const { userId, email, username, role, industryId, industryName, permissions } = login.user;
  return {
    status: 'success', status_code: 200, message: 'Login successful',
    data: {
      access_token: login.accessToken, refresh_token: login.refreshToken, expiresIn: login.expiresInSeconds,
      user: { userId, email, username, role, industryId, industryName },
    },
    token: login.accessToken, refreshToken: login.refreshToken,
    loginData: { userId, name: username, email, role }, permissions: [...permissions],
  };
}

export const refreshAnswer = z.object({
  status: z.literal('success'),
  status_code: z.literal(200),
  message: z.string(),
  data: z.object({ access_token: z.string(), refresh_token: z.string(), expiresIn: z.number().int().openapi({ description: 'Seconds' }) }),
  token: z.string(),
  refreshToken: z.string(),
}).openapi('Refreshed');

export const refreshAnswerOf = (refreshed: Refreshed): z.infer<typeof refreshAnswer> => ({
  status: 'success', status_code: 200, message: 'Token refreshed',
  data: { access_token: refreshed.accessToken, refresh_token: refreshed.refreshToken, expiresIn: refreshed.expiresInSeconds },
  token: refreshed.accessToken, refreshToken: refreshed.refreshToken,
});

export const doneAnswer = z.object({ status: z.literal('success'), status_code: z.literal(200), message: z.string() }).openapi('Done');
