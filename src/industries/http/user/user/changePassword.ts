import { createRoute } from '@hono/zod-openapi';
import { changePassword } from '../../../users/change-password.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { doneAnswer } from '../../../../platform/login/http/schemas/login.ts';
import { passwordChange } from '../../schemas/user.ts';

/** POST /api/user/user/changePassword. Spec gap: the fields are not specified. */
export const postUserChangePassword = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/user/changePassword',
    tags: ['user'],
    summary: 'Change the own password',
    description: 'Every other session of the user ends: its requests get 440. A wrong old password is 1401.',
    request: { body: { required: true, content: { 'application/json': { schema: passwordChange } } } },
    responses: { 200: ok('Changed', doneAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, limiter }) =>
    async (c) => {
      const { oldPassword, newPassword } = c.req.valid('json');
      await changePassword({ ...context, limiter }, c.get('caller'), oldPassword, newPassword);
      return c.json(done('Password changed'), 200);
    },
);
