import { createRoute, z } from '@hono/zod-openapi';
import type { Register } from '../route-declaration.ts';
import { errors, ok } from '../schemas/envelope.ts';

const body = z.object({ refreshToken: z.string().optional().openapi({ description: 'Refresh token of the login', example: 'refresh-token' }) });
const answer = z.object({
  token: z.string().openapi({ description: 'New access token, valid for 4 hours' }),
  refreshToken: z.string().openapi({ description: 'The one that was sent; it is not rotated' }),
}).openapi('RefreshedShort');

/** POST /api/user/refresh: the body `{refreshToken}`, answered by `{token, refreshToken}`. */
export const registerRefresh: Register = (app, { auth }) => {
  const route = createRoute({
    method: 'post', path: '/api/user/refresh', tags: ['login'], summary: 'New access token (short form)',
    request: { body: { required: false, content: { 'application/json': { schema: body } } } },
    responses: { 200: ok('Tokens', answer), ...errors(400, 401, 420, 422, 429, 440, 503) },
  });
  app.openapi(route, async (c) => {
    const { accessToken, refreshToken } = await auth.refresh(c.req.valid('json').refreshToken ?? null);
    return c.json({ token: accessToken, refreshToken }, 200);
  });
};
