import { addMonths, ASKED_YEARS, businessDate, isAskedYear, lastOfMonth } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';

/** Readings of one unit in the order of the clock, column by column. Instants are microseconds since 1970-01-01. */
export interface ReadingRows {
  readonly createdOn: readonly bigint[];
  /** Positions on the industry's clock. */
  readonly businessAt: readonly bigint[];
  readonly value: readonly (number | null)[];
  readonly register: readonly (number | null)[];
  readonly estimated: readonly boolean[];
  readonly offlineMinutes: readonly (number | null)[];
  readonly registerExcluded: readonly boolean[];
  readonly receivedAt: readonly bigint[];
}

/** Samples of named parameters of one unit in the order of the clock, those of one instant by parameter. */
export interface SampleRows {
  readonly parameter: readonly string[];
  readonly createdOn: readonly bigint[];
  readonly businessAt: readonly bigint[];
  readonly value: readonly number[];
  readonly estimated: readonly boolean[];
}

/**
 * States of an archived month. written: readings are in the database, too; sealed: they are in the archive alone;
 * restored: they have come back.
 */
export const ARCHIVE_STATES = ['written', 'sealed', 'restored'] as const;
export type ArchiveState = (typeof ARCHIVE_STATES)[number];

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
