import { DateTime } from 'luxon';
import { addDays, businessDate, earlierOf, isAskedYear } from './business-date.ts';
import type { BusinessClock, BusinessDate, DayRule } from './types.ts';

/** A local date and time. 24:00 is left to the parser, because it is of the next date. */
const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ](?!24)\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;

/**
 * The business day that `batchProcess?time=` means: the window that ends at the shift start of time's local date, whose
 * request date is date(time) - 1 + daysOffset. `time` is ISO 8601, local to the industry; with an offset or Z it is
 * brought to the industry's zone first. null when it is no timestamp, or out of the years that are asked for. Where the
 * industry's clock changed, the rule counts by which the window ends; of a date on which none ends, the last one
 * before. (specification, User: batch processing, working dates; docs/explanation/architecture.md, The business clock)
 */
export function requestDateOfTime(clock: BusinessClock, time: string): BusinessDate | null {
  let next: BusinessDate | null = null;
  for (const rule of (clock.history ?? []).toReversed()) {
    const date = dateBy(rule, time);
    if (date === null) return null;
    if (addDays(date, 1) >= rule.fromDate) return next === null ? date : earlierOf(date, next);
    next = addDays(rule.fromDate, -2);
  }
  return dateBy(clock, time);
}

function dateBy(rule: DayRule, time: string): BusinessDate | null {
  const parsed = DateTime.fromISO(time.replace(' ', 'T'), { zone: rule.timezone });
  if (!parsed.isValid || !isAskedYear(parsed.year)) return null;
  const localDate = LOCAL.exec(time)?.[1] ?? parsed.toISODate();
  return addDays(businessDate(localDate), -1 + rule.daysOffset);
}
