import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../http/endpoint.ts';
import { loginHeaders } from '../../schemas/login.ts';
import { LOGIN_RESPONSES, loginFrom } from '../login.ts';

/** GET /api/user/user/login: the same login, credentials as headers only. */
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
