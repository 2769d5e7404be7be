import { createRoute } from '@hono/zod-openapi';
import { missing, ServiceError } from '../../../domain/errors.ts';
import { presentedToken } from '../../middleware/access.ts';
import type { Register } from '../../route-declaration.ts';
import { errors } from '../../schemas/envelope.ts';

/**
 * GET /api/admin/auth/login: single sign-on of operators. No identity provider is known to this server, so no tenant id is
 * recognised (1404); operators log in with a password at POST /api/user/login.
 */
export const registerAdminLogin: Register = (app) => {
  const route = createRoute({
    method: 'get', path: '/api/admin/auth/login', tags: ['login'], summary: 'Operator single sign-on (no identity provider enabled on this server)',
    security: [{ identityProviderToken: [] }],
    responses: errors(400, 429),
  });
  app.openapi(route, (c) => {
    if (presentedToken(c) === null) throw missing('Authorization');
    const tid = c.req.header('tid') ?? '';
    if (tid === '') throw missing('tid');
    throw new ServiceError(1404, `Invalid tenant id: '${tid}' is not enabled on this server. Operators log in at POST /api/user/login.`);
  });
};
