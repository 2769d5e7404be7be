import { z } from '@hono/zod-openapi';
import { LANGUAGES } from '../../../kernel/language.ts';
import { ALERT_CATEGORIES } from '../../rules/listing.ts';
import { SEVERITIES } from '../../../kernel/severity.ts';
import type { Notification } from '../../notifications.ts';
import { ok } from '../../../platform/http/schemas/envelope.ts';
import { identity, oneOf, page } from '../../../platform/http/schemas/parameters.ts';

/** Spec gap: fields of a notification beyond those listed. They say what is to be done, and by whom. */
const notificationObject = z
  .object({
    notificationId: z.string(),
    alertId: z.string().nullable().openapi({ description: 'The alert it tells of; null: none' }),
    title: z.string(),
    message: z.string(),
    type: z.string().openapi({ description: 'Alert type, or the type of the request that raised it' }),
    category: z.enum(ALERT_CATEGORIES),
    priority: z.enum(SEVERITIES),
    read: z.boolean().openapi({ description: 'Somebody of the industry has read it' }),
    createdAt: z.string().openapi({ format: 'date-time' }),
    assigneeId: z.string().nullable().openapi({ description: 'userId; null: nobody' }),
    assignedBy: z.string().nullable().openapi({ description: 'userId; null: nobody' }),
    resolved: z.boolean(),
    resolvedAt: z.string().nullable().openapi({ format: 'date-time' }),
    data: z.record(z.string(), z.unknown()).openapi({ description: 'What the alert was about' }),
  })
  .openapi('Notification');

export const notificationOf = (found: Notification): z.infer<typeof notificationObject> => ({
  notificationId: found.notificationId,
  alertId: found.incidentId,
  title: found.title,
  message: found.message,
  type: found.type,
  category: found.category,
  priority: found.priority,
  read: found.readAt !== null,
  createdAt: found.createdAt.toISOString(),
  assigneeId: found.assigneeId,
  assignedBy: found.assignedBy,
  resolved: found.resolvedAt !== null,
  resolvedAt: found.resolvedAt?.toISOString() ?? null,
  data: { ...found.data },
});

export const notificationObjects = z.array(notificationObject);

/**
 * Spec gap: a list without end would be one answer without end; `limit` and `offset` are an addition. So is `language`,
 * because titles and messages are English.
 */
export const notificationPage = (usual: number, most: number) => ({
  language: oneOf(LANGUAGES, 'en').openapi({
    description: 'Language of title and message. What was noted before a language was there is in English',
  }),
  ...page(usual, most),
});

const notificationList = z
  .object({
    status: z.literal('success'),
    notifications: notificationObjects.openapi({ description: 'The newest first' }),
    date: z.string().openapi({
      description: "Now on the industry's own clock: business date, time since that day began, offset of the zone",
      example: '2026-01-15T02:40:00+0530',
    }),
  })
  .openapi('NotificationList');

/** 201 where there is none, which is how the specification has it. */
export const LIST_ANSWERS = {
  200: ok('Notifications', notificationList),
  201: {
    description: 'There is none',
    content: {
      'application/json': {
        schema: notificationList,
        example: { status: 'success', notifications: [], date: '2026-01-15T02:40:00+0530' },
      },
    },
  },
};

export const listAnswerOf = ({
  notifications,
  date,
}: {
  readonly notifications: readonly Notification[];
  readonly date: string;
}): z.infer<typeof notificationList> => ({
  status: 'success',
  notifications: notifications.map(notificationOf),
  date,
});

export const notificationId = () =>
  identity().openapi({
    description: 'As lists of notifications give it',
    example: '5b0f6a4e-52c1-4d0e-9d8e-3f6f1f0a2c12',
  });

/** The answer of endpoints that change a notification. */
export const changedAnswer = z.object({ status: z.literal('success'), message: z.string() }).openapi('Changed');
export const changed = (message: string) => ({ status: 'success', message }) as const;
