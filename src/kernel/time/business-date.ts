import { DAY_MS } from './durations.ts';
import type { BusinessDate, EpochMillis } from './types.ts';

const FIRST_YEAR = 1900;
const LAST_YEAR = 2200;

/** Whole days since 1970-01-01, negative before. A calendar position: no zone is involved. */
export type DayNumber = number;

const FIRST_DAY: DayNumber = Date.UTC(FIRST_YEAR, 0, 1) / DAY_MS;
const LAST_DAY: DayNumber = Date.UTC(LAST_YEAR, 11, 31) / DAY_MS;

/** null when the three numbers name no calendar date of the years 1900 to 2200. */
const dayNumberOfParts = (year: number, month: number, day: number): DayNumber | null => {
  if (year < FIRST_YEAR || year > LAST_YEAR) return null;
  const date = new Date(Date.UTC(year, month - 1, day));
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() / DAY_MS : null;
};

const dayNumberOfText = (text: string, pattern: RegExp): DayNumber | null => {
  const groups = pattern.exec(text)?.groups;
  return groups === undefined
    ? null
    : dayNumberOfParts(Number(groups['year']), Number(groups['month']), Number(groups['day']));
};

/** Dates already written: a batch asks for the same days of every unit, and Date.toISOString is dear. */
const written = new Map<DayNumber, BusinessDate>();
const MAX_WRITTEN = 5000;

/**
 * The date at a whole number of days since 1970-01-01.
 * @throws RangeError outside the years 1900 to 2200, and for a number that is not whole.
 */
