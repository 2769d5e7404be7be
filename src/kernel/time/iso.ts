import { dateOfDayNumber, dayNumberOf, FIRST_DATE, LAST_DATE } from './business-date.ts';
import { DAY_MS } from './durations.ts';
import type { EpochMillis } from './types.ts';

/** Time of day of everything beyond 24 hours after the day's start: the last microsecond PostgreSQL can write. */
const FOLDED_TIME = '23:59:59.999999';

const padded = (count: number, digits: number, suffix: string): readonly string[] =>
  Array.from({ length: count }, (_, value) => String(value).padStart(digits, '0') + suffix);

// Written out once: ingest formats every reading, and three look-ups are several times faster than padding numbers.
const HOURS_AND_MINUTES = padded(24, 2, ':').flatMap((hour) => padded(60, 2, ':').map((minute) => hour + minute));
const SECONDS = padded(60, 2, '.');
const MILLISECONDS = padded(1000, 3, '');

/**
 * `HH:MM:SS.mmm` of the time since a day's start; `23:59:59.999999` from 24 hours on.
 * @param elapsedMs whole milliseconds, 0 or more.
 */
export const timeOfDayText = (elapsedMs: number): string => {
  if (elapsedMs >= DAY_MS) return FOLDED_TIME;
  const milliseconds = elapsedMs % 1000;
  const seconds = (elapsedMs - milliseconds) / 1000;
  const second = seconds % 60;
  return `${HOURS_AND_MINUTES[(seconds - second) / 60]}${SECONDS[second]}${MILLISECONDS[milliseconds]}`;
};

/** Days of documents. An instant that a sender or a file names may lie beyond, until somebody refuses it. */
const [FIRST_DAY, LAST_DAY] = [dayNumberOf(FIRST_DATE), dayNumberOf(LAST_DATE)];

/**
 * As {@link isoOf}, several times faster, because a batch writes some 100,000 of them.
 * @param epochMs whole milliseconds
 */
export function writeIso(epochMs: EpochMillis): string {
  const day = Math.floor(epochMs / DAY_MS);
  if (day < FIRST_DAY || day > LAST_DAY) return new Date(epochMs).toISOString();
  return `${dateOfDayNumber(day)}T${timeOfDayText(epochMs - day * DAY_MS)}Z`;
}

/** An instant as ISO 8601 UTC with milliseconds. Fractions of a millisecond are cut off. */
export const isoOf = (epochMs: EpochMillis): string => new Date(epochMs).toISOString();
export const isoOrNull = (epochMs: EpochMillis | null): string | null => (epochMs === null ? null : isoOf(epochMs));
