import { createRoute, z } from '@hono/zod-openapi';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { freeText, lineText } from '../../../platform/http/schemas/parameters.ts';
import { validation } from '../../../platform/http/validation.ts';

/** Spec gap: how long they may be. The database tells 8,000 bytes at once, and a character may take six of them. */
const fields = z.object({
  title: lineText(200).openapi({ example: 'Maintenance' }),
  body: freeText(1000).openapi({ example: 'The service is updated tonight from 22:00 to 22:10.' }),
});

const sent = z
  .object({ message: z.literal('Notification sent successfully'), status: z.literal('success') })
  .openapi('NotificationSent');

/** POST /api/admin/notification/ (specification, Admin: operations). */
export const postAdminNotification = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/notification',
    tags: ['live'],
    summary: 'Tell the admin dashboards that are open at this moment',
    description: 'The event `broadcast` of GET /api/admin/stream. It is not stored: whoever is away misses it.',
    request: { body: { required: true, content: { 'application/x-www-form-urlencoded': { schema: fields } } } },
    responses: { 200: ok('Sent', sent), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ live }) =>
    async (c) => {
      const { title, body } = c.req.valid('form');
      await live.tellOperators(actorOf(c), { title, body });
      return c.json({ message: 'Notification sent successfully', status: 'success' } as const, 200);
    },
  validation({ bodyCode: 400 }),
);
