import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../kernel/time/durations.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** A time as a file writes it. */
export interface WrittenTime {
  readonly year: number;
  /** In the order of the file where a month is a number behind or before the day. */
  readonly first: number;
  readonly second: number;
  /** null: a year of four digits comes first or the month has its name: `first` is the day and `second` the month. */
  readonly order: 'dmy' | 'mdy' | 'either' | null;
  /** The day and month of it, where `first` is a year of two digits; null: it is none. */
  readonly yearFirst: Pick<WrittenTime, 'year' | 'first' | 'second'> | null;
  /** Since midnight; null: a date alone. */
  readonly timeMs: number | null;
  /** null: a local time. */
  readonly offsetMs: number | null;
}

const YEAR_FIRST = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/;
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;
const DAY_NAMED = /^(\d{1,2})[- ]([A-Za-z]{3,9})\.?[- ,]+(\d{4}|\d{2})(?!\d)/;
const NAMED_DAY = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})(?!\d)/;
const TIME =
  /^(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?: ?([AaPp])\.?[Mm]\.?)?(?: ?(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?))?$/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH_NAMES = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november'],
  'december',
];
const CENTURY = 2000;
/** No zone is further from UTC. */
const MOST_OFFSET_HOURS = 14;

function monthNamed(text: string): number | null {
  const name = text.toLowerCase();
  const at = MONTH_NAMES.findIndex((full, month) => name === full || name === MONTHS[month]);
  return at === -1 ? (name === 'sept' ? 9 : null) : at + 1;
}

const yearOf = (text: string): number => (text.length === 2 ? CENTURY + Number(text) : Number(text));

type WrittenDate = Pick<WrittenTime, 'year' | 'first' | 'second' | 'order' | 'yearFirst'> & {
  readonly length: number;
};

/** The order of day and month that one date shows, if the year is its last part. With dots the day is the first. */
function orderOf(first: number, second: number, sign: string): WrittenTime['order'] {
  if (first > 12 || sign === '.') return 'dmy';
  return second > 12 ? 'mdy' : 'either';
}

function dateIn(text: string): WrittenDate | null {
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst !== null) {
    const [{ length }, year, , month, day] = yearFirst;
    return { year: Number(year), first: Number(day), second: Number(month), order: null, yearFirst: null, length };
  }
  const yearLast = YEAR_LAST.exec(text);
  if (yearLast !== null) {
    const [{ length }, one = '', sign = '', other, year = ''] = yearLast;
    const [first, second] = [Number(one), Number(other)];
    const isShort = one.length === 2 && year.length === 2;
    const yearFirst = isShort ? { year: yearOf(one), first: Number(year), second } : null;
    return { year: yearOf(year), first, second, order: orderOf(first, second, sign), yearFirst, length };
  }
  const dayNamed = DAY_NAMED.exec(text);
  const namedDay = dayNamed === null ? NAMED_DAY.exec(text) : null;
  const [found, day, name = '', year = ''] =
    dayNamed ?? (namedDay === null ? [] : [namedDay[0], namedDay[2], namedDay[1], namedDay[3]]);
  const month = monthNamed(name);
  if (found === undefined || month === null) return null;
  const first = Number(day);
  return { year: yearOf(year), first, second: month, order: null, yearFirst: null, length: found.length };
}

/** Milliseconds since midnight and the offset that the text names; null: the text is no time of day. */
export function timeOfDayIn(text: string): (Pick<WrittenTime, 'offsetMs'> & { readonly timeMs: number }) | null {
  const match = TIME.exec(text.trim());
  if (match === null) return null;
  const [, hours = '', minutes = '', seconds = '0', fraction = '', half, offset] = match;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0);
  if (half !== undefined && (Number(hours) < 1 || Number(hours) > 12)) return null;
  const timeMs =
    hour * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * 1000 + Number(fraction.padEnd(3, '0').slice(0, 3));
  // 24:00 is how many meters write the end of a day.
  if (Number(minutes) > 59 || Number(seconds) > 59 || timeMs > DAY_MS) return null;
  return { timeMs, offsetMs: offset === undefined ? null : offsetOf(offset) };
}

/** Names of UTC have no digits. */
function offsetOf(text: string): number {
  const digits = text.replaceAll(/\D/g, '');
  const size = Number(digits.slice(0, 2)) * HOUR_MS + Number(digits.slice(2)) * MINUTE_MS;
  return text.startsWith('-') ? -size : size;
}

/** `Date/time UTC`, `Date Time, GMT+02:00`; not `GMT/BST`, which is two zones. */
const ZONE_OF_HEAD =
  /(?:^|[^a-z]|time|date)(?:utc|gmt)(?:\s*([+\-−])\s*(\d{1,2})(?::?([0-5]\d))?)?(?![a-z\d/]|:\d|\s*[+\-−]\s*\d)/i;

/** The offset that the head of a column of times names; null: it names none. */
export function offsetInHead(head: string): number | null {
  const [found, sign = '', hours = '0', minutes = '0'] = ZONE_OF_HEAD.exec(head) ?? [];
  if (found === undefined || Number(hours) > MOST_OFFSET_HOURS) return null;
  return offsetOf(`${sign === '' || sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}${minutes}`);
}

/** The time that a cell holds, with its date; null: the cell holds none. */
export function writtenTime(cell: string | number): WrittenTime | null {
  if (typeof cell === 'number') return null;
  const text = cell.trim();
  const date = dateIn(text);
  if (date === null) return null;
  const { length, ...day } = date;
  const rest = text.slice(length).replace(/^[T ,]+/, '');
  if (rest === '') return { ...day, timeMs: null, offsetMs: null };
  const time = text.length === length + rest.length ? null : timeOfDayIn(rest);
  return time === null ? null : { ...day, ...time };
}

/** The local time, written as if it were UTC; null: there is no such day. */
export function localMsOf(time: WrittenTime, asked: DateOrder): EpochMillis | null {
  const { order, timeMs } = time;
  const read = asked === 'ymd' && order !== null ? time.yearFirst : time;
  if (read === null) return null;
  const { year, first, second } = read;
  const [day, month] = order !== null && asked === 'mdy' ? [second, first] : [first, second];
  const midnight = Date.UTC(year, month - 1, day);
  const made = new Date(midnight);
  const exists = made.getUTCFullYear() === year && made.getUTCMonth() === month - 1 && made.getUTCDate() === day;
  return exists ? midnight + (timeMs ?? 0) : null;
}
