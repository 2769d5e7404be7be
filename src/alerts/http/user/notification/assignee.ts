import { createRoute, z } from '@hono/zod-openapi';
import { assignToUser, unassignOrResolve } from '../../../notifications.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { changed, changedAnswer, notificationId } from '../../schemas/notification.ts';
import { jsonBody, targetIndustryHeader, text } from '../../../../platform/http/schemas/parameters.ts';

const PATH = '/api/user/notification/assignee';

/** Spec gap: bodies of DELETE and PATCH. They name the notification, as POST does. */
const named = z.object({ notificationId: notificationId() });
const assigned = named.extend({
  assigneeId: text(200).openapi({ description: 'userId of somebody of the industry', example: 'asha.rao' }),
});

const request = <S extends z.ZodType>(schema: S) => ({ headers: targetIndustryHeader, body: jsonBody(schema) });
const responses = { 200: ok('Changed', changedAnswer), ...errors(400, 404, ...TOKEN_ERRORS) };

/** POST /api/user/notification/assignee (specification, User: notifications). */
export const postNotificationAssignee = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['notifications'],
    summary: 'Hand a notification to somebody',
    description: "Event 'Notification Assigned' on the channel of the industry's administrators; it is not kept.",
    request: request(assigned),
    responses,
  }),
  ({ context }) =>
    async (c) => {
      const { notificationId: id, assigneeId } = c.req.valid('json');
      await assignToUser(context, c.get('caller'), actorOf(c), { notificationId: id, assigneeId });
      return c.json(changed('Assignee added successfully'), 200);
    },
);

/** DELETE /api/user/notification/assignee */
export const deleteNotificationAssignee = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['notifications'],
    summary: 'Take a notification from whom it was handed to',
    request: request(named),
    responses,
  }),
  ({ context }) =>
    async (c) => {
      const { notificationId: id } = c.req.valid('json');
      await unassignOrResolve(context, c.get('caller').industry, actorOf(c), { notificationId: id, act: 'unassign' });
      return c.json(changed('Assignee deleted successfully'), 200);
    },
);

/** PATCH /api/user/notification/assignee */
export const patchNotificationAssignee = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['notifications'],
    summary: 'Mark a notification as resolved',
    request: request(named),
    responses,
  }),
  ({ context }) =>
    async (c) => {
      const { notificationId: id } = c.req.valid('json');
      await unassignOrResolve(context, c.get('caller').industry, actorOf(c), { notificationId: id, act: 'resolve' });
      return c.json(changed('notifications marked as resolved successfully'), 200);
    },
);
