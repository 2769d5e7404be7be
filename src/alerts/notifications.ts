import type { DataContext } from '../context.ts';
import { DEADLOCK, retry, UNIQUE_VIOLATION } from '../platform/database/retry.ts';
import type { Actor, Caller } from '../platform/login/rules/caller.ts';
import { ServiceError } from '../kernel/errors.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { administratorsChannel } from '../platform/live/rules/web-event.ts';
import { shiftAdjustedText } from './rules/shift-adjusted-text.ts';
import { businessDateOf, dayStart } from '../kernel/time/business-clock.ts';
import { addDays } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { writeAudit } from '../platform/audit/store/audit.ts';
import {
  assignNotification,
  countNotifications,
  listNotifications,
  listUnreadNotifications,
  markNotifications,
  type Notification,
  type NotificationPage,
  resolveNotification,
  forgetNotifications,
} from './store/notifications.ts';
import { requireAssignee } from '../platform/directory/assignees.ts';
import { registerPushToken } from '../platform/login/store/push-tokens.ts';
import { broadcastWebEvent } from '../platform/live/publish.ts';
import { DAY_MS } from '../kernel/time/durations.ts';
import { forgetDeliveries } from './store/deliveries.ts';
import { forgetMails, forgetMornings } from './store/mails.ts';

/**
 * Spec gap: how long notifications are listed, and how long it is known who was told of an incident that has ended,
 * and what morning mails told.
 */
export const TOLD_KEPT_DAYS = 400;

/** Upkeep. Incidents stay, because reports of their time are asked for later. */
export async function forgetOldNotifications({
  database,
  clock,
}: Pick<DataContext, 'database' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - TOLD_KEPT_DAYS * DAY_MS);
  await forgetNotifications(database, before);
  await forgetDeliveries(database, before);
  await forgetMornings(database, before);
  await forgetMails(database, before);
}

export type { Notification } from './store/notifications.ts';

interface NotificationList {
  readonly notifications: readonly Notification[];
  /** Now, on the industry's own clock. */
  readonly date: string;
}

/** Business days, both included; or the last days, the running one among them, where 0 is all. */
type AskedDays = { readonly from: BusinessDate; readonly to: BusinessDate } | { readonly lastDays: number };

/* In-app notifications of one industry (specification, User: notifications). */

export async function readNotifications(
  { database, clock }: DataContext,
  { industryKey, clock: ownClock }: Industry,
  asked: AskedDays,
  page: NotificationPage,
): Promise<NotificationList> {
  const today = businessDateOf(ownClock, clock.now());
  const days = 'lastDays' in asked ? { from: addDays(today, 1 - asked.lastDays), to: today } : asked;
  const window = {
    from: new Date(dayStart(ownClock, days.from)),
    until: new Date(dayStart(ownClock, addDays(days.to, 1))),
  };
  const isAll = 'lastDays' in asked && asked.lastDays === 0;
  return {
    notifications: await listNotifications(database, industryKey, isAll ? null : window, page),
    date: shiftAdjustedText(ownClock, clock.now()),
  };
}

/** Listed notifications with their `total`, over all pages, and the number of unread ones. */
export async function readCountedNotifications(
  { database }: Pick<DataContext, 'database'>,
  { industryKey }: Industry,
  unreadOnly: boolean,
  page: NotificationPage,
): Promise<{ readonly notifications: readonly Notification[]; readonly total: number; readonly unread: number }> {
  const [notifications, { total, unread }] = await Promise.all([
    unreadOnly
      ? listUnreadNotifications(database, industryKey, page)
      : listNotifications(database, industryKey, null, page),
    countNotifications(database, industryKey),
  ]);
  return { notifications, total: unreadOnly ? unread : total, unread };
}

/**
 * Gives back the ids that are none of the industry's. Spec gap: people read for themselves, and that needs no row. An
 * operator who reads in their place leaves one.
 */
