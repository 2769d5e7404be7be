import { IANAZone } from 'luxon';
import { DAY_MS, MINUTE_MS } from './durations.ts';
import type { EpochMillis } from './types.ts';

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
