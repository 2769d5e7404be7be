import { invalid, ServiceError } from '../../../kernel/errors.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  eachDate,
  firstOfMonth,
  formatRequestDate,
  lastOfMonth,
} from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

export const V1_TYPES = ['HOUR', 'DAY', 'MONTH'] as const;
export const V2_TYPES = ['HOUR', 'DAY', 'MONTH', 'CUSTOM'] as const;
export type DeviceDataType = (typeof V2_TYPES)[number];

/** Spec gap: no bound is stated; three years of days. */
export const MOST_CUSTOM_DAYS = 1100;

/** The span of a chart: the hours of one day, days, or months (first dates), ascending. */
export type Span =
  | { readonly kind: 'HOURS'; readonly date: BusinessDate }
  | { readonly kind: 'DAYS'; readonly dates: readonly BusinessDate[] }
  | {
      readonly kind: 'MONTHS';
      readonly months: readonly BusinessDate[];
      /** Days after it do not count; absent: all that have begun do. */
      readonly until?: BusinessDate;
    };

/** undefined: a span without a day. */
export function lastDateOf(span: Span): BusinessDate | undefined {
  switch (span.kind) {
    case 'HOURS':
      return span.date;
    case 'DAYS':
      return span.dates.at(-1);
    case 'MONTHS': {
      const last = span.months.at(-1);
      return last === undefined ? undefined : lastOfMonth(last);
    }
  }
}

/**
 * Hours of the date, days of its month or months of its year (docs/reference/api-choices.md, Buckets of device data).
 */
export function spanAround(type: 'HOUR' | 'DAY' | 'MONTH', date: BusinessDate): Span {
  switch (type) {
    case 'HOUR':
      return { kind: 'HOURS', date };
    case 'DAY':
      return { kind: 'DAYS', dates: [...eachDate(firstOfMonth(date), lastOfMonth(date))] };
    case 'MONTH':
      return { kind: 'MONTHS', months: monthsOfYear(date) };
  }
}

/** First dates of the twelve months around a date. */
export function monthsOfYear(date: BusinessDate): readonly BusinessDate[] {
  const january = addMonths(firstOfMonth(date), 1 - Number(date.slice(5, 7)));
  return Array.from({ length: 12 }, (_, month) => addMonths(january, month));
}

/** How the two dates of a range are called in messages. */
interface RangeNames {
  readonly from: string;
  readonly to: string;
}

export const START_AND_END: RangeNames = { from: 'startDate', to: 'endDate' };

/** @throws ServiceError 1403 when the last date is before the first, and for more days than `most`. */
export function requireRange(from: BusinessDate, to: BusinessDate, names: RangeNames, most = MOST_CUSTOM_DAYS): void {
  const days = daysBetween(from, to) + 1;
  if (days < 1) {
    throw new ServiceError(1403, `${names.from} cannot be after ${names.to}`, [
      { field: names.to, problem: `'${formatRequestDate(to)}' is before ${names.from}` },
    ]);
  }
  if (days > most)
    throw invalid(1403, names.to, `'${formatRequestDate(to)}' is ${days} days from ${names.from}, allowed are ${most}`);
}

/**
 * Every day from the first date to the last, both included (specification, User: device data v2, CUSTOM).
 * @throws ServiceError 1403 as {@link requireRange} says.
 */
export function customSpan(from: BusinessDate, to: BusinessDate, names: RangeNames): Span {
  requireRange(from, to, names);
  return { kind: 'DAYS', dates: [...eachDate(from, to)] };
}

/** Dates of one fetch and how its parameters are called in messages. */
interface SpanRequest {
  readonly type: DeviceDataType;
  readonly from: BusinessDate;
  /** The end of a CUSTOM range; absent: only `from`. Ignored by the other types. */
  readonly to: BusinessDate | null;
  readonly names: RangeNames;
}

/** @throws ServiceError 1403 as {@link requireRange} says. */
export const spanOf = ({ type, from, to, names }: SpanRequest): Span =>
  type === 'CUSTOM' ? customSpan(from, to ?? from, names) : spanAround(type, from);

const DAYS_BEFORE_LAST_OF_WEEK = 6;

/** The seven business days that end with a date (specification, User: device data v1, quality series). */
export const weekUpTo = (date: BusinessDate): Span => ({
  kind: 'DAYS',
  dates: [...eachDate(addDays(date, -DAYS_BEFORE_LAST_OF_WEEK), date)],
});
