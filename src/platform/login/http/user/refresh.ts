import { createRoute, z } from '@hono/zod-openapi';
import { refresh } from '../../refresh.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { errors, ok } from '../../../http/schemas/envelope.ts';
import { refreshBody, refreshTokenFrom } from '../schemas/login.ts';

const answer = z
  .object({
    token: z.string().openapi({ description: 'New access token, valid for 4 hours' }),
    refreshToken: z.string().openapi({ description: 'The one that was sent; it is not rotated' }),
  })
  .openapi('RefreshedShort');

/** POST /api/user/refresh: takes what /api/user/refreshToken takes, answered by `{token, refreshToken}`. */
export const postRefresh = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/refresh',
    tags: ['login'],
    summary: 'New access token (short form)',
    description: 'As POST /api/user/refreshToken, with a shorter answer.',
    security: [{ refreshToken: [] }, {}],
    request: { body: { required: false, content: { 'application/json': { schema: refreshBody } } } },
    responses: { 200: ok('Tokens', answer), ...errors(400, 401, 420, 422, 429, 440, 503) },
  }),
  ({ auth }) =>
    async (c) => {
      const { accessToken, refreshToken } = await refresh(auth, refreshTokenFrom(c, c.req.valid('json')));
      return c.json({ token: accessToken, refreshToken }, 200);
    },
);
