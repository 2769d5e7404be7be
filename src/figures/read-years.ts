import type { DataContext } from '../context.ts';
import { monthsOfYear } from './rules/figures/span.ts';
import { spanEntries, type UnitSpan } from './rules/figures/unit-span.ts';
import { type Industry, unitIdsByKey, unitOfSpan } from '../kernel/industry/industry.ts';
import { countingFrom, countsOn, withRetired } from '../kernel/industry/retired.ts';
import { businessDateOf, dayStart } from '../kernel/time/business-clock.ts';
import { addDays, daysBetween, firstOfNextYear } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readFigures } from './store/read-documents.ts';
import { settledDays } from '../ledger/store/ledger.ts';
import { readSpans } from './read-spans.ts';

/** First date of the year to unitId to its months. Years that have not begun are absent. */
type SpansByYear = ReadonlyMap<BusinessDate, ReadonlyMap<string, UnitSpan>>;

/**
 * Years of units by their months. A year whose days are all settled is read from its yearly documents, for units that
 * have all its months. Any other year is read by its months, as device data does it.
 *
 * @param years first dates of years, ascending
 * @param until days after it do not count; absent: all that have begun do
 */
export async function readYears(
  context: DataContext,
  inUse: Industry,
  unitIds: readonly string[],
  years: readonly BusinessDate[],
  until?: BusinessDate,
): Promise<SpansByYear> {
  const industry = withRetired(inUse);
  const today = businessDateOf(industry.clock, context.clock.now());
  const begun = years.filter((year) => year <= today);
  const found = new Map<BusinessDate, ReadonlyMap<string, UnitSpan>>();
  for (const year of begun) found.set(year, await readYear(context, industry, unitIds, year, until));
  return found;
}

async function readYear(
  context: DataContext,
  industry: Industry,
  unitIds: readonly string[],
  year: BusinessDate,
  until: BusinessDate | undefined,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const spans = new Map(await readStoredYear(context, industry, unitIds, year));
  const missing = unitIds.filter((unitId) => !spans.has(unitId));
  if (missing.length > 0)
    for (const [unitId, span] of await readSpans(context, industry, missing, {
      kind: 'MONTHS',
      months: monthsOfYear(year),
      ...(until === undefined ? {} : { until }),
    }))
      spans.set(unitId, span);
  return spans;
}

async function readStoredYear(
  { database, clock }: Pick<DataContext, 'database' | 'clock'>,
  industry: Industry,
  unitIds: readonly string[],
  year: BusinessDate,
): Promise<ReadonlyMap<string, UnitSpan>> {
  const end = firstOfNextYear(year);
  const settled = await settledDays(database, industry.industryKey, year, addDays(end, -1));
  if (settled.size < daysBetween(year, end)) return new Map();
  const counting = countingFrom(industry, unitIds, year).flatMap((unitId) => industry.units.get(unitId) ?? []);
  const of = { industryId: industry.industryId, units: unitIdsByKey(counting), from: year };
  const years = await readFigures(database, { ...of, period: 'YEARLY', to: year });
  const documents = await readFigures(database, { ...of, period: 'MONTHLY', to: addDays(end, -1) });
  const byUnit = Map.groupBy(documents, ({ unitKey }) => unitKey);
  const months = monthsOfYear(year).map((month) => ({ month, startEpochMs: dayStart(industry.clock, month) }));
  return new Map(
    years.flatMap(({ unitKey, document }): [string, UnitSpan][] => {
      const stored = industry.units.get(document.unitId);
      if (stored === undefined) return [];
      const own = byUnit.get(unitKey)?.filter(({ periodStart }) => countsOn(stored, periodStart));
      const found = new Map(own?.map((one) => [one.periodStart, one.document]));
      // A unit that was added or retired in the year lacks months, and its others count as their days do.
      if (months.some(({ month }) => !found.has(month))) return [];
      const periods = months.map(({ month, startEpochMs }) => ({ startEpochMs, document: found.get(month) ?? null }));
      const unit = unitOfSpan(stored, addDays(end, -1), businessDateOf(industry.clock, clock.now()));
      return [[document.unitId, { unit, entries: spanEntries(unit, periods), figures: document }]];
    }),
  );
}
