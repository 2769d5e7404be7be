import { createRoute } from '@hono/zod-openapi';
import { refreshOperator } from '../../../refresh.ts';
import { presentedToken } from '../../../../http/middleware/access.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errors, ok } from '../../../../http/schemas/envelope.ts';
import { operatorLoginAnswer, operatorRefreshAnswerOf } from '../../schemas/login.ts';

/**
 * GET /api/admin/auth/refresh: a new access token of an operator; the refresh token is renewed when it expires within 7
 * days.
 */
export const getAuthRefresh = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/auth/refresh',
    tags: ['login'],
    summary: 'New access token',
    security: [{ refreshToken: [] }],
    description: 'The refresh token is renewed when it expires within 7 days; otherwise the same one comes back.',
    responses: {
      200: ok('Tokens and user, as the login answers', operatorLoginAnswer),
      ...errors(401, 403, 420, 422, 429, 440, 503),
    },
  }),
  ({ auth }) =>
    async (c) =>
      c.json(operatorRefreshAnswerOf(await refreshOperator(auth, presentedToken(c))), 200),
);
