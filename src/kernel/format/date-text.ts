import { DateTime } from 'luxon';
import { type Language, LANGUAGES } from '../language.ts';
import { businessDate } from '../time/business-date.ts';
import { HOUR_MS } from '../time/durations.ts';
import type { BusinessDate, EpochMillis } from '../time/types.ts';

/** `01 Jan`. */
export const dayOfMonthText = (date: BusinessDate, language: Language = 'en'): string =>
  dateText(date, language).slice(0, -' 2026'.length);

/** `January 2026`. */
export const wholeMonthText = (date: BusinessDate, language: Language = 'en'): string =>
  `${new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(Date.parse(date))} ${date.slice(0, 4)}`;

/** `Jan` to `Dec`, as each language shortens them. */
const MONTHS = new Map(
  LANGUAGES.map((language) => {
    const { format } = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' });
    return [language, Array.from({ length: 12 }, (_, month) => format(Date.UTC(2026, month)))] as const;
  }),
);
const monthOf = (month: number, language: Language): string => MONTHS.get(language)?.[month - 1] ?? String(month);

/** `04 Jun 2026`, which nobody reads the wrong way round. */
export function dateText(date: BusinessDate, language: Language = 'en'): string {
  const [year, month, day] = date.split('-');
  return `${day} ${monthOf(Number(month), language)} ${year}`;
}

/** `Jun 2026`, of any day of it. */
export const monthNameText = (date: BusinessDate, language: Language = 'en'): string =>
  dateText(date, language).slice('04 '.length);

const inZone = (epochMs: EpochMillis, timezone: string): DateTime =>
  DateTime.fromMillis(epochMs, { zone: timezone, locale: 'en' });

const digits = (count: number): string => String(count).padStart(2, '0');
const dayOf = ({ day, month }: DateTime, language: Language): string => `${digits(day)} ${monthOf(month, language)}`;
const clockOf = ({ hour, minute }: DateTime): string => `${digits(hour)}:${digits(minute)}`;

/** The day that calendars of the zone show, whenever business days begin. */
export const calendarDate = (epochMs: EpochMillis, timezone: string): BusinessDate =>
  businessDate(inZone(epochMs, timezone).toFormat('yyyy-MM-dd'));

/** `04 Jun` as calendars of the zone show it. */
export const dayText = (epochMs: EpochMillis, timezone: string, language: Language = 'en'): string =>
  dayOf(inZone(epochMs, timezone), language);

/** No zone sets its clocks by more. */
const LONGEST_CHANGE_MS = 3 * HOUR_MS;

/** `+13:00` where the zone's clocks show a time twice, as on a day of 25 hours; else null. */
export function repeatedOffset(epochMs: EpochMillis, timezone: string): string | null {
  const at = inZone(epochMs, timezone);
  const offsets = [epochMs - LONGEST_CHANGE_MS, epochMs + LONGEST_CHANGE_MS].map((near) => at.zone.offset(near));
  return offsets.every((offset) => offset === at.offset) || at.getPossibleOffsets().length < 2
    ? null
    : at.toFormat('ZZ');
}

const withOffset = (text: string, offset: string | null, between: string): string =>
  offset === null ? text : `${text}${between}${offset}`;

/** `04 Jun 2026 14:20` as clocks of the zone show it; with the offset where they show it twice. */
export function instantText(epochMs: EpochMillis, timezone: string, language: Language = 'en'): string {
  const at = inZone(epochMs, timezone);
  return withOffset(`${dayOf(at, language)} ${at.year} ${clockOf(at)}`, repeatedOffset(epochMs, timezone), ' ');
}

/** `14:20` as clocks of the zone show it; with the offset where they show it twice. */
export const clockText = (epochMs: EpochMillis, timezone: string): string =>
  withOffset(clockOf(inZone(epochMs, timezone)), repeatedOffset(epochMs, timezone), ' ');

/** `2026-06-04 14:20` in the zone, which spreadsheets of every country read; with the offset where it comes twice. */
export const sheetInstantText = (epochMs: EpochMillis, timezone: string): string =>
  withOffset(inZone(epochMs, timezone).toFormat('yyyy-MM-dd HH:mm'), repeatedOffset(epochMs, timezone), '');

/** `04 Jun 2026, 02:20 PM (Asia/Kolkata)`: when a report was generated (specification, User: reports, Output). */
export function generatedText(epochMs: EpochMillis, timezone: string, language: Language = 'en'): string {
  // Months as this language has them everywhere else, and the clock that its other texts have.
  if (language !== 'en') return `${instantText(epochMs, timezone, language)} (${timezone})`;
  const at = DateTime.fromMillis(epochMs, { zone: timezone, locale: 'en-US' });
  return `${at.toFormat('dd LLL yyyy, hh:mm a')} (${timezone})`;
}
