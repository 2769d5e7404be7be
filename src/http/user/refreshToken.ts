import { createRoute, z } from '@hono/zod-openapi';
import { presentedToken } from '../middleware/access.ts';
import type { Register } from '../route-declaration.ts';
import { errors, ok } from '../schemas/envelope.ts';
import { refreshAnswer, refreshAnswerOf } from '../schemas/login.ts';

const body = z.object({ refresh_token: z.string().optional().openapi({ description: 'Refresh token of the login; not needed with Authorization', example: 'refresh-token' }) });

/** POST /api/user/refreshToken: `Authorization: Bearer <refresh token>` or the body `{refresh_token}`. */
export const registerRefreshToken: Register = (app, { auth }) => {
  const route = createRoute({
    method: 'post', path: '/api/user/refreshToken', tags: ['login'], summary: 'New access token',
    description: 'Send the refresh token as Authorization: Bearer, or in the body, which wins. It is not rotated. The access token issued before ends a minute later.',
    security: [{ refreshToken: [] }, {}],
    request: { body: { required: false, content: { 'application/json': { schema: body } } } },
    responses: { 200: ok('Tokens', refreshAnswer), ...errors(400, 401, 420, 422, 429, 440, 503) },
  });
  app.openapi(route, async (c) => c.json(refreshAnswerOf(await auth.refresh(c.req.valid('json').refresh_token || presentedToken(c))), 200));
};
