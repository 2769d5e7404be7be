import type { DataContext } from '../context.ts';
import { monthsOfYear } from './rules/figures/span.ts';
import type { UnitSpan } from './rules/figures/unit-span.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { countingFrom, withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { firstOfMonth } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readMonths } from './read-months.ts';
import { spansOfPeriods } from './read-spans.ts';

/**
 * Units up to the end of a date, by unitId: that day's month so far and its year so far. A running day counts as far as
 * it has come.
 */
export interface ToDate {
  readonly month: ReadonlyMap<string, UnitSpan>;
  readonly year: ReadonlyMap<string, UnitSpan>;
}

/**
 * Month to date and year to date, as device data shows month and year if nothing were known after the date. Settled
 * months are read as monthly documents, the days of the date's own month as daily ones; others are computed. Rollups
 * are not read, because most meters have a rule between rollup and figure: a register, a multiplier. Ids the industry
 * does not have are absent.
 */
export async function readToDate(
  context: DataContext,
  inUse: Industry,
  unitIds: readonly string[],
  date: BusinessDate,
): Promise<ToDate> {
  const industry = withRetired(inUse);
  const month = firstOfMonth(date);
  const months = monthsOfYear(date);
  const known = countingFrom(industry, unitIds, months[0] ?? month);
  const documents = await readMonths(context, { industry, unitIds: new Set(known), months, until: date });
  const today = businessDateOf(industry.clock, context.clock.now());
  return {
    month: await spansOfPeriods(
      industry,
      countingFrom(industry, known, month),
      { starts: [month], lastDate: date, today },
      (start, unitId) => documents.get(start)?.get(unitId) ?? null,
    ),
    year: await spansOfPeriods(
      industry,
      known,
      { starts: months, lastDate: date, today },
      (start, unitId) => documents.get(start)?.get(unitId) ?? null,
    ),
  };
}
