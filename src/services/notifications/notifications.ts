import type { DataContext } from '../../context.ts';
import type { Database } from '../../database/database.ts';
import { DEADLOCK, retry, UNIQUE_VIOLATION } from '../../database/retry.ts';
import type { Actor } from '../../domain/access/actor.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { administratorsChannel } from '../../domain/live/web-event.ts';
import { shiftAdjustedText } from '../../domain/notifications/shift-adjusted.ts';
import { businessDateOf, dayStart } from '../../domain/time/business-clock.ts';
import { addDays } from '../../domain/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../domain/time/types.ts';
import { writeAudit } from '../../store/audit.ts';
import type { ListPage } from '../../store/list-page.ts';
import {
  assignNotification,
  countNotifications,
  isUserOf,
  listNotifications,
  listUnreadNotifications,
  markNotifications,
  type Notification,
  resolveNotification,
} from '../../store/notifications.ts';
import { registerPushToken } from '../../store/push-tokens.ts';
import { broadcastWebEvent } from '../live/publish.ts';

export type { Notification } from '../../store/notifications.ts';

interface NotificationList {
  readonly notifications: readonly Notification[];
  /** Now, on the industry's own clock. */
  readonly date: string;
}

/** In-app notifications of one industry (specification, User: notifications). */
export interface NotificationsService {
  /** Those of the last `days` business days, the running one among them; 0: all. */
  list(industry: Industry, days: number, page: ListPage): Promise<NotificationList>;
  /** Those of business days, both included. */
  listRange(industry: Industry, from: BusinessDate, to: BusinessDate, page: ListPage): Promise<NotificationList>;
  /** With how many there are, and how many nobody has read. `total` is of what is listed. */
  listCounted(
    industry: Industry,
    unreadOnly: boolean,
    page: ListPage,
  ): Promise<{ readonly notifications: readonly Notification[]; readonly total: number; readonly unread: number }>;
  /** Gives back the ids that are none of the industry's. */
  markRead(caller: Caller, by: Actor, isRead: ReadonlyMap<string, boolean>): Promise<readonly string[]>;
  /** @throws ServiceError 404 when it is not the industry's. */
  markOneRead(caller: Caller, by: Actor, notificationId: string): Promise<void>;
  /** @throws ServiceError 404 for another notification or user than one of the industry. */
  assign(caller: Caller, by: Actor, assigned: { notificationId: string; assigneeId: string }): Promise<void>;
  /** @throws ServiceError 404 */
  unassign(industry: Industry, by: Actor, notificationId: string): Promise<void>;
  /** @throws ServiceError 404 */
  resolve(industry: Industry, by: Actor, notificationId: string): Promise<void>;
  /** The user's messages go to this device from now on, by this token. */
  registerPush(self: Pick<Caller, 'userKey'>, deviceId: string, token: string): Promise<void>;
}

export function createNotifications({ database, clock }: DataContext): NotificationsService {
  const listed = async (
    industry: Industry,
    window: { from: number; until: number } | null,
    page: ListPage,
  ): Promise<NotificationList> => ({
    notifications: await listNotifications(
      database,
      industry.industryKey,
      window === null ? null : { from: new Date(window.from), until: new Date(window.until) },
      page,
    ),
    date: shiftAdjustedText(industry.clock, clock.now()),
  });
  const between = (industry: Industry, from: BusinessDate, to: BusinessDate) => ({
    from: dayStart(industry.clock, from),
    until: dayStart(industry.clock, addDays(to, 1)),
  });
  return {
    list: (industry, days, page) => {
      if (days === 0) return listed(industry, null, page);
      const today = businessDateOf(industry.clock, clock.now());
      return listed(industry, between(industry, addDays(today, 1 - days), today), page);
    },
    listRange: (industry, from, to, page) => listed(industry, between(industry, from, to), page),
    listCounted: async (industry, unreadOnly, page) => {
      const { industryKey } = industry;
      const [notifications, { total, unread }] = await Promise.all([
        unreadOnly
          ? listUnreadNotifications(database, industryKey, page)
          : listNotifications(database, industryKey, null, page),
        countNotifications(database, industryKey),
      ]);
      return { notifications, total: unreadOnly ? unread : total, unread };
    },
    markRead: async (caller, by, isRead) => {
      const found = await mark(database, caller, by, { isRead, at: clock.now() });
      return [...isRead.keys()].filter((id) => !found.has(id));
    },
    markOneRead: async (caller, by, notificationId) => {
      const isRead = new Map([[notificationId, true]]);
      if ((await mark(database, caller, by, { isRead, at: clock.now() })).size === 0) throw noNotification();
    },
    assign: (caller, by, assigned) => assign(database, caller, by, { ...assigned, at: new Date(clock.now()) }),
    unassign: ({ industryKey }, actor, notificationId) =>
      database.transaction(async (transaction) => {
        if (!(await assignNotification(transaction, industryKey, notificationId, null))) throw noNotification();
        await writeAudit(transaction, {
          at: clock.now(),
          actor,
          industryKey,
          verb: 'notification.unassign',
          subject: notificationId,
          before: null,
          after: null,
        });
      }),
    resolve: ({ industryKey }, actor, notificationId) =>
      database.transaction(async (transaction) => {
        const at = clock.now();
        if (!(await resolveNotification(transaction, industryKey, notificationId, new Date(at))))
          throw noNotification();
        await writeAudit(transaction, {
          at,
          actor,
          industryKey,
          verb: 'notification.resolve',
          subject: notificationId,
          before: null,
          after: null,
        });
      }),
    registerPush: ({ userKey }, deviceId, token) =>
      // Two users who register one token at the same moment meet at its unique index.
      retry(
        () =>
          database.transaction((transaction) =>
            registerPushToken(transaction, { userKey, deviceId, token, at: new Date(clock.now()) }),
          ),
        { codes: [UNIQUE_VIOLATION, DEADLOCK], attempts: 5, pause: (attempt) => 10 * 2 ** attempt * Math.random() },
      ),
  };
}

const noNotification = (): ServiceError => new ServiceError(404, 'There is no such notification');

/**
 * Gives back the ids that are the industry's. Spec gap: people read for themselves, and that needs no row. An operator
 * who reads in their place leaves one.
 */
const mark = (
  database: Database,
  { industryId, industryKey, homeIndustryId }: Caller,
  actor: Actor,
  { isRead, at }: { readonly isRead: ReadonlyMap<string, boolean>; readonly at: EpochMillis },
): Promise<ReadonlySet<string>> =>
  database.transaction(async (transaction) => {
    const found = await markNotifications(transaction, industryKey, isRead, new Date(at));
    const [first] = found;
    if (first === undefined || homeIndustryId === industryId) return found;
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
    return found;
  });

interface Assignment {
  readonly notificationId: string;
  readonly assigneeId: string;
  readonly at: Date;
}

/** Told to the industry's administrators who have a page open once it is written, and not kept. */
const assign = (
  database: Database,
  { industryId, industryKey, userId }: Caller,
  actor: Actor,
  { notificationId, assigneeId, at }: Assignment,
): Promise<void> =>
  database.transaction(async (transaction) => {
    if (!(await isUserOf(transaction, industryKey, assigneeId)))
      throw new ServiceError(404, `'assigneeId': '${assigneeId.slice(0, 80)}' is not a user of your industry`, [
        { field: 'assigneeId', problem: 'is not a userId of your industry' },
      ]);
    const isAssigned = await assignNotification(transaction, industryKey, notificationId, {
      assigneeId,
      by: userId,
      at,
    });
    if (!isAssigned) throw noNotification();
    await writeAudit(transaction, {
      at: at.getTime(),
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
