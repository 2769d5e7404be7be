import { dateOrNull, type Querier, type RowOf } from '../../platform/database/database.ts';
import { type Language, LANGUAGES } from '../../kernel/language.ts';
import type { AlertCategory } from '../rules/listing.ts';
import type { Severity } from '../../kernel/severity.ts';
import type { ListPage } from '../../platform/database/list-page.ts';

interface NotificationWords {
  readonly title: string;
  readonly message: string;
}

interface NewNotification {
  /** The incident it tells of; null: none. */
  readonly incidentKey: number | null;
  readonly words: (language: Language) => NotificationWords;
  /** The matter: an alert type, or the type of the request that made it. */
  readonly type: string;
  readonly category: AlertCategory;
  readonly priority: Severity;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
  /** userIds; absent: it is handed to nobody. */
  readonly assigned?: { readonly to: string; readonly by: string };
}

/** A listed notification. Once one person has read it, it counts as read for the whole industry. */
export interface Notification extends Omit<NewNotification, 'incidentKey' | 'assigned' | 'words'>, NotificationWords {
  readonly notificationId: string;
  /** Identity of the incident it tells of; null: none. */
  readonly incidentId: string | null;
  readonly readAt: Date | null;
  /** userIds; null: nobody. */
  readonly assigneeId: string | null;
  readonly assignedBy: string | null;
  readonly resolvedAt: Date | null;
}

/** Writes one notification for all users of the industry. Returns its identity. */
export async function addNotification(db: Querier, industryKey: number, added: NewNotification): Promise<string> {
  const translations = LANGUAGES.filter((language) => language !== 'en').map((language) => [
    language,
    added.words(language),
  ]);
  const row = await db.one<{ notificationId: string }>('notifications.add', {
    industryKey,
    incidentKey: added.incidentKey,
    ...added.words('en'),
    translations: JSON.stringify(Object.fromEntries(translations)),
    type: added.type,
    category: added.category,
    priority: added.priority,
    data: JSON.stringify(added.data),
    createdAt: added.createdAt,
    assigneeId: added.assigned?.to ?? null,
    assignedBy: added.assigned?.by ?? null,
  });
  return row.notificationId;
}

type NotificationRow = RowOf<Notification, 'createdAt' | 'readAt' | 'resolvedAt'>;

const fromRow = (row: NotificationRow): Notification => ({
  ...row,
  createdAt: new Date(row.createdAt),
  readAt: dateOrNull(row.readAt),
  resolvedAt: dateOrNull(row.resolvedAt),
});

/** A page of notifications in the words of a language. */
export interface NotificationPage extends ListPage {
  readonly language: Language;
}

/** The newest first. @param window null: whenever they were made; its end is excluded. */
export const listNotifications = async (
  db: Querier,
  industryKey: number,
  window: { readonly from: Date; readonly until: Date } | null,
  { limit, offset, language }: NotificationPage,
): Promise<Notification[]> =>
  (
    await db.many<NotificationRow>('notifications.list', {
      industryKey,
      from: window?.from ?? null,
      until: window?.until ?? null,
      limit,
      offset,
      language,
    })
  ).map(fromRow);

/** Unread notifications, the newest first. */
export const listUnreadNotifications = async (
  db: Querier,
  industryKey: number,
  { limit, offset, language }: NotificationPage,
): Promise<Notification[]> =>
  (await db.many<NotificationRow>('notifications.list_unread', { industryKey, limit, offset, language })).map(fromRow);

export const countNotifications = (db: Querier, industryKey: number): Promise<{ total: number; unread: number }> =>
  db.one('notifications.count', { industryKey });

/** Identities of notifications that belong to the industry. */
export const markNotifications = async (
  db: Querier,
  industryKey: number,
  isRead: ReadonlyMap<string, boolean>,
  at: Date,
): Promise<ReadonlySet<string>> => {
  const rows = await db.many<{ notificationId: string }>('notifications.mark', {
    industryKey,
    notificationIds: [...isRead.keys()],
    isRead: [...isRead.values()],
    at,
  });
  return new Set(rows.map((row) => row.notificationId));
};

/** @param assignment null takes the assignee away. false: the industry has no such notification. */
export const assignNotification = async (
  db: Querier,
  industryKey: number,
  notificationId: string,
  assignment: { readonly assigneeId: string; readonly by: string; readonly at: Date } | null,
): Promise<boolean> =>
  (await db.maybeOne('notifications.assign', {
    industryKey,
    notificationId,
    assigneeId: assignment?.assigneeId ?? null,
    by: assignment?.by ?? null,
    at: assignment?.at ?? null,
  })) !== null;

/** false: the industry has no such notification. */
export const resolveNotification = async (
  db: Querier,
  industryKey: number,
  notificationId: string,
  at: Date,
): Promise<boolean> => (await db.maybeOne('notifications.resolve', { industryKey, notificationId, at })) !== null;

/** Upkeep. */
export const forgetNotifications = async (db: Querier, before: Date): Promise<void> => {
  await db.many('notifications.forget', { before });
};
