import { createRoute, z } from '@hono/zod-openapi';
import { readCountedNotifications } from '../../notifications/notifications.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { notificationObjects, notificationOf } from '../schemas/notification.ts';
import { flag, page, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

// Spec gap: the largest page.
const MAX_PAGE = 500;

const answer = answerWith(
  z.object({
    notifications: notificationObjects.openapi({ description: 'The newest first' }),
    total: z.number().int().openapi({ description: 'Of all pages' }),
    unread: z.number().int().openapi({ description: 'Of the industry, whatever is listed' }),
  }),
).openapi('CountedNotifications');

/** GET /api/user/notifications, the older form (specification, User: notifications). */
export const getNotifications = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/notifications',
    tags: ['notifications'],
    summary: 'Notifications with counts, the newest first',
    request: {
      query: z.object({
        unreadOnly: flag(false).openapi({ description: 'Those that nobody has read' }),
        ...page(50, MAX_PAGE),
      }),
      headers: targetIndustryHeader,
    },
    responses: { 200: ok('A page', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unreadOnly, ...asked } = c.req.valid('query');
      const list = await readCountedNotifications(context, c.get('caller').industry, unreadOnly, asked);
      return c.json(
        { ...done('Notifications'), data: { ...list, notifications: list.notifications.map(notificationOf) } },
        200,
      );
    },
);
