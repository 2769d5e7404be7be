import { createRoute, z } from '@hono/zod-openapi';
import { registerPush } from '../../../../notifications/notifications.ts';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import { changed, changedAnswer } from '../../../schemas/notification.ts';
import { text } from '../../../../../platform/http/schemas/parameters.ts';
import { validation } from '../../../../../platform/http/validation.ts';

const MAX_TOKEN_CHARACTERS = 4096;

/**
 * POST /api/user/notification/register/push (specification, User: notifications). Spec gap: which failures are 400, and
 * that only what the caller did is told.
 */
export const postNotificationRegisterPush = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/notification/register/push',
    tags: ['notifications'],
    summary: 'Take push messages on this device',
    description: 'A device has one token of one user: a new one replaces the former, also where that was another user.',
    request: {
      headers: z.object({
        'X-Device-Id': text(200).openapi({ description: 'As the login names the device', example: 'phone-4711' }),
      }),
      body: {
        required: true,
        content: {
          'application/json': {
            schema: z.object({
              pushToken: text(MAX_TOKEN_CHARACTERS).openapi({
                description: 'What the push service has given the application',
                example: 'dGVzdC1hcHA:APA91bExample',
              }),
            }),
          },
        },
      },
    },
    responses: { 200: ok('Registered', changedAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await registerPush(context, c.get('caller'), c.req.valid('header')['X-Device-Id'], c.req.valid('json').pushToken);
      return c.json(changed('push token registered successfully'), 200);
    },
  validation({ missingBodyFields: true }),
);
