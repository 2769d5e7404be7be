import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument, MonthlyDocument } from '../../kernel/document/types.ts';
import { type StoredUnit, unitAsOf, unitIdsByKey } from '../../kernel/industry/industry.ts';
import { countsOn } from '../../kernel/industry/retired.ts';
import { monthOfUnit } from '../rules/month-of-unit.ts';
import { composeYear } from '../rules/processors/compose.ts';
import { dayStart } from '../../kernel/time/business-clock.ts';
import { addMonths, firstOfMonth, firstOfYear, lastOfMonth, monthOf } from '../../kernel/time/business-date.ts';
import { sum } from '../../kernel/measure/exact.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { readDocuments, readFigures } from '../store/read-documents.ts';
import { type DocumentToWrite, lockIndustryDocuments, writeDocuments } from '../store/write-documents.ts';
import type { StoredFigures } from '../store/document-rows.ts';
import { processedDays, type StaleDay } from '../../ledger/store/ledger.ts';
import { causesOfPeriods } from '../../ledger/causes.ts';
import { backfillDays, type UnsavedDocument } from './backfill-days.ts';
import type { BatchRequest, PerPeriod } from './request.ts';

/** Days of which documents were written, with the units concerned and the marks that the days had. */
interface ChangedDays {
  readonly dates: readonly BusinessDate[];
  readonly unitIds: ReadonlySet<string>;
  readonly seen: readonly StaleDay[];
}

/** Documents of months or years: the computed ones, and those among them that differed from the stored ones. */
interface Counts {
  readonly computed: number;
  readonly written: number;
}

/**
 * Writes the months and then the years that contain the days, each from the stored documents of the period below and in
 * a transaction of its own.
 */
export async function composePeriods(
  context: DataContext,
  request: BatchRequest,
  { dates, unitIds, seen }: ChangedDays,
): Promise<Record<'computed' | 'written', Pick<PerPeriod<number>, 'monthly' | 'yearly'>>> {
  const units = [...unitIds].flatMap((unitId) => request.industry.units.get(unitId) ?? []);
  const months: Counts[] = [];
  for (const month of request.monthly ? new Set(dates.map(firstOfMonth)) : [])
    months.push(
      await writePeriod(context, request, causesOfPeriods(seen, firstOfMonth), (db) =>
        monthDocuments(db, request, units, month),
      ),
    );
  const years: Counts[] = [];
  for (const year of request.yearly ? new Set(dates.map(firstOfYear)) : [])
    years.push(
      await writePeriod(context, request, causesOfPeriods(seen, firstOfYear), (db) =>
        yearDocuments(db, request, units, year),
      ),
    );
  const countsOf = (count: keyof Counts) => ({
    monthly: sum(months.map((month) => month[count])),
    yearly: sum(years.map((year) => year[count])),
  });
  return { computed: countsOf('computed'), written: countsOf('written') };
}

const writePeriod = (
  { database, clock }: DataContext,
  { industry }: BatchRequest,
  causesOf: ReturnType<typeof causesOfPeriods>,
  compute: (db: Querier) => Promise<DocumentToWrite[]>,
): Promise<Counts> =>
  database.transaction(async (transaction) => {
    await lockIndustryDocuments(transaction, industry.industryKey);
    const documents = await compute(transaction);
    const computedAt = new Date(clock.now());
    const written = await writeDocuments(transaction, industry.industryKey, documents, { computedAt, causesOf });
    return { computed: documents.length, written: written.length };
  });

/** unit_key to period start to document. */
type ByUnit<D> = Map<number, Map<string, D>>;

function byUnit<D>(stored: readonly { unitKey: number; periodStart: string; document: D }[]): ByUnit<D> {
  const found: ByUnit<D> = new Map();
  for (const { unitKey, periodStart, document } of stored) {
    const documents = found.get(unitKey) ?? new Map<string, D>();
    documents.set(periodStart, document);
    found.set(unitKey, documents);
  }
  return found;
}

/**
 * Documents of one month from the stored days, or from those that would be stored in their place. Days that a unit
 * lacks because it was added after them count as well.
 */
