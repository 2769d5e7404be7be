import { DateTime } from 'luxon';
import { clockText, dateText, wholeMonthText } from '../../kernel/format/date-text.ts';
import {
  addDays,
  addMonths,
  earlierOf,
  firstOfMonth,
  firstOfNextYear,
  firstOfYear,
  formatRequestDate,
  lastOfMonth,
} from '../../kernel/time/business-date.ts';
import type { Language } from '../../kernel/language.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { fill, type Texts } from '../texts.ts';

export const SPAN_TYPES = ['HOUR', 'DAY', 'MONTH', 'YEAR'] as const;
export type SpanType = (typeof SPAN_TYPES)[number];

/** The span on the page of a unit: the hours of a day, the days of a month, the months of a year, or years. */
export interface ShownSpan {
  readonly type: SpanType;
  readonly date: BusinessDate;
  readonly from: BusinessDate;
  readonly to: BusinessDate;
  /** As GET /api/user/figures calls it. */
  readonly period: 'hourly' | 'daily' | 'monthly' | 'yearly';
  /** A day of the span before it and of the one behind. */
  readonly before: BusinessDate;
  readonly after: BusinessDate;
}

const YEARS_SHOWN = 10;
const MONTHS_OF_YEAR = 12;

export function shownSpanOf(type: SpanType, date: BusinessDate): ShownSpan {
  switch (type) {
    case 'HOUR':
      return { type, date, from: date, to: date, period: 'hourly', before: addDays(date, -1), after: addDays(date, 1) };
    case 'DAY': {
      const [from, to] = [firstOfMonth(date), lastOfMonth(date)];
      return { type, date, from, to, period: 'daily', before: addMonths(from, -1), after: addMonths(from, 1) };
    }
    case 'MONTH': {
      const from = firstOfYear(date);
      const after = firstOfNextYear(date);
      return {
        type,
        date,
        from,
        to: addDays(after, -1),
        period: 'monthly',
        before: addMonths(from, -MONTHS_OF_YEAR),
        after,
      };
    }
    case 'YEAR': {
      const years = YEARS_SHOWN * MONTHS_OF_YEAR;
      const from = addMonths(firstOfYear(date), MONTHS_OF_YEAR - years);
      const to = addDays(firstOfNextYear(date), -1);
      return {
        type,
        date,
        from,
        to,
        period: 'yearly',
        before: addMonths(firstOfYear(date), -years),
        after: addMonths(firstOfYear(date), years),
      };
    }
  }
}

/** The first and the last day of it that figures may be asked for by. */
export const askedDays = ({ from, to }: ShownSpan, today: BusinessDate): { from: string; to: string } => ({
  from: formatRequestDate(earlierOf(from, today)),
  to: formatRequestDate(earlierOf(to, today)),
});

export function spanTitle({ type, date }: ShownSpan, texts: Texts): string {
  const year = date.slice(0, 4);
  switch (type) {
    case 'HOUR':
      return fill(texts.unit.ofDay, { date: dateText(date, texts.language) });
    case 'DAY':
      return fill(texts.unit.ofMonth, { month: wholeMonthText(date, texts.language) });
    case 'MONTH':
      return fill(texts.unit.ofYear, { year });
    case 'YEAR':
      return fill(texts.unit.ofYears, { year });
  }
}

/** How a period is called: below an axis, and in a sentence. */
export function periodNames(
  type: SpanType,
  { date, startMs, timezone, language }: { date: BusinessDate; startMs: number; timezone: string; language: Language },
): { readonly short: string; readonly long: string } {
  switch (type) {
    case 'HOUR': {
      const long = clockText(startMs, timezone);
      // Below an axis there is no room for an offset.
      return { short: long.slice(0, 5), long };
    }
    case 'DAY':
      return { short: String(Number(date.slice(8))), long: dateText(date, language) };
    case 'MONTH':
      return {
        short: DateTime.fromISO(date, { zone: 'utc', locale: language }).toFormat('LLL'),
        long: wholeMonthText(date, language),
      };
    case 'YEAR':
      return { short: date.slice(0, 4), long: date.slice(0, 4) };
  }
}
