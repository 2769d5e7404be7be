import { createRoute, z } from '@hono/zod-openapi';
import {
  readCountedNotifications,
  readNotifications,
  markNotificationsRead,
  markNotificationRead,
  registerPush,
} from '../../notifications.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS, succeeded } from '../../../platform/http/schemas/envelope.ts';
import {
  notificationObjects,
  notificationOf,
  LIST_ANSWERS,
  listAnswerOf,
  notificationPage,
  changed,
  changedAnswer,
  notificationId,
} from '../schemas/notification.ts';
import {
  flag,
  jsonBody,
  targetIndustryHeader,
  whole,
  date,
  requireOrder,
  text,
} from '../../../platform/http/schemas/parameters.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { validation } from '../../../platform/http/validation.ts';

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
        ...notificationPage(500, 1000),
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
          ...notificationPage(500, 1000),
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

const MAX_NOTIFICATIONS = 1000;

const body = z.object({
  notifications: z
    .array(z.object({ id: notificationId(), read: z.boolean().openapi({ example: true }) }))
    .max(MAX_NOTIFICATIONS, `is a list of more than ${MAX_NOTIFICATIONS} notifications`)
    .openapi({ example: [{ id: '5b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c12', read: true }] }),
});

/**
 * Spec gap: ids that are not the industry's are named in the answer, and the others are changed. An empty list changes
 * nothing.
 */
const updateReadAnswer = changedAnswer.extend({
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
    request: { headers: targetIndustryHeader, body: jsonBody(body) },
    responses: { 200: ok('Changed', updateReadAnswer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const isRead = new Map(c.req.valid('json').notifications.map(({ id, read }) => [id.toLowerCase(), read]));
      const notFound = await markNotificationsRead(context, c.get('caller'), actorOf(c), isRead);
      return c.json({ ...changed('notifications updated successfully'), notFound: [...notFound] }, 200);
    },
);

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
        ...notificationPage(50, MAX_PAGE),
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
