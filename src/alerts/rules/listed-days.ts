import { MOST_CUSTOM_DAYS } from '../../figures/rules/figures/span.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { dayWindow } from '../../kernel/time/business-clock.ts';
import {
  addMonths,
  daysBetween,
  eachDate,
  firstOfMonth,
  firstOfYear,
  formatRequestDate,
  monthOf,
} from '../../kernel/time/business-date.ts';
import { HOUR_MS } from '../../kernel/time/durations.ts';
import { writeIso } from '../../kernel/time/iso.ts';
import type { BusinessClock, BusinessDate, EpochMillis } from '../../kernel/time/types.ts';

/** Business days, both included. */
export interface ListedDays {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/**
 * The instants of business days: a day begins at the shift start, and the day after the last one is excluded
 * (specification, User: alerts).
 */
export const instantsOf = (
  clock: BusinessClock,
  { from, to }: ListedDays,
): { readonly from: EpochMillis; readonly until: EpochMillis } => ({
  from: dayWindow(clock, from).startEpochMs,
  until: dayWindow(clock, to).endEpochMs,
});

/** monthly: the first of the month to the date; daily: the date alone. */
export const daysUpTo = (type: 'monthly' | 'daily', date: BusinessDate): ListedDays => ({
  from: type === 'monthly' ? firstOfMonth(date) : date,
  to: date,
});

export const GRAPH_TYPES = ['DAY', 'MONTH', 'YEAR', 'CUSTOM'] as const;
export type GraphType = (typeof GRAPH_TYPES)[number];

/** @throws ServiceError 1403 for a CUSTOM range without its end, backwards, or too long. */
export function graphDays(type: GraphType, date1: BusinessDate, date2: BusinessDate | null): ListedDays {
  if (type === 'DAY') return { from: date1, to: date1 };
  if (type === 'MONTH') return { from: firstOfMonth(date1), to: date1 };
  if (type === 'YEAR') return { from: firstOfYear(date1), to: date1 };
  const refusal = (message: string, problem: string) => new ServiceError(1403, message, [{ field: 'date2', problem }]);
  if (date2 === null) throw refusal('date2 is required for CUSTOM type', 'is required');
  const shown = formatRequestDate(date2);
  if (date1 > date2) throw refusal('date1 cannot be after date2', `'${shown}' is before date1`);
  const days = daysBetween(date1, date2) + 1;
  if (days > MOST_CUSTOM_DAYS) {
    const problem = `'${shown}' is ${days} days from date1, allowed are ${MOST_CUSTOM_DAYS}`;
    throw refusal(`Invalid 'date2': ${problem}`, problem);
  }
  return { from: date1, to: date2 };
}

/** A bucket of the alert graph, in which alerts are counted. */
interface GraphBucket {
  readonly label: string;
  readonly startEpochMs: EpochMillis;
}

/**
 * Buckets of a chart. Spec gap: the buckets are not stated. DAY: the hours of the day by their instant, as many as it
 * has; MONTH and CUSTOM: days `DD/MM/YYYY`; YEAR: months `MM/YYYY`. Each lasts until the next one begins.
 */
export function graphBuckets(clock: BusinessClock, type: GraphType, { from, to }: ListedDays): readonly GraphBucket[] {
  const startOf = (date: BusinessDate): EpochMillis => dayWindow(clock, date).startEpochMs;
  if (type === 'DAY') {
    const { startEpochMs, endEpochMs } = dayWindow(clock, from);
    return Array.from({ length: Math.ceil((endEpochMs - startEpochMs) / HOUR_MS) }, (_, hour) => {
      const start = startEpochMs + hour * HOUR_MS;
      return { label: writeIso(start), startEpochMs: start };
    });
  }
  if (type === 'YEAR') {
    const months = Number(to.slice(5, 7));
    return Array.from({ length: months }, (_, month) => {
      const first = addMonths(from, month);
      return { label: monthOf(first), startEpochMs: startOf(first) };
    });
  }
  return [...eachDate(from, to)].map((date) => ({ label: formatRequestDate(date), startEpochMs: startOf(date) }));
}