export const markNotificationsRead = (
  { database, clock }: DataContext,
  { industryId, industryKey, homeIndustryId }: Caller,
  actor: Actor,
  isRead: ReadonlyMap<string, boolean>,
): Promise<readonly string[]> =>
  database.transaction(async (transaction) => {
    const at = clock.now();
    const found = await markNotifications(transaction, industryKey, isRead, new Date(at));
    const [first] = found;
    const notFound = [...isRead.keys()].filter((id) => !found.has(id));
    if (first === undefined || homeIndustryId === industryId) return notFound;
    const idsThatAre = (read: boolean): string[] => [...found].filter((id) => isRead.get(id) === read);
    await writeAudit(transaction, {
      at,
      actor,
      industryKey,
      verb: 'notification.read',
      subject: found.size === 1 ? first : industryId,
      before: null,
      after: { read: idsThatAre(true), unread: idsThatAre(false) },
    });
    return notFound;
  });

/** @throws ServiceError 404 when it is not the industry's. */
export async function markNotificationRead(
  context: DataContext,
  caller: Caller,
  by: Actor,
  notificationId: string,
): Promise<void> {
  // The database writes ids in lower case, and a caller may have sent capitals.
  const isRead = new Map([[notificationId.toLowerCase(), true]]);
  const notFound = await markNotificationsRead(context, caller, by, isRead);
  if (notFound.length > 0) throw noNotification();
}

/**
 * Assigns a notification. Open pages of the industry's administrators are told of it once it is written, without a
 * stored event.
 * @throws ServiceError 404 for another notification or user than one of the industry, 400 for a disabled user.
 */
export const assignToUser = (
  { database, clock }: DataContext,
  { industryId, industryKey, userId }: Caller,
  actor: Actor,
  { notificationId, assigneeId }: { readonly notificationId: string; readonly assigneeId: string },
): Promise<void> =>
  database.transaction(async (transaction) => {
    const at = clock.now();
    await requireAssignee(transaction, { industryKey }, assigneeId, 'assigneeId');
    const isAssigned = await assignNotification(transaction, industryKey, notificationId, {
      assigneeId,
      by: userId,
      at: new Date(at),
    });
    if (!isAssigned) throw noNotification();
    await writeAudit(transaction, {
      at,
      actor,
      industryKey,
      verb: 'notification.assign',
      subject: notificationId,
      before: null,
      after: { assigneeId },
    });
    await broadcastWebEvent(transaction, {
      channel: administratorsChannel(industryId),
      name: 'Notification Assigned',
      payload: { industryId, notificationId, assigneeId, userId },
    });
  });

/** Takes a notification from its assignee, or resolves it. @throws ServiceError 404 */
export const unassignOrResolve = (
  { database, clock }: DataContext,
  { industryKey }: Industry,
  actor: Actor,
  { notificationId, act }: { readonly notificationId: string; readonly act: 'unassign' | 'resolve' },
): Promise<void> =>
  database.transaction(async (transaction) => {
    const at = clock.now();
    const isFound =
      act === 'unassign'
        ? await assignNotification(transaction, industryKey, notificationId, null)
        : await resolveNotification(transaction, industryKey, notificationId, new Date(at));
    if (!isFound) throw noNotification();
    await writeAudit(transaction, {
      at,
      actor,
      industryKey,
      verb: `notification.${act}`,
      subject: notificationId,
      before: null,
      after: null,
    });
  });

/** The user's messages go to this device from now on, by this token. */
export const registerPush = (
  { database, clock }: DataContext,
  { userKey, sid }: Pick<Caller, 'userKey' | 'sid'>,
  deviceId: string,
  token: string,
): Promise<void> =>
  // Two users who register one token at the same moment meet at its unique index.
  retry(
    () =>
      database.transaction((transaction) =>
        registerPushToken(transaction, { userKey, deviceId, token, sid, at: new Date(clock.now()) }),
      ),
    { codes: [UNIQUE_VIOLATION, DEADLOCK], attempts: 5, pause: (attempt) => 10 * 2 ** attempt * Math.random() },
  );

const noNotification = (): ServiceError => new ServiceError(404, 'There is no such notification');
