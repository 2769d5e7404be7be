import { createRoute } from '@hono/zod-openapi';
import { refresh } from '../../refresh.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { errors, ok } from '../../../http/schemas/envelope.ts';
import { refreshAnswer, refreshAnswerOf, refreshBody, refreshTokenFrom } from '../schemas/login.ts';

/**
 * POST /api/user/refreshToken: `Authorization: Bearer <refresh token>` or the body `{refresh_token}` or
 * `{refreshToken}`.
 */
export const postRefreshToken = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/refreshToken',
    tags: ['login'],
    summary: 'New access token',
    description:
      'Send the refresh token as Authorization: Bearer, or in the body, which wins. It is not rotated. The access token issued before ends a minute later.',
    security: [{ refreshToken: [] }, {}],
    request: { body: { required: false, content: { 'application/json': { schema: refreshBody } } } },
    responses: { 200: ok('Tokens', refreshAnswer), ...errors(400, 401, 420, 422, 429, 440, 503) },
  }),
  ({ auth }) =>
    async (c) =>
      c.json(refreshAnswerOf(await refresh(auth, refreshTokenFrom(c, c.req.valid('json')))), 200),
);
