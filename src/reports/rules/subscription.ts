import { calendarDate } from '../../kernel/format/date-text.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { addDays, addMonths, dayNumberOf, firstOfMonth, lastOfMonth } from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { instantOnDate } from '../../kernel/time/shift-starts.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { missingPermissions } from '../../platform/login/rules/permissions.ts';
import type { ReportFrequency } from './automated-mails.ts';
import type { ReportType } from './terms.ts';

/* When a subscription mails, which days its report covers, and who still gets it. */

/** Spec gap: most subscriptions of an industry, and most recipients of one. */
export const MOST_SUBSCRIPTIONS = 50;
export const MOST_RECIPIENTS = 20;

/** When a subscription mails, by the clocks of the industry's zone. */
export interface Timing {
  readonly frequency: ReportFrequency;
  /** 1: Monday; null: not weekly. */
  readonly weekday: number | null;
  /** Beyond the end of a shorter month: its last day. Null: not monthly. */
  readonly monthDay: number | null;
  /** `HH:MM` */
  readonly localTime: string;
}

/**
 * Report types that each frequency can mail, because they cover just the day, the week or the month. Spec gap:
 * `summary` is not among them, because its days begin before the day that it is asked for.
 */
export const MAILED_TYPES: Readonly<Record<ReportFrequency, readonly ReportType[]>> = {
  daily: ['daily', 'hourly', 'granular', 'ai_summary', 'custom'],
  weekly: ['weekly', 'daily_range', 'hourly', 'granular', 'custom'],
  monthly: ['monthly', 'daily_range', 'monthly_range', 'hourly', 'granular', 'custom'],
};

/** 1970-01-01 was a Thursday. */
const weekdayOf = (date: BusinessDate): number => ((((dayNumberOf(date) + 3) % 7) + 7) % 7) + 1;
const monthDayOf = (date: BusinessDate): number => Number(date.slice(8));

function fallsOn({ frequency, weekday, monthDay }: Timing, date: BusinessDate): boolean {
  switch (frequency) {
    case 'daily':
      return true;
    case 'weekly':
      return weekdayOf(date) === weekday;
    case 'monthly':
      return monthDayOf(date) === Math.min(monthDay ?? 1, monthDayOf(lastOfMonth(date)));
  }
}

/** More days than lie between any two times of one timing. */
const LONGEST_GAP_DAYS = 33;

/**
 * Times on the calendar dates from one on, in either direction. A date has one time at most: a time that clocks pass
 * over is read as the later one, and of a time that they show twice the later counts.
 */
function* timesFrom(timing: Timing, timezone: string, from: BusinessDate, step: 1 | -1): Generator<EpochMillis> {
  for (let days = 0; days <= LONGEST_GAP_DAYS; days += 1) {
    const date = addDays(from, days * step);
    if (fallsOn(timing, date)) yield instantOnDate(timezone, date, timing.localTime);
  }
}

const found = (time: EpochMillis | undefined): EpochMillis => {
  if (time === undefined) throw new RangeError('A subscription has a time in each month.');
  return time;
};

/** The first time after an instant. */
export const nextTime = (timing: Timing, timezone: string, after: EpochMillis): EpochMillis =>
  found(timesFrom(timing, timezone, calendarDate(after, timezone), 1).find((time) => time > after));

/** The last time up to an instant, which is included. */
export const lastTime = (timing: Timing, timezone: string, until: EpochMillis): EpochMillis =>
  found(timesFrom(timing, timezone, calendarDate(until, timezone), -1).find((time) => time <= until));

/** Half the time between two reports of a day. */
const FARTHEST_MOVE_MILLISECONDS = 12 * HOUR_MS;

/**
 * The last time up to now; null: its report was asked for before the noted time. An industry that has moved to another
 * zone has its times there from now on. The one that is nearest to the noted time replaces it, so that the move neither
 * loses a report nor doubles one.
 * @param noted the time that followed the last report, by the zone of then
 */
export function dueTime(timing: Timing, timezone: string, noted: EpochMillis, now: EpochMillis): EpochMillis | null {
  const last = lastTime(timing, timezone, now);
  return last > noted - FARTHEST_MOVE_MILLISECONDS ? last : null;
}

/** A mail waits as long for the end of its day. An earlier one has the day before. */
const ENDS_WITHIN_MILLISECONDS = 2 * HOUR_MS;

/**
 * The run's date of a mail that is due at an instant: the last of its days, or a month's first. It is the last business
 * day that has ended by then or soon will, the seven days that end with it, or the calendar month before.
 */
export function dateDueAt(frequency: ReportFrequency, clock: BusinessClock, dueAt: EpochMillis): BusinessDate {
  if (frequency === 'monthly') return addMonths(firstOfMonth(calendarDate(dueAt, clock.timezone)), -1);
  return addDays(businessDateOf(clock, dueAt + ENDS_WITHIN_MILLISECONDS), -1);
}

/** The facts that decide whether a recipient gets mails. */
export interface RecipientFacts {
  /** Null: an address outside. */
  readonly userKey: number | null;
  /** A user of the industry who may log in. */
  readonly isActive: boolean;
  readonly permissions: readonly string[];
  /** Of who added an address outside. */
  readonly adderIsActive: boolean;
  readonly adderPermissions: readonly string[];
  readonly confirmedAt: Date | null;
  readonly unsubscribedAt: Date | null;
}

/** noAccess: the person, or who answers for the address outside, has left or may not do it any more. */
export const STANDINGS = ['gets', 'unconfirmed', 'unsubscribed', 'noAccess'] as const;
type RecipientStanding = (typeof STANDINGS)[number];

export const maySend = (permissions: readonly string[]): boolean =>
  missingPermissions(permissions, ['reports:send']).length === 0;
export const mayRead = (permissions: readonly string[]): boolean =>
  missingPermissions(permissions, ['reports:read']).length === 0;

export function recipientStanding(recipient: RecipientFacts): RecipientStanding {
  if (recipient.unsubscribedAt !== null) return 'unsubscribed';
  if (recipient.userKey !== null) return recipient.isActive && mayRead(recipient.permissions) ? 'gets' : 'noAccess';
  if (recipient.confirmedAt === null) return 'unconfirmed';
  return recipient.adderIsActive && maySend(recipient.adderPermissions) ? 'gets' : 'noAccess';
}

/** Who acts on a subscription. */
interface SubscriptionActor {
  readonly userKey: number;
  readonly permissions: readonly string[];
}

/**
 * Whether somebody may act on a subscription: of others, or to others, with the right to send alone.
 * @param recipients keys of users; null: an address outside
 */
export const mayMail = (
  { userKey, permissions }: SubscriptionActor,
  createdBy: number,
  recipients: readonly (number | null)[],
): boolean => maySend(permissions) || (createdBy === userKey && recipients.every((one) => one === userKey));
