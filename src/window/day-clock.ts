import { html } from 'hono/html';
import { instantText } from '../kernel/format/date-text.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { addDays, addMonths, daysBetween, firstOfMonth, readRequestDate } from '../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../kernel/time/types.ts';
import type { Markup } from './page.ts';
import { fill } from './texts.ts';
import type { Visit } from './visit.ts';

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
