import { logout } from '../../logout.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { refresh } from '../../refresh.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { errors, ok, done, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';
import { refreshBody, refreshTokenFrom, refreshAnswer, refreshAnswerOf, doneAnswer } from '../schemas/login.ts';

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

/** POST /api/user/logout: revokes the presented token and its refresh token. */
export const postLogout = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/logout',
    tags: ['login'],
    summary: 'Log out',
    description:
      'The presented access token and its refresh token answer 420 from now on. A device that this login registered gets no push messages any more.',
    responses: { 200: ok('Logged out', doneAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ auth }) =>
    async (c) => {
      await logout(auth, c.get('token'));
      return c.json(done('Logged out'), 200);
    },
);

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
