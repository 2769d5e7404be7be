import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import { dayNumberOf } from './business-date.ts';
import type { BusinessDate, DayRule, EpochMillis } from './types.ts';

const offsetMs = (zone: IANAZone, instant: EpochMillis): number => zone.offset(instant) * MINUTE_MS;

/**
 * The instant at which clocks of the zone show a local time.
 *
 * Where clocks change there may be no such instant, or two. PostgreSQL's `timestamp AT TIME ZONE zone` then reads a
 * skipped time with the offset before the change and a repeated one with the offset after it: the later of the two
 * readings both times. The same is done here, so that SQL and TypeScript agree.
 *
 * @param localMs the local time, written as if it were UTC, milliseconds.
 */
export const instantOfLocal = (zone: IANAZone, localMs: number): EpochMillis => {
  // No zone is further than a day from UTC, so these two offsets enclose any change the local time can be part of.
  const before = offsetMs(zone, localMs - DAY_MS);
  const after = offsetMs(zone, localMs + DAY_MS);
  const asBefore = localMs - before;
  if (before === after) return asBefore;
  const asAfter = localMs - after;
  const beforeHolds = offsetMs(zone, asBefore) === before;
  const afterHolds = offsetMs(zone, asAfter) === after;
  if (beforeHolds === afterHolds) return Math.max(asBefore, asAfter);
  return beforeHolds ? asBefore : asAfter;
};

/** The instant at which clocks of the zone show a time, `HH:MM` or `HH:MM:SS`, of a calendar date. */
export const instantOnDate = (timezone: string, date: BusinessDate, time: string): EpochMillis =>
  instantOfLocal(IANAZone.create(timezone), dayNumberOf(date) * DAY_MS + Date.parse(`1970-01-01T${time}Z`));

/**
 * When the shift whose start is nearest to an instant begins, by the wall clock of the industry's zone; null when that
 * is further away than `within` milliseconds, before or after. Where clocks change it is the instant that the business
 * day takes, too.
 */
export function shiftStartNear(
  { timezone, shiftStartAt }: Pick<DayRule, 'timezone' | 'shiftStartAt'>,
  instant: EpochMillis,
  within: EpochMillis,
): EpochMillis | null {
  const zone = IANAZone.create(timezone);
  const shiftMs = Date.parse(`1970-01-01T${shiftStartAt}Z`);
  const utcDay = Math.floor(instant / DAY_MS);
  // No zone is further than a day from UTC.
  const starts = [utcDay - 1, utcDay, utcDay + 1].map((day) => instantOfLocal(zone, day * DAY_MS + shiftMs));
  const distance = (start: EpochMillis): number => Math.abs(start - instant);
  const nearest = starts.reduce((best, start) => (distance(start) < distance(best) ? start : best));
  return distance(nearest) <= within ? nearest : null;
}
