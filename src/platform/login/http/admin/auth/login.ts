import { createRoute, z } from '@hono/zod-openapi';
import { loginOperator } from '../../../login-with-identity.ts';
import { missing } from '../../../../../kernel/errors.ts';
import { bearerToken, presentedToken } from '../../../../http/middleware/access.ts';
import { endpoint } from '../../../../http/endpoint.ts';
import { errors, ok } from '../../../../http/schemas/envelope.ts';
import {
  deviceFrom,
  deviceHeaders,
  operatorLoginAnswer,
  operatorLoginAnswerOf,
  operatorRefreshAnswerOf,
} from '../../schemas/login.ts';
import { refreshOperator } from '../../../refresh.ts';

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

/**
 * GET /api/admin/auth/login: single sign-on of operators, the only login of this surface (specification, Admin:
 * authentication).
 */
export const getAuthLogin = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/auth/login',
    tags: ['login'],
    summary: 'Operator single sign-on',
    description:
      'Send the identity token of your organisation as Authorization: Bearer, and its tenant id in the header tid.',
    security: [{ identityProviderToken: [] }],
    request: {
      headers: deviceHeaders.extend({
        tid: z
          .string()
          .min(1)
          .openapi({ description: 'Tenant id of your organisation', example: 'a3f1c2d4-5b6e-4f70-8a91-0c2d3e4f5a6b' }),
      }),
    },
    responses: { 200: ok('Tokens and user', operatorLoginAnswer), ...errors(400, 401, 420, 429, 503) },
  }),
  ({ auth }) =>
    async (c) => {
      const headers = c.req.valid('header');
      const token = bearerToken(c);
      if (token === null) throw missing('Authorization');
      return c.json(
        operatorLoginAnswerOf(await loginOperator(auth, { token, tid: headers.tid }, deviceFrom(c, headers))),
        200,
      );
    },
);
