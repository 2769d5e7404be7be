import { createRoute, z } from '@hono/zod-openapi';
import { readNotifications } from '../../notifications/notifications.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { LIST_ANSWERS, listAnswerOf, notificationPage } from '../schemas/notification.ts';
import { targetIndustryHeader, whole } from '../../../platform/http/schemas/parameters.ts';

const MAX_DAYS = 3_660;

/** GET /api/user/notification (specification, User: notifications). */
export const getNotification = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/notification',
    tags: ['notifications'],
    summary: 'Notifications, the newest first',
    request: {
      query: z.object({
        // Spec gap: which days are meant.
        days: whole(0, { min: 0, max: MAX_DAYS }).openapi({
          description: 'Business days, the running one among them; 0: no filter',
        }),
        ...notificationPage,
      }),
      headers: targetIndustryHeader,
    },
    responses: { ...LIST_ANSWERS, ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { days: lastDays, ...page } = c.req.valid('query');
      const list = await readNotifications(context, c.get('caller').industry, { lastDays }, page);
      return c.json(listAnswerOf(list), list.notifications.length === 0 ? 201 : 200);
    },
);
