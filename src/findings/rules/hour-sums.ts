import type { BusinessDate } from '../../kernel/time/types.ts';
import type { InsightUnit } from './types.ts';

const HOURS = 24;

/** Running sums of a unit's hours up to each day, so that the mean of any stretch of days is a subtraction. */
export interface HourSums {
  readonly dates: readonly BusinessDate[];
  /** 24 entries for each day, and 24 before the first day. */
  readonly sums: Float64Array;
  readonly counts: Int32Array;
}

export function hourSumsOf({ days }: InsightUnit): HourSums {
  const sums = new Float64Array((days.length + 1) * HOURS);
  const counts = new Int32Array((days.length + 1) * HOURS);
  for (const [index, { hours }] of days.entries())
    for (let hour = 0; hour < HOURS; hour += 1) {
      const at = index * HOURS + hour;
      const value = hours[hour] ?? null;
      sums[at + HOURS] = (sums[at] ?? 0) + (value ?? 0);
      counts[at + HOURS] = (counts[at] ?? 0) + (value === null ? 0 : 1);
    }
  return { dates: days.map(({ date }) => date), sums, counts };
}

/** Mean hours of days `from` (included) to `end` (excluded); null where no day has the hour. */
export function meanHours({ dates, sums, counts }: HourSums, from: number, end: number): (number | null)[] {
  const [first, last] = [Math.max(0, from) * HOURS, Math.min(dates.length, end) * HOURS];
  return Array.from({ length: HOURS }, (_, hour) => {
    const count = (counts[last + hour] ?? 0) - (counts[first + hour] ?? 0);
    return count <= 0 ? null : ((sums[last + hour] ?? 0) - (sums[first + hour] ?? 0)) / count;
  });
}
