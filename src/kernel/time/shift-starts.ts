import { IANAZone } from 'luxon';
import { DAY_MS } from './durations.ts';
import { instantOfLocal } from './local-time.ts';
import type { DayRule, EpochMillis } from './types.ts';

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
