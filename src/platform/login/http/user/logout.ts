import { createRoute } from '@hono/zod-openapi';
import { logout } from '../../logout.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';
import { doneAnswer } from '../schemas/login.ts';

/** POST /api/user/logout: revokes the presented token and its refresh token. */
export const postLogout = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/logout',
    tags: ['login'],
    summary: 'Log out',
    description: 'The presented access token and its refresh token answer 420 from now on.',
    responses: { 200: ok('Logged out', doneAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ auth }) =>
    async (c) => {
      await logout(auth, c.get('token'));
      return c.json(done('Logged out'), 200);
    },
);
