import { addDays, addMonths, businessDate, formatRequestDate, monthOf } from './business-date.ts';
import type { BusinessDate } from './types.ts';

/** Business days of an industry whose readings are gone, so that nothing of them can be stored or computed anew. */
export interface SealedDays {
  /** Retention has removed the readings of earlier days; null: of none. */
  readonly before: BusinessDate | null;
  /** `yyyy-MM` of months whose readings are in the archive alone. */
  readonly months: ReadonlySet<string>;
}

export const NOTHING_SEALED: SealedDays = { before: null, months: new Set() };

/** `yyyy-MM`. */
export const monthKeyOf = (date: string): string => date.slice(0, 7);

/** @param date a business date. */
export const isSealed = ({ before, months }: SealedDays, date: string): boolean =>
  (before !== null && date < before) || (months.size > 0 && months.has(monthKeyOf(date)));

/** Why a sealed day is, as the end of a sentence. */
export const whySealed = ({ before, months }: SealedDays, date: BusinessDate): string =>
  months.has(monthKeyOf(date)) || before === null
    ? `the readings of ${monthOf(date)} are archived`
    : `readings before ${formatRequestDate(before)} have been removed`;

/** How far unsealed days reach from a span of them, both included; null: on and on. */
export function unsealedAround(
  { before, months }: SealedDays,
  from: BusinessDate,
  to: BusinessDate,
): { readonly from: BusinessDate | null; readonly to: BusinessDate | null } {
  const keys = [...months].sort();
  const earlier = keys.findLast((key) => key < monthKeyOf(from));
  const later = keys.find((key) => key > monthKeyOf(to));
  const behind = earlier === undefined ? null : addMonths(firstOfMonthKey(earlier), 1);
  return {
    from: behind === null || (before !== null && before > behind) ? before : behind,
    to: later === undefined ? null : addDays(firstOfMonthKey(later), -1),
  };
}

export const firstOfMonthKey = (monthKey: string): BusinessDate => businessDate(`${monthKey}-01`);

/** Whether a month lies between two days of which the readings are gone, so that neither knows of the other. */
export const arePartedBySeal = ({ months }: SealedDays, a: BusinessDate, b: BusinessDate): boolean => {
  const [first, last] = [monthKeyOf(a), monthKeyOf(b)].sort();
  return first !== undefined && last !== undefined && [...months].some((key) => key > first && key < last);
};

/** The first sealed day from a date on; null: none is. */
export function firstSealedFrom(sealed: SealedDays, from: BusinessDate): BusinessDate | null {
  if (isSealed(sealed, from)) return from;
  const month = [...sealed.months].sort().find((key) => key > monthKeyOf(from));
  return month === undefined ? null : firstOfMonthKey(month);
}
