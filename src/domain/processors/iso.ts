import { dateOfDayNumber } from '../time/business-date.ts';
import { timeOfDayText } from '../time/time-text.ts';
import type { EpochMillis } from '../time/types.ts';

const DAY_MS = 86_400_000;

/** Writes instants as ISO 8601 UTC with milliseconds, as Date.toISOString does. */
export type IsoWriter = (epochMs: EpochMillis) => string;

/** A year of dates; more are forgotten at once. */
const DATES_KEPT = 366;

/**
 * A writer for many instants on few UTC dates, the hours of a day or the days of a month of many units. It writes each date once:
 * a batch writes some 100,000 instants, and Date.toISOString was half of its time.
 */
export function createIsoWriter(): IsoWriter {
  const dates = new Map<number, string>();
  const dateOf = (day: number): string => {
    const known = dates.get(day);
    if (known !== undefined) return known;
    if (dates.size === DATES_KEPT) dates.clear();
    const date = dateOfDayNumber(day);
    dates.set(day, date);
    return date;
  };
  return (epochMs) => {
    const day = Math.floor(epochMs / DAY_MS);
    return `${dateOf(day)}T${timeOfDayText(epochMs - day * DAY_MS)}Z`;
  };
}
