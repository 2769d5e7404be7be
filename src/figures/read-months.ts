import type { DataContext } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import type { MonthlyDocument } from '../kernel/document/types.ts';
import { type Industry, requireUnit, type StoredUnit, unitIdsByKey } from '../kernel/industry/industry.ts';
import { countingFrom, countsOn, withRetired } from '../kernel/industry/retired.ts';
import { monthOfUnit } from './rules/processors/compose.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import { earlierOf, eachDate, lastOfMonth } from '../kernel/time/business-date.ts';
import type { BusinessDate } from '../kernel/time/types.ts';
import { readDocuments, readFigures } from './store/read-documents.ts';
import type { DocumentSpan, StoredFigures } from './store/document-rows.ts';
import { settledDays } from '../ledger/store/ledger.ts';
import { readDays } from './read-days.ts';

/** First date of the month to unitId to document, whose entries may be empty. Months that have not begun are absent. */
type DocumentsByMonth = Map<BusinessDate, Map<string, MonthlyDocument>>;

interface MonthsToRead {
  readonly industry: Industry;
  readonly unitIds: ReadonlySet<string>;
  /** First dates of months, ascending. */
  readonly months: readonly BusinessDate[];
  /** Days after it are left out, as if they had not begun; absent: none is. */
  readonly until?: BusinessDate;
}

/**
 * Monthly documents of units. Months whose days are all settled are read. Others are composed from daily
 * documents as readDays gives them: the running month above all, and the month of `until`, unless that is its last day.
 * A retired unit has none of months that begin after its last day.
 */
export async function readMonths(context: DataContext, request: MonthsToRead): Promise<DocumentsByMonth> {
  const { unitIds, months, until } = request;
  const industry = withRetired(request.industry);
  const today = businessDateOf(industry.clock, context.clock.now());
  const begun = months.filter((month) => month <= today && (until === undefined || month <= until));
  const found: DocumentsByMonth = new Map(begun.map((month) => [month, new Map()]));
  const [first, last] = [begun[0], begun.at(-1)];
  if (first === undefined || last === undefined) return found;

  const settled = await settledDays(context.database, industry.industryKey, first, lastOfMonth(last));
  const lastDayOf = (month: BusinessDate): BusinessDate =>
    until === undefined ? lastOfMonth(month) : earlierOf(until, lastOfMonth(month));
  const isSettled = (month: BusinessDate): boolean =>
    lastDayOf(month) === lastOfMonth(month)
    && [...eachDate(month, lastOfMonth(month))].every((date) => settled.has(date));
  const stored = begun.some(isSettled)
    ? await readStored(context.database, industry, unitIds, { from: first, to: last })
    : [];
  for (const { periodStart, document } of stored)
    if (isSettled(periodStart) && countsOn(requireUnit(industry, document.unitId), periodStart))
      found.get(periodStart)?.set(document.unitId, document);

  for (const month of begun) {
    const documents = found.get(month);
    const missing = new Set(countingFrom(industry, unitIds, month).filter((unitId) => !documents?.has(unitId)));
    if (documents === undefined || missing.size === 0) continue;
    const days = await readDays(context, {
      industry,
      unitIds: missing,
      dates: [...eachDate(month, lastDayOf(month))],
      withEntries: false,
    });
    for (const unitId of missing)
      documents.set(
        unitId,
        monthOfUnit(industry, requireUnit(industry, unitId), month, (date) => days.get(date)?.get(unitId) ?? null),
      );
  }
  return found;
}

/**
 * Stored months without their entries, which cost most. A year's average ground-water level needs the days that its
 * months list, so such units keep them.
 */
async function readStored(
  db: Querier,
  industry: Industry,
  unitIds: ReadonlySet<string>,
  months: Pick<DocumentSpan<'MONTHLY'>, 'from' | 'to'>,
): Promise<readonly StoredFigures<'MONTHLY'>[]> {
  const wanted = [...industry.units.values()].filter((unit) => unitIds.has(unit.current.unitId));
  const [levels, others] = [wanted.filter(isLevel), wanted.filter((unit) => !isLevel(unit))];
  const spanOf = (units: readonly StoredUnit[]) => ({
    industryId: industry.industryId,
    period: 'MONTHLY' as const,
    ...months,
    units: unitIdsByKey(units),
  });
  return [
    ...(levels.length === 0 ? [] : await readDocuments(db, spanOf(levels))),
    ...(others.length === 0 ? [] : await readFigures(db, spanOf(others))),
  ];
}

const isLevel = ({ versions }: StoredUnit): boolean => versions.some(({ unit }) => unit.group === 'GROUND_WATER_LEVEL');
