import type { PeriodEntry } from '../../../kernel/document/types.ts';
import { type HourOffline, offlineByHour } from './offline.ts';
import { HOUR_MS } from '../../../kernel/time/durations.ts';
import { startText } from '../../../kernel/time/period-starts.ts';
import type { HourRollup, UnitDay } from './types.ts';

/** One elapsed hour of a business day, with its readings and its missing slots. */
export interface DayHour {
  /** ISO 8601 UTC start of the hour. */
  readonly x: string;
  /** null when the hour has no reading. */
  readonly rollup: HourRollup | null;
  readonly offline: HourOffline;
}

/**
 * Hourly entries of a day: 24, 23 or 25 when clocks change by an hour, 25 (the last half as long) for 24.5 hours; any
 * number where the industry's clock changes.
 */
export const hourCountOf = (dayLengthSeconds: number): number => Math.ceil(dayLengthSeconds / 3600);

/** Hours of a day, and of readings beyond its length, which were recorded under another clock of the industry. */
export const hoursWithReadings = ({ dayLengthSeconds, hours }: Pick<UnitDay, 'dayLengthSeconds' | 'hours'>): number =>
  Math.max(hourCountOf(dayLengthSeconds), (hours.at(-1)?.hour ?? -1) + 1);

/** ISO 8601 UTC start of the elapsed hour of a day. */
export const hourStart = (dayStartEpochMs: number, hour: number): string => startText(dayStartEpochMs + hour * HOUR_MS);

/**
 * Every hour of the day in order, hours without readings included. Rollups beyond the day's length get hours of their
 * own, so that no reading is lost.
 */
export function hoursOfDay(input: UnitDay): readonly DayHour[] {
  const hourCount = hoursWithReadings(input);
  const rollups = new Array<HourRollup | null>(hourCount).fill(null);
  for (const rollup of input.hours) rollups[rollup.hour] = rollup;
  return offlineByHour(input, hourCount).map((offline, hour) => ({
    x: hourStart(input.dayStartEpochMs, hour),
    rollup: rollups[hour] ?? null,
    offline,
  }));
}

/** The fields that the hourly entries of every group end with. */
export const closingFieldsOf = (
  hour: DayHour,
): Pick<PeriodEntry, 'offlineCount' | 'offlineDuration' | 'offlineIntervals' | 'coverage' | 'meta'> => ({
  offlineCount: hour.offline.offlineCount,
  offlineDuration: hour.offline.offlineMinutes,
  offlineIntervals: hour.offline.offlineIntervals,
  coverage: hour.offline.coverage,
  // Spec gap: the unit of lastEpoch is not stated; epoch milliseconds.
  meta: { lastEpoch: hour.rollup?.lastEpochMs ?? null },
});
