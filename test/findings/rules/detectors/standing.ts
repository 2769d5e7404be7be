import type { Detector, InsightDay, InsightUnit } from '../../../../src/findings/rules/types.ts';
import { BUSY, daysOf, noneTaken, unitOf } from '../days.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Start of the first day of daysOf. */
const FIRST_MS = Date.parse('2026-01-05T00:00:00Z');

/** Start of an elapsed hour of a day. */
export const hourStart = (day: number, hour: number): number => FIRST_MS + day * DAY_MS + hour * HOUR_MS;

/** Days of which each hour has come or not; `null` where none was expected. */
export const arriving = (
  count: number,
  coverageAt: (day: number, hour: number) => number | null,
  { untilHour = 24 }: { readonly untilHour?: number } = {},
): InsightDay[] =>
  daysOf(count, () => 0).map((one, day) => {
    const coverages = Array.from({ length: 24 }, (_, hour) => coverageAt(day, hour));
    const last = coverages.findLastIndex((coverage) => (coverage ?? 0) > 0);
    return {
      ...one,
      arrivals: {
        coverages,
        startEpochMs: hourStart(day, 0),
        untilEpochMs: hourStart(day, day === count - 1 ? untilHour : 24),
        // The last reading of an hour comes five minutes before its end.
        lastEpochMs: last < 0 ? null : hourStart(day, last + 1) - 300_000,
      },
    };
  });

export const spansOf = (detector: Detector, unit: InsightUnit) => detector.detect(unit, noneTaken(unit), BUSY);

export const tank = (count: number, percentAt: (day: number, hour: number) => number | null): InsightUnit =>
  unitOf(daysOf(count, percentAt), { group: 'STOCK' });
