import { DateTime } from 'luxon';
import { addDays, businessDate } from './business-date.ts';
import type { BusinessClock, BusinessDate } from './types.ts';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/;

/**
 * The business day that `batchProcess?time=` means: the window that ends at the shift start of time's local date, whose request
 * date is date(time) - 1 + daysOffset. `time` is ISO 8601, local to the industry; with an offset or Z it is brought to the
 * industry's zone first. null when it is no timestamp. (specification, User: batch processing, working dates; README, decisions)
 */
export function requestDateOfTime(clock: BusinessClock, time: string): BusinessDate | null {
  const parsed = DateTime.fromISO(time.replace(' ', 'T'), { zone: clock.timezone });
  if (!parsed.isValid || parsed.year < 1901 || parsed.year > 2199) return null;
  const localDate = LOCAL.exec(time)?.[1] ?? parsed.toISODate();
  return addDays(businessDate(localDate), -1 + clock.daysOffset);
}
