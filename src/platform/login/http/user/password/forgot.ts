import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../http/endpoint.ts';
import { done, errors, ok } from '../../../../http/schemas/envelope.ts';
import { doneAnswer } from '../../schemas/login.ts';
import { forgotBody } from '../../schemas/password.ts';
import { askForReset } from '../../../ask-for-reset.ts';

/** POST /api/user/password/forgot. Spec gap: what somebody does who has forgotten his password. */
export const postPasswordForgot = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/password/forgot',
    tags: ['login'],
    summary: 'Have a link mailed by which a forgotten password is set anew',
    description:
      'The answer is the same whether or not somebody has this name. The link works once, for 30 minutes, and voids the former one.',
    request: { body: { required: true, content: { 'application/json': { schema: forgotBody } } } },
    responses: { 200: ok('Whether or not there is such an account', doneAnswer), ...errors(400, 429, 503) },
  }),
  ({ context, queue, auth }) =>
    async (c) => {
      const { username, email } = c.req.valid('json');
      await askForReset(context, queue, auth, {
        name: username ?? email ?? '',
        clientNetwork: c.get('client').network,
      });
      return c.json(done('If there is such an account, a link has been sent to its e-mail address'), 200);
    },
);