export const dateOfDayNumber = (dayNumber: DayNumber): BusinessDate => {
  const known = written.get(dayNumber);
  if (known !== undefined) return known;
  if (!Number.isInteger(dayNumber) || dayNumber < FIRST_DAY || dayNumber > LAST_DAY) {
    throw new RangeError(`Day number ${dayNumber} is outside the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  }
  // The range just checked makes this text a calendar date of four-digit year.
  const date = new Date(dayNumber * DAY_MS).toISOString().slice(0, 10) as BusinessDate;
  if (written.size === MAX_WRITTEN) written.clear();
  written.set(dayNumber, date);
  return date;
};

/** Whole days since 1970-01-01 of a date. */
export const dayNumberOf = (date: BusinessDate): DayNumber => Date.parse(date) / DAY_MS;

/**
 * Checked constructor from ISO `yyyy-MM-dd`.
 * @throws RangeError when the text is not a calendar date of the years 1900 to 2200.
 */
export const businessDate = (iso: string): BusinessDate => {
  const dayNumber = dayNumberOfText(iso, /^(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2})$/);
  if (dayNumber === null)
    throw new RangeError(`'${iso}' is not a date yyyy-MM-dd of the years ${FIRST_YEAR} to ${LAST_YEAR}`);
  return dateOfDayNumber(dayNumber);
};

/** The first and the last date there are. */
export const FIRST_DATE = dateOfDayNumber(FIRST_DAY);
export const LAST_DATE = dateOfDayNumber(LAST_DAY);

/**
 * The date of an instant in UTC; no business date is more than two days from it. @throws RangeError outside the years
 * 1900 to 2200.
 */
export const utcDateOf = (instant: EpochMillis): BusinessDate => dateOfDayNumber(Math.floor(instant / DAY_MS));

export const earlierOf = (a: BusinessDate, b: BusinessDate): BusinessDate => (a < b ? a : b);
export const laterOf = (a: BusinessDate, b: BusinessDate): BusinessDate => (a < b ? b : a);

const REQUEST_DATE = /^(?<day>\d{2})\/(?<month>\d{2})\/(?<year>\d{4})$/;

/**
 * Reads a request date `DD/MM/YYYY` (specification, Conventions); null unless it is exactly that and exists, years 1900
 * to 2200.
 */
export const parseRequestDate = (text: string): BusinessDate | null => {
  const dayNumber = dayNumberOfText(text, REQUEST_DATE);
  return dayNumber === null ? null : dateOfDayNumber(dayNumber);
};

/**
 * Spec gap: the years that requests may name. They keep clear of both ends of the dates there are, because days, months
 * and years around a date must exist, by a clock of any offset.
 */
const FIRST_ASKED_YEAR = FIRST_YEAR + 10;
const LAST_ASKED_YEAR = LAST_YEAR - 10;
export const ASKED_YEARS = `the years ${FIRST_ASKED_YEAR} to ${LAST_ASKED_YEAR}`;

/** True when figures may be asked for by a date of this year. */
export const isAskedYear = (year: number): boolean => year >= FIRST_ASKED_YEAR && year <= LAST_ASKED_YEAR;

interface NoDate {
  readonly date?: never;
  /** The reason of the refusal, as the end of a sentence. */
  readonly problem: string;
  /** A date, and of another year than may be asked for. */
  readonly isOtherYear: boolean;
}

/** Reads a date `DD/MM/YYYY` that figures are asked for by. */
export function readRequestDate(
  text: string,
): { readonly date: BusinessDate; readonly problem?: never; readonly isOtherYear?: never } | NoDate {
  const year = REQUEST_DATE.exec(text)?.groups?.['year'];
  if (year !== undefined && !isAskedYear(Number(year)))
    return { problem: `is not of ${ASKED_YEARS}`, isOtherYear: true };
  const date = parseRequestDate(text);
  return date === null ? { problem: 'is not a date DD/MM/YYYY', isOtherYear: false } : { date };
}

const dayFirst = (date: BusinessDate, separator: string): string =>
  `${date.slice(8, 10)}${separator}${date.slice(5, 7)}${separator}${date.slice(0, 4)}`;

/** `DD/MM/YYYY`, as requests and answers write dates. */
export const formatRequestDate = (date: BusinessDate): string => dayFirst(date, '/');

/** `DD-MM-YYYY`, as document ids write dates. */
export const toDashed = (date: BusinessDate): string => dayFirst(date, '-');

/** `MM/YYYY` of the date's month. */
export const monthOf = (date: BusinessDate): string => `${date.slice(5, 7)}/${date.slice(0, 4)}`;

/** First day of the date's month. */
export const firstOfMonth = (date: BusinessDate): BusinessDate => businessDate(`${date.slice(0, 7)}-01`);

/** Last day of the date's month. */
export const lastOfMonth = (date: BusinessDate): BusinessDate =>
  dateOfDayNumber(Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)), 0) / DAY_MS);

/** First day of the date's year. */
export const firstOfYear = (date: BusinessDate): BusinessDate => businessDate(`${date.slice(0, 4)}-01-01`);

/** @throws RangeError for a date of 2200. */
export const firstOfNextYear = (date: BusinessDate): BusinessDate =>
  businessDate(`${Number(date.slice(0, 4)) + 1}-01-01`);

/**
 * The date `days` later, earlier when negative.
 * @throws RangeError when the result leaves the years 1900 to 2200.
 */
export const addDays = (date: BusinessDate, days: number): BusinessDate => dateOfDayNumber(dayNumberOf(date) + days);

/**
 * The day of the same number `months` later (earlier when negative), or that month's last day where it is shorter.
 * @throws RangeError when the result leaves the years 1900 to 2200.
 */
export const addMonths = (date: BusinessDate, months: number): BusinessDate => {
  const first = Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1 + months, 1) / DAY_MS;
  const monthStart = dateOfDayNumber(first);
  const lengthDays = dayNumberOf(lastOfMonth(monthStart)) - first + 1;
  return dateOfDayNumber(first + Math.min(Number(date.slice(8, 10)), lengthDays) - 1);
};

/** Whole days from the first date to the second; negative when the second is earlier. */
export const daysBetween = (from: BusinessDate, to: BusinessDate): number => dayNumberOf(to) - dayNumberOf(from);

/** Every date of `from`..`to`, both included, ascending; none when `to` is before `from`. */
export function* eachDate(from: BusinessDate, to: BusinessDate): Generator<BusinessDate, void, void> {
  const last = dayNumberOf(to);
  for (let dayNumber = dayNumberOf(from); dayNumber <= last; dayNumber += 1) yield dateOfDayNumber(dayNumber);
}

/** First and last of neighbouring dates; the dates ascending, and one may come twice. */
export function stretchesOf(dates: readonly BusinessDate[]): [BusinessDate, BusinessDate][] {
  const found: [BusinessDate, BusinessDate][] = [];
  for (const date of dates) {
    const current = found.at(-1);
    if (current?.[1] === date) continue;
    if (current !== undefined && daysBetween(current[1], date) === 1) current[1] = date;
    else found.push([date, date]);
  }
  return found;
}
