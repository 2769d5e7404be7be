import { addMonths, ASKED_YEARS, businessDate, isAskedYear, lastOfMonth } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

/** A business month: its first and its last day. */
export interface Month {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

const monthFrom = (from: BusinessDate): Month => ({ from, to: lastOfMonth(from) });

const MONTH = /^(?<month>0[1-9]|1[0-2])\/(?<year>\d{4})$/;

/** Reads `MM/YYYY`. A returned text is the mistake, as the end of a sentence. */
export function readMonth(text: string): Month | string {
  const groups = MONTH.exec(text)?.groups;
  if (groups === undefined) return 'is not a month MM/YYYY';
  if (!isAskedYear(Number(groups['year']))) return `is not of ${ASKED_YEARS}`;
  return monthFrom(businessDate(`${groups['year']}-${groups['month']}-01`));
}

/** Every month of `from`..`to`, both included; none when `to` is before `from`. */
export function monthsBetween(from: Month, to: Month): Month[] {
  const months: Month[] = [];
  for (let start = from.from; start <= to.from; start = addMonths(start, 1)) months.push(monthFrom(start));
  return months;
}
