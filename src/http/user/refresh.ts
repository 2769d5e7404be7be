import { createRoute, z } from '@hono/zod-openapi';
import type { Register } from '../route-declaration.ts';
import { errors, ok } from '../schemas/envelope.ts';

const body = z.object({ refreshToken: z.string().optional() });
const answer = z.object({ token: z.string(), refreshToken: z.string() });

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
