import { dateOfDayNumber } from './business-date.ts';
import { DAY_MS } from './durations.ts';
import { timeOfDayText } from './time-text.ts';
import type { EpochMillis } from './types.ts';

/** An instant as ISO 8601 UTC with milliseconds, as Date.toISOString writes it; a batch writes some 100,000 of them. */
export function writeIso(epochMs: EpochMillis): string {
  const day = Math.floor(epochMs / DAY_MS);
  return `${dateOfDayNumber(day)}T${timeOfDayText(epochMs - day * DAY_MS)}Z`;
}
