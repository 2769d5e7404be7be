import { createRoute, z } from '@hono/zod-openapi';
import { readNotifications } from '../../notifications/notifications.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { LIST_ANSWERS, listAnswerOf, notificationPage } from '../schemas/notification.ts';
import { date, requireOrder, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

/** GET /api/user/notificationRange (specification, User: notifications). */
export const getNotificationRange = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/notificationRange',
    tags: ['notifications'],
    summary: 'Notifications of business days, the newest first',
    request: {
      query: z
        .object({
          startDate: date(),
          endDate: date().openapi({ description: 'DD/MM/YYYY; its day is included' }),
          ...notificationPage,
        })
        .superRefine(requireOrder),
      headers: targetIndustryHeader,
    },
    responses: { ...LIST_ANSWERS, ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate: from, endDate: to, ...page } = c.req.valid('query');
      const list = await readNotifications(context, c.get('caller').industry, { from, to }, page);
      return c.json(listAnswerOf(list), list.notifications.length === 0 ? 201 : 200);
    },
);
