import { DAY_MS } from '../time/durations.ts';
import type { EpochMillis } from '../time/types.ts';

const ISO_INSTANT = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|z|([+-])(\d\d):?(\d\d))$/;
const FOUR_CENTURIES_MS = 146_097 * DAY_MS;
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * An ISO 8601 instant with offset; null for anything else: no offset, no such day (30 February), no such time.
 * Finer than a millisecond is cut off.
 */
export function parseInstant(value: unknown): EpochMillis | null {
  if (typeof value !== 'string') return null;
  const match = ISO_INSTANT.exec(value);
  if (match === null) return null;
  const [year, month, day, hour, minute] = [Number(match[1]), Number(match[2]), Number(match[3]), Number(match[4]), Number(match[5])];
  const second = match[6] === undefined ? 0 : Number(match[6]);
  if (hour > 23 || minute > 59 || second > 59 || day < 1 || day > (DAYS_IN_MONTH[month - 1] ?? 0)) return null;
  if (month === 2 && day === 29 && !(year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0))) return null;
  const milliseconds = match[7] === undefined ? 0 : Number(match[7].padEnd(3, '0').slice(0, 3));
  const offsetHours = match[9] === undefined ? 0 : Number(match[9]);
  const offsetMinutes = match[10] === undefined ? 0 : Number(match[10]);
  if (offsetHours > 15 || offsetMinutes > 59) return null;
  const offset = (match[8] === '-' ? -1 : 1) * (offsetHours * 60 + offsetMinutes) * 60_000;
  // Date.UTC takes the years 0 to 99 for those of the 20th century; calendars repeat after 400 years.
  return Date.UTC(year + 400, month - 1, day, hour, minute, second, milliseconds) - FOUR_CENTURIES_MS - offset;
}
