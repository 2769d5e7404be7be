import { createRoute } from '@hono/zod-openapi';
import type { Register } from '../../route-declaration.ts';
import { loginHeaders } from '../../schemas/login.ts';
import { LOGIN_RESPONSES, loginFrom } from '../login.ts';

/** GET /api/user/user/login: the same login, credentials as headers only. */
export const registerUserLogin: Register = (app, { auth }) => {
  const route = createRoute({
    method: 'get', path: '/api/user/user/login', tags: ['login'], summary: 'Log in (older form)',
    request: { headers: loginHeaders },
    responses: LOGIN_RESPONSES,
  });
  app.openapi(route, async (c) => c.json(await loginFrom(c, auth, c.req.valid('header'), {}), 200));
};
