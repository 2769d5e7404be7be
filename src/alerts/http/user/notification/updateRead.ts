import { createRoute, z } from '@hono/zod-openapi';
import { markNotificationsRead } from '../../../notifications/notifications.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { changed, changedAnswer, notificationId } from '../../schemas/notification.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const MAX_NOTIFICATIONS = 1000;

const body = z.object({
  notifications: z
    .array(z.object({ id: notificationId(), read: z.boolean().openapi({ example: true }) }))
    .min(1)
    .max(MAX_NOTIFICATIONS, `is a list of more than ${MAX_NOTIFICATIONS} notifications`)
    .openapi({ example: [{ id: '5b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c12', read: true }] }),
});

/** Spec gap: what becomes of ids that are not the industry's. They are named, and the others are changed. */
const answer = changedAnswer.extend({
  notFound: z.array(z.string()).openapi({ description: 'Ids that are none of the industry' }),
});

/** PATCH /api/user/notification/updateRead (specification, User: notifications). */
export const patchNotificationUpdateRead = endpoint(
  createRoute({
    method: 'patch',
    path: '/api/user/notification/updateRead',
    tags: ['notifications'],
    summary: 'Mark notifications as read or unread',
    description: 'One person reads for all of the industry. Of an id that comes twice the last counts.',
    request: {
      headers: targetIndustryHeader,
      body: { required: true, content: { 'application/json': { schema: body } } },
    },
    responses: { 200: ok('Changed', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const isRead = new Map(c.req.valid('json').notifications.map(({ id, read }) => [id.toLowerCase(), read]));
      const notFound = await markNotificationsRead(context, c.get('caller'), actorOf(c), isRead);
      return c.json({ ...changed('notifications updated successfully'), notFound: [...notFound] }, 200);
    },
);
