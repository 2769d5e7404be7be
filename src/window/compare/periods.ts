import { DateTime } from 'luxon';
import { dateText } from '../../kernel/format/date-text.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  firstOfMonth,
  firstOfYear,
  firstOfNextYear,
  lastOfMonth,
} from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { fill, type Texts } from '../texts.ts';

export interface ComparedPeriod {
  readonly from: BusinessDate;
  readonly to: BusinessDate;
}

/** Other periods that are chosen by a word. */
export const AGAINST = ['year', 'before', 'other'] as const;
export type Against = (typeof AGAINST)[number];

const MONTHS_OF_YEAR = 12;

/** The last day of a month stays one, because months differ in length. */
const earlierLast = (date: BusinessDate, months: number): BusinessDate =>
  date === lastOfMonth(date) ? lastOfMonth(addMonths(firstOfMonth(date), -months)) : addMonths(date, -months);

/** The same days a year ago. */
export const yearBefore = ({ from, to }: ComparedPeriod): ComparedPeriod => ({
  from: addMonths(from, -MONTHS_OF_YEAR),
  to: earlierLast(to, MONTHS_OF_YEAR),
});

/** The period that ends where this one begins: as many whole months, else as many days. */
export function periodBefore({ from, to }: ComparedPeriod): ComparedPeriod {
  const last = addDays(from, -1);
  if (from !== firstOfMonth(from) || to !== lastOfMonth(to))
    return { from: addDays(from, -1 - daysBetween(from, to)), to: last };
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * MONTHS_OF_YEAR
    + Number(to.slice(5, 7))
    - Number(from.slice(5, 7))
    + 1;
  return { from: addMonths(from, -months), to: last };
}

/** `October 2026`, `2026`, `04 Jun 2026`, `01 Oct 2026 to 05 Oct 2026`. */
export function periodName({ from, to }: ComparedPeriod, texts: Texts, language: string): string {
  if (from === to) return dateText(from, texts.language);
  if (from === firstOfYear(from) && addDays(to, 1) === firstOfNextYear(from)) return from.slice(0, 4);
  if (from === firstOfMonth(from) && to === lastOfMonth(from))
    return DateTime.fromISO(from, { zone: 'utc', locale: language }).toFormat('LLLL yyyy');
  return fill(texts.figures.span, { from: dateText(from, texts.language), to: dateText(to, texts.language) });
}
