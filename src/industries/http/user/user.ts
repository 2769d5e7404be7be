import { createRoute } from '@hono/zod-openapi';
import { changeProfile, readProfile } from '../../users/profile.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { profileAnswer, profileAnswerOf, profileChanges } from '../schemas/user.ts';

const PATH = '/api/user/user';

/**
 * GET /api/user/user. Spec gap: the fields are not specified. The answer is the profile of the asking user, with the
 * clock by which his pages tell times.
 */
export const getUser = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['user'],
    summary: 'Own profile',
    responses: { 200: ok('Profile', profileAnswer), ...errors(...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const caller = c.get('caller');
      const profile = await readProfile(context, caller.userKey);
      return c.json(profileAnswerOf('Profile', profile, caller.industry, context.clock.now()), 200);
    },
);

export const putUser = endpoint(
  createRoute({
    method: 'put',
    path: PATH,
    tags: ['user'],
    summary: 'Change the own profile',
    description: 'Role, permissions, e-mail address and industry are for operators to change.',
    request: { body: { required: true, content: { 'application/json': { schema: profileChanges } } } },
    responses: { 200: ok('Profile as it is now', profileAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const caller = c.get('caller');
      const { username, emailIds, phoneNo } = c.req.valid('json');
      const changes = {
        ...(username === undefined ? {} : { username }),
        ...(emailIds === undefined ? {} : { emailIds }),
        ...(phoneNo === undefined ? {} : { phoneNo }),
      };
      const profile = await changeProfile(context, caller.userKey, changes);
      return c.json(profileAnswerOf('Profile changed', profile, caller.industry, context.clock.now()), 200);
    },
);
