import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import type { DailyDocument, MonthlyDocument } from '../../kernel/document/types.ts';
import { type Industry, type StoredUnit, unitAsOf, unitIdsByKey } from '../../kernel/industry/industry.ts';
import { countsOn } from '../../kernel/industry/retired.ts';
import { composeYear, monthOfUnit } from '../rules/processors/compose.ts';
import { unlikeParameters } from '../rules/processors/unlike-parameters.ts';
import { businessDateOf, dayStart } from '../../kernel/time/business-clock.ts';
import {
  addMonths,
  earlierOf,
  firstOfMonth,
  firstOfYear,
  lastOfMonth,
  monthOf,
} from '../../kernel/time/business-date.ts';
import { sum } from '../../kernel/measure/exact.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { readDocuments, readFigures } from '../store/read-documents.ts';
import { type DocumentToWrite, lockIndustryDocuments, writeDocuments } from '../store/write-documents.ts';
import type { StoredFigures } from '../store/document-rows.ts';
import type { StaleDay } from '../../ledger/store/ledger.ts';
import { causesOfPeriods } from '../../ledger/causes.ts';
import { backfillDays } from './backfill-days.ts';
import { backfillMonths } from './backfill-months.ts';
import { byUnit, type UnsavedDocument } from './unsaved-documents.ts';
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
  const composing = { industry: request.industry, now: context.clock.now() };
  const units = [...unitIds].flatMap((unitId) => request.industry.units.get(unitId) ?? []);
  const months: Counts[] = [];
  for (const month of request.monthly ? new Set(dates.map(firstOfMonth)) : [])
    months.push(
      await writePeriod(context, composing, causesOfPeriods(seen, firstOfMonth), (db) =>
        monthDocuments(db, composing, units, month),
      ),
    );
  const years: Counts[] = [];
  for (const year of request.yearly ? new Set(dates.map(firstOfYear)) : [])
    years.push(
      await writePeriod(context, composing, causesOfPeriods(seen, firstOfYear), (db) =>
        yearDocuments(db, composing, units, year),
      ),
    );
  const countsOf = (count: keyof Counts) => ({
    monthly: sum(months.map((month) => month[count])),
    yearly: sum(years.map((year) => year[count])),
  });
  return { computed: countsOf('computed'), written: countsOf('written') };
}

/** The industry whose documents are composed, and the instant: business days before that of `now` have ended. */
interface Composing {
  readonly industry: Industry;
  readonly now: EpochMillis;
}

const writePeriod = (
  { database, clock }: DataContext,
  { industry }: Composing,
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

/**
 * Documents of one month from the stored days, or from those that would be stored in their place. Ended days of which a
 * unit has no document count as well.
 */
export async function monthDocuments(
  db: Querier,
  { industry, now }: Composing,
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
    { from: month, to: lastOfMonth(month), now },
    (unitKey, date) => known.get(unitKey)?.has(date) === true,
  );
  const documents = lacking.length === 0 ? known : byUnit<DailyDocument>([...stored, ...unsaved, ...lacking]);
  return counting.map((unit) => monthToWrite(industry, unit, month, documents.get(unit.unitKey)));
}

const monthToWrite = (
  industry: Industry,
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
 * Documents of one year from the stored months, or from those that would be stored in their place. Begun months of
 * which a unit has no document count as well: nothing was sent in them, or the unit was added after them. Months that
 * begin after its retirement do not.
 */
export async function yearDocuments(
  db: Querier,
  composing: Composing,
  units: readonly StoredUnit[],
  year: BusinessDate,
  unsaved: readonly UnsavedDocument<MonthlyDocument>[] = [],
): Promise<DocumentToWrite[]> {
  const { industry } = composing;
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
    composing,
    counting,
    months,
    (unitKey, month) => known.get(unitKey)?.has(month) === true,
  );
  const documents = lacking.length === 0 ? known : byUnit<MonthlyDocument>([...stored, ...unsaved, ...lacking]);
  const today = businessDateOf(industry.clock, composing.now);
  return counting.map((unit) => {
    const own = months.map((month) => ({
      from: month,
      to: earlierOf(lastOfMonth(month), today),
      month: monthOf(month),
      startEpochMs: dayStart(industry.clock, month),
      document: (countsOn(unit, month) ? documents.get(unit.unitKey)?.get(month) : null) ?? null,
    }));
    return {
      unitKey: unit.unitKey,
      period: 'YEARLY',
      periodStart: year,
      document: composeYear({
        industryId: industry.industryId,
        unit: unitAsOf(unit, lastOfMonth(december)),
        year: year.slice(0, 4),
        months: own,
        unlike: unlikeParameters(unit, own),
      }),
    };
  });
}