export async function monthDocuments(
  db: Querier,
  { industry }: Pick<BatchRequest, 'industry'>,
  units: readonly StoredUnit[],
  month: BusinessDate,
  unsaved: readonly UnsavedDocument<DailyDocument>[] = [],
): Promise<(DocumentToWrite & UnsavedDocument<MonthlyDocument>)[]> {
  const stored: readonly StoredFigures<'DAILY'>[] = await readFigures(db, {
    industryId: industry.industryId,
    units: unitIdsByKey(units),
    period: 'DAILY',
    from: month,
    to: lastOfMonth(month),
  });
  const known = byUnit<DailyDocument>([...stored, ...unsaved]);
  const counting = units.filter((unit) => countsOn(unit, month));
  const lacking = await backfillDays(
    db,
    industry,
    counting,
    month,
    (unitKey, date) => known.get(unitKey)?.has(date) === true,
  );
  const documents = lacking.length === 0 ? known : byUnit<DailyDocument>([...stored, ...unsaved, ...lacking]);
  return counting.map((unit) => monthToWrite(industry, unit, month, documents.get(unit.unitKey)));
}

const monthToWrite = (
  industry: BatchRequest['industry'],
  unit: StoredUnit,
  month: BusinessDate,
  daily: ReadonlyMap<string, DailyDocument> | undefined,
): DocumentToWrite & UnsavedDocument<MonthlyDocument> => ({
  unitKey: unit.unitKey,
  period: 'MONTHLY',
  periodStart: month,
  document: monthOfUnit(industry, unit, month, (date) => daily?.get(date) ?? null),
});

/**
 * Documents of one year from the stored months, or from those that would be stored in their place. Months that a unit
 * lacks because it was added after them count as well.
 */
export async function yearDocuments(
  db: Querier,
  { industry }: Pick<BatchRequest, 'industry'>,
  units: readonly StoredUnit[],
  year: BusinessDate,
  unsaved: readonly UnsavedDocument<MonthlyDocument>[] = [],
): Promise<DocumentToWrite[]> {
  const months = Array.from({ length: 12 }, (_, index) => addMonths(year, index));
  const december = months.at(-1) ?? year;
  // Entries are read, too: the average ground-water level of a year is that of the days its months list.
  const stored = await readDocuments(db, {
    industryId: industry.industryId,
    units: unitIdsByKey(units),
    period: 'MONTHLY',
    from: year,
    to: december,
  });
  const known = byUnit<MonthlyDocument>([...stored, ...unsaved]);
  const counting = units.filter((unit) => countsOn(unit, year));
  const lacking = await backfillMonths(
    db,
    industry,
    counting,
    months,
    (unitKey, month) => known.get(unitKey)?.has(month) === true,
  );
  const documents = lacking.length === 0 ? known : byUnit<MonthlyDocument>([...stored, ...unsaved, ...lacking]);
  return counting.map((unit) => ({
    unitKey: unit.unitKey,
    period: 'YEARLY',
    periodStart: year,
    document: composeYear({
      industryId: industry.industryId,
      unit: unitAsOf(unit, lastOfMonth(december)),
      year: year.slice(0, 4),
      months: months.map((month) => ({
        month: monthOf(month),
        startEpochMs: dayStart(industry.clock, month),
        document: documents.get(unit.unitKey)?.get(month) ?? null,
      })),
    }),
  }));
}

/** Months of a year in which days were processed before some of the units were added, of these units. */
async function backfillMonths(
  db: Querier,
  industry: BatchRequest['industry'],
  units: readonly StoredUnit[],
  months: readonly BusinessDate[],
  hasDocument: (unitKey: number, month: BusinessDate) => boolean,
): Promise<UnsavedDocument<MonthlyDocument>[]> {
  const withoutIn = (month: BusinessDate): StoredUnit[] =>
    units.filter((unit) => countsOn(unit, month) && !hasDocument(unit.unitKey, month));
  const incomplete = months.filter((month) => withoutIn(month).length > 0);
  const [first, last] = [incomplete[0], incomplete.at(-1)];
  if (first === undefined || last === undefined) return [];
  const processed = await processedDays(db, industry.industryKey, first, lastOfMonth(last));
  const found: UnsavedDocument<MonthlyDocument>[] = [];
  // Months without a processed day are left out, most of them months of the running year that have not begun.
  for (const month of incomplete.filter((one) => [...processed].some((date) => date.startsWith(one.slice(0, 7))))) {
    const without = withoutIn(month);
    const days = byUnit(await backfillDays(db, industry, without, month, () => false));
    for (const unit of without) {
      const own = days.get(unit.unitKey);
      if (own !== undefined) found.push(monthToWrite(industry, unit, month, own));
    }
  }
  return found;
}
