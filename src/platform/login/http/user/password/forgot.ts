import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../http/endpoint.ts';
import { done, errors, ok } from '../../../../http/schemas/envelope.ts';
import { doneAnswer } from '../../schemas/login.ts';
import { askForReset } from '../../../send-reset.ts';
import { password } from '../../../rules/password-field.ts';
import { resetByLink } from '../../../use-reset.ts';
import { jsonBody } from '../../../../http/schemas/parameters.ts';

const name = (description: string, example: string) =>
  z.string().min(1).max(254, 'is longer than 254 characters').optional().openapi({ description, example });

const forgotBody = z
  .object({
    username: name('Username, or e-mail address', 'asha.rao'),
    email: name('In place of username', 'asha.rao@works.example'),
  })
  .strict()
  .refine(
    ({ username, email }) => (username === undefined) !== (email === undefined),
    'has to name one of username and email',
  )
  .openapi('ForgottenPassword', { example: { username: 'asha.rao' } });

const newPassword = z
  .string()
  .refine((text) => password.safeParse(text).success, 'is not 5 to 30 characters without blanks')
  .openapi({ description: '5 to 30 characters without blanks', example: 'Correct-horse-2', format: 'password' });
const token = z.string().min(1).max(200, 'is longer than 200 characters');

export const resetBody = z
  .object({
    token: token.openapi({ description: 'Of the link', example: 'token-of-the-link' }),
    newPassword,
  })
  .strict();

/** POST /api/user/password/reset. Spec gap: as asking for the link. */
export const postPasswordReset = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/password/reset',
    tags: ['login'],
    summary: 'Set a new password by the link',
    description:
      'Every session of the user ends. A link that was used, is too old or was replaced by a newer one is 1403.',
    request: { body: jsonBody(resetBody) },
    responses: { 200: ok('Set', doneAnswer), ...errors(400, 429, 503) },
  }),
  ({ context }) =>
    async (c) => {
      await resetByLink(context, { ...c.req.valid('json'), clientNetwork: c.get('client').network });
      return c.json(done('Password set. Please log in with it.'), 200);
    },
);

/** POST /api/user/password/forgot. Spec gap: what somebody does who has forgotten his password. */
export const postPasswordForgot = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/password/forgot',
    tags: ['login'],
    summary: 'Have a link mailed by which a forgotten password is set anew',
    description:
      'The answer is the same whether or not somebody has this name. The link works once, for 30 minutes, and voids the former one.',
    request: { body: jsonBody(forgotBody) },
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
