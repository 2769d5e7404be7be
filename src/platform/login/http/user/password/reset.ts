import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../http/endpoint.ts';
import { done, errors, ok } from '../../../../http/schemas/envelope.ts';
import { doneAnswer } from '../../schemas/login.ts';
import { resetBody } from '../../schemas/password.ts';
import { resetByLink } from '../../../use-reset.ts';

/** POST /api/user/password/reset. Spec gap: as asking for the link. */
export const postPasswordReset = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/password/reset',
    tags: ['login'],
    summary: 'Set a new password by the link',
    description:
      'Every session of the user ends. A link that was used, is too old or was replaced by a newer one is 1403.',
    request: { body: { required: true, content: { 'application/json': { schema: resetBody } } } },
    responses: { 200: ok('Set', doneAnswer), ...errors(400, 429, 503) },
  }),
  ({ context }) =>
    async (c) => {
      await resetByLink(context, { ...c.req.valid('json'), clientNetwork: c.get('client').network });
      return c.json(done('Password set. Please log in with it.'), 200);
    },
);
