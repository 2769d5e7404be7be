import { DAY_MS } from './durations.ts';
import type { EpochMillis } from './types.ts';

const ISO_INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|z|([+-])(\d\d)(?::?(\d\d))?)$/;
const FOUR_CENTURIES_MS = 146_097 * DAY_MS;
const Z = 'Z'.charCodeAt(0);
const MAX_REMEMBERED_CHARACTERS = 40;
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** The two digits at a position; NaN when there is another character. */
function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48;
  const ones = text.charCodeAt(at + 1) - 48;
  return tens >= 0 && tens <= 9 && ones >= 0 && ones <= 9 ? tens * 10 + ones : Number.NaN;
}

/** Milliseconds of the form most senders write, `2026-01-15T06:05:00Z` with or without `.000`; NaN for any other. */
function plainInstant(text: string): EpochMillis {
  if (
    text.charCodeAt(text.length - 1) !== Z
    || (text.length !== 20 && text.length !== 24)
    || text[4] !== '-'
    || text[7] !== '-'
    || text[10] !== 'T'
    || text[13] !== ':'
    || text[16] !== ':'
  )
    return Number.NaN;
  let milliseconds = 0;
  if (text.length === 24)
    milliseconds = text[19] === '.' ? twoDigits(text, 20) * 10 + twoDigits(`0${text[22]}`, 0) : Number.NaN;
  return instantOf(
    twoDigits(text, 0) * 100 + twoDigits(text, 2),
    twoDigits(text, 5),
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
    milliseconds,
  );
}

/** NaN when there is no such day or time, or one of the numbers is none. */
function instantOf(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
  milliseconds: number,
): EpochMillis {
  if (!(hour <= 23 && minute <= 59 && second <= 59 && day >= 1 && day <= (DAYS_IN_MONTH[month - 1] ?? 0)))
    return Number.NaN;
  if (month === 2 && day === 29 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))) return Number.NaN;
  // Date.UTC takes the years 0 to 99 for those of the 20th century; calendars repeat after 400 years.
  return Date.UTC(year + 400, month - 1, day, hour, minute, second, milliseconds) - FOUR_CENTURIES_MS;
}

/** null when the text is none of the forms. */
function instantOfAnyForm(text: string): EpochMillis | null {
  const match = ISO_INSTANT.exec(text);
  if (match === null) return null;
  const milliseconds = match[7] === undefined ? 0 : Number(match[7].padEnd(3, '0').slice(0, 3));
  const offsetHours = match[9] === undefined ? 0 : Number(match[9]);
  const offsetMinutes = match[10] === undefined ? 0 : Number(match[10]);
  if (offsetHours > 15 || offsetMinutes > 59) return null;
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  const local = instantOf(
    Number(match[1]),
    Number(match[2]),
    Number(match[3]),
    Number(match[4]),
    Number(match[5]),
    match[6] === undefined ? 0 : Number(match[6]),
    milliseconds,
  );
  return Number.isNaN(local) ? null : local - offset;
}

/** A gateway writes the same instant for all its units, one after the other. */
let last: { readonly text: string; readonly instant: EpochMillis | null } = { text: '', instant: null };

/**
 * An ISO 8601 instant with offset; null for anything else: no offset, no such day (30 February), no such time.
 * Finer than a millisecond is cut off.
 */
export function parseInstant(value: unknown): EpochMillis | null {
  if (typeof value !== 'string') return null;
  if (value === last.text) return last.instant;
  const plain = plainInstant(value);
  const instant = Number.isNaN(plain) ? instantOfAnyForm(value) : plain;
  if (value.length <= MAX_REMEMBERED_CHARACTERS) last = { text: value, instant };
  return instant;
}
