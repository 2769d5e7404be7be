import { createRoute, z } from '@hono/zod-openapi';
import { markNotificationRead } from '../../../notifications/notifications.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { notificationId } from '../../schemas/notification.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

/** PUT /api/user/notifications/{notificationId}/read (specification, User: notifications). */
export const putNotificationsByNotificationIdRead = endpoint(
  createRoute({
    method: 'put',
    path: '/api/user/notifications/{notificationId}/read',
    tags: ['notifications'],
    summary: 'Mark one notification as read',
    request: { params: z.object({ notificationId: notificationId() }), headers: targetIndustryHeader },
    responses: { 200: ok('Read', succeeded), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      await markNotificationRead(context, c.get('caller'), actorOf(c), c.req.valid('param').notificationId);
      return c.json(done('Notification marked as read'), 200);
    },
);
