import { DateTime } from 'luxon';
import { html } from 'hono/html';
import { dateText, instantText } from '../kernel/format/date-text.ts';
import {
  formatRequestDate,
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  readRequestDate,
} from '../kernel/time/business-date.ts';
import type { Language } from '../kernel/language.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { Markup, Visit } from './page.ts';
import { fill } from './texts.ts';

const OF_FIELD = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Date of the address, from a date field or in the API's form. The API explains any other text. */
export const requestDateOf = (text: string): string => text.replace(OF_FIELD, '$3/$2/$1');

/** `Thu 15 Jan 2026` in the reader's language. */
export const weekdayText = (date: BusinessDate, language: Language): string =>
  `${DateTime.fromISO(date, { zone: 'utc', locale: language }).toFormat('ccc')} ${dateText(date, language)}`;

/** `Thursday` in the reader's language. */
export const weekdayName = (date: BusinessDate, language: string): string =>
  DateTime.fromISO(date, { zone: 'utc', locale: language }).toFormat('cccc');

/** By whose clock and in which language a time is told. */
interface Reader {
  readonly timezone: string;
  readonly language: Language;
}

/** `15 Jan 2026 06:00` of an instant as the API writes it. */
export const momentText = (iso: string, { timezone, language }: Reader): string =>
  instantText(Date.parse(iso), timezone, language);

/** An instant as a field of date and time shows it, by the clocks of the industry. */
export function fieldTime(instantMs: EpochMillis, { timezone }: { readonly timezone: string }): string {
  const time = DateTime.fromMillis(instantMs, { zone: timezone });
  return time.toFormat(time.second === 0 ? "yyyy-MM-dd'T'HH:mm" : "yyyy-MM-dd'T'HH:mm:ss");
}

/**
 * An instant that was typed by the clocks of the industry. The API explains a text that is none.
 * @param shown the instant that the field showed, as the form kept it. Where clocks are set back a time comes twice,
 * and its text alone means the second, as for a shift
 */
export function typedInstant(text: string, clock: { readonly timezone: string }, shown: string): string {
  const shownMs = Date.parse(shown);
  if (!Number.isNaN(shownMs) && fieldTime(shownMs, clock) === text) return new Date(shownMs).toISOString();
  const typed = DateTime.fromISO(text, { zone: clock.timezone });
  return (typed.getPossibleOffsets().at(-1) ?? typed).toISO({ suppressMilliseconds: true }) ?? text;
}

/** Address of a page below /app: `?unitId=M%201&date=15%2F01%2F2026`. Parameters of null are left out. */
export const addressOf = (path: string, query: Readonly<Record<string, string | number | null>>): string => {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== null) parameters.append(name, String(value));
  return `${path}?${parameters}`;
};

export const unitAddress = (unitId: string, type: string, date: BusinessDate): string =>
  addressOf('/app/unit', { id: unitId, type, date: formatRequestDate(date) });

/** The water balance of some days, both included. @param page of its diagram; null: the first */
export const balanceAddress = (from: BusinessDate, to: BusinessDate, page: string | null = null): string =>
  addressOf('/app/balance', { from, to, page });

export const explainAddress = (unitId: string, date: BusinessDate, hour: number | null = null): string =>
  addressOf('/app/explain', { unitId, date: formatRequestDate(date), hour });

/** A date of the API's own answer. */
export function dateOf(text: string): BusinessDate {
  const { date } = readRequestDate(text);
  if (date === undefined) throw new Error(`The service told no date: ${text}`);
  return date;
}

/** Line that says once a page by whose clock it is, and when a day begins. */
export const asOf = ({ texts, nowMs, clock }: Pick<Visit, 'texts' | 'nowMs' | 'clock'>): Markup =>
  html`<p class="muted" id="as-of" data-live>
    ${fill(texts.frame.asOf, {
      time: instantText(nowMs, clock.timezone, texts.language),
      zone: clock.timezone,
      start: clock.startAt.slice(0, 5),
    })}
  </p>`;

/** The business day of an instant, by the rule that counts today. */
export function businessDayOf(instantMs: EpochMillis, { clock, nowMs }: Pick<Visit, 'clock' | 'nowMs'>): BusinessDate {
  const byStart = { timezone: clock.timezone, shiftStartAt: clock.startAt, daysOffset: 0 };
  // An industry may name its days by the day on which they end.
  const offset = daysBetween(businessDateOf(byStart, nowMs), clock.today);
  return addDays(businessDateOf(byStart, instantMs), offset);
}

/** `2026-06`, the month of an address. */
export const monthText = (date: BusinessDate): string => date.slice(0, 7);

/** The first day of a month `yyyy-MM`; null for anything else. */
export function monthNamed(text: string): BusinessDate | null {
  const [, year = '', month = ''] = /^(\d{4})-(\d{2})$/.exec(text) ?? [];
  return readRequestDate(`01/${month}/${year}`).date ?? null;
}

export const monthAfter = (date: BusinessDate): BusinessDate => addMonths(firstOfMonth(date), 1);
export const monthBefore = (date: BusinessDate): BusinessDate => addMonths(firstOfMonth(date), -1);
