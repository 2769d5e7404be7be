import type { DataContext } from '../../context.ts';
import type { DailyDocument, MonthlyDocument } from '../../kernel/document/types.ts';
import type { StoredUnit } from '../../kernel/industry/industry.ts';
import { firstOfMonth, firstOfYear } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { readLastFigures } from '../store/read-documents.ts';
import { differingDocuments, type DocumentToWrite } from '../store/write-documents.ts';
import { followingDays, type HandedOn, type StaleDay, staleDays } from '../../ledger/store/ledger.ts';
import { inStoredOrder } from '../store/stored-order.ts';
import { virtualPlannerOf } from '../virtual-plan.ts';
import { chunksOf, computeDocuments } from './compute-documents.ts';
import { carriedOverBy, carryingOverKeys } from '../settled/carry-over.ts';
import type { UnsavedDocument } from './unsaved-documents.ts';
import { monthDocuments, yearDocuments } from './periods.ts';
import {
  addDifferences,
  type BatchRequest,
  type BatchResult,
  MOST_LISTED_IDS,
  NO_DIFFERENCES,
  type PerPeriod,
} from './request.ts';
import { maySettle } from '../settled/run-scope.ts';
import { unitsOfDays, unitsToWrite } from './units-to-write.ts';

type Compared = Pick<BatchResult, 'computed' | 'written' | 'wouldWrite' | 'staleElsewhere'>;
type Counted = Omit<Compared, 'computed' | 'wouldWrite'> & {
  readonly computed: Record<keyof PerPeriod<number>, number>;
  readonly wouldWrite: Record<keyof PerPeriod<number>, typeof NO_DIFFERENCES>;
};

/**
 * Changes that processing these days would make; none is written (specification, User: batch processing,
 * updateData=false): days against what is stored, then months of the unsaved days and years of the unsaved months,
 * and the days after the request that begin with what its days hand on. A month holds only the figures of its
 * days in memory, a year those of its months.
 *
 * Spec gap: register checks, which write what they find, are not run; the flags count as they stand.
 *
 * @param dates ascending, days that can be processed
 */
export async function compareDays(
  context: DataContext,
  request: BatchRequest,
  dates: readonly BusinessDate[],
  onDay: (date: BusinessDate) => void,
): Promise<Compared> {
  const result: Counted = {
    computed: { daily: 0, monthly: 0, yearly: 0 },
    written: null,
    staleElsewhere: [],
    wouldWrite: { daily: NO_DIFFERENCES, monthly: NO_DIFFERENCES, yearly: NO_DIFFERENCES },
  };
  const last = dates.at(-1);
  if (last === undefined) return result;
  const stale = await staleDays(context.database, request.industry.industryKey, dates[0] ?? last, last);
  const unitIds = new Set(unitsToWrite(request, [virtualPlannerOf(request.industry)(last)]));
  const days = { request, last, stale, unitIds, result, onDay };
  for (const chunk of request.daily ? chunksOf(request.industry, dates) : []) await unitsOfChunk(context, days, chunk);
  const periods = createPeriods(context, request, unitIds, result);
  for await (const { date, documents } of unsavedDays(context, days, dates)) await periods.add(date, documents);
  await periods.finish();
  return result;
}

interface DaysToCompare {
  readonly request: BatchRequest;
  readonly last: BusinessDate;
  /** Marks of the days of the request. */
  readonly stale: readonly StaleDay[];
  /** Units whose documents would be written on any day. */
  readonly unitIds: Set<string>;
  readonly result: Counted;
  readonly onDay: (date: BusinessDate) => void;
}

/** The units that would be written on these days; null: all. */
async function unitsOfChunk(
  { database }: DataContext,
  { request, stale, unitIds }: DaysToCompare,
  dates: readonly BusinessDate[],
): Promise<ReadonlySet<string> | null> {
  const own = new Set<string>(dates);
  const found = await unitsOfDays(
    database,
    request,
    dates,
    virtualPlannerOf(request.industry),
    stale.filter((day) => own.has(day.businessDate)),
  );
  for (const unitId of found ?? []) unitIds.add(unitId);
  return found;
}

type DayToWrite = DocumentToWrite & UnsavedDocument<DailyDocument>;

/** Daily documents of the days, compared, and of later days that begin with their hand-over. */
async function* unsavedDays(
  context: DataContext,
  days: DaysToCompare,
  dates: readonly BusinessDate[],
): AsyncGenerator<{ date: BusinessDate; documents: readonly DayToWrite[] }> {
  const { database } = context;
  const { request, last, onDay } = days;
  const { industry } = request;
  const handedOn = new Map<number, HandedOn & { readonly unitId: string }>();
  for (const chunk of chunksOf(industry, dates)) {
    const documents = request.daily ? await computeChunk(context, days, chunk) : [];
    const before = maySettle(request)
      ? await readLastFigures(database, carryingOverKeys(industry), chunk[0] ?? last, chunk.at(-1) ?? last)
      : null;
    for (const changed of before === null ? [] : carriedOverBy(industry, documents, before))
      handedOn.set(changed.unitKey, changed);
    yield* byDay(chunk, documents);
    chunk.forEach(onDay);
  }
  const following = await followingDays(database, [...handedOn.values()], last);
  const unitIds = new Set([...handedOn.values()].map(({ unitId }) => unitId));
  const stale = await staleDays(database, industry.industryKey, last, following.at(-1) ?? last);
  for (const chunk of chunksOf(industry, following))
    yield* byDay(chunk, await computeChunk(context, { ...days, request: { ...request, unitIds }, stale }, chunk));
}

function* byDay(
  dates: readonly BusinessDate[],
  documents: readonly DayToWrite[],
): Generator<{ date: BusinessDate; documents: readonly DayToWrite[] }> {
  const found = Map.groupBy(documents, ({ periodStart }) => periodStart);
  for (const date of dates) yield { date, documents: found.get(date) ?? [] };
}

async function computeChunk(
  context: DataContext,
  days: DaysToCompare,
  dates: readonly BusinessDate[],
): Promise<DayToWrite[]> {
  const { database, clock } = context;
  const { industry } = days.request;
  const unitIds = await unitsOfChunk(context, days, dates);
  const documents = await computeDocuments(database, {
    industry,
    dates,
    unitIds,
    now: clock.now(),
    materialisedBefore: null,
  });
  await compare(database, 'daily', documents, days.result);
  return documents;
}

/** A year asks the months for their days where it needs the mean of levels, of ground water alone. */
const withoutUnusedDays = (month: MonthlyDocument): MonthlyDocument =>
  month.meta.average === undefined ? { ...month, daily: [] } : month;

/** Composes a month when its last day has come, and a year when its last month has. */
function createPeriods(
  { database, clock }: DataContext,
  request: BatchRequest,
  unitIds: ReadonlySet<string>,
  result: Counted,
) {
  const composing = { industry: request.industry, now: clock.now() };
  const units = (): StoredUnit[] => [...unitIds].flatMap((unitId) => request.industry.units.get(unitId) ?? []);
  let days: UnsavedDocument<DailyDocument>[] = [];
  let months: UnsavedDocument<MonthlyDocument>[] = [];
  let current: BusinessDate | null = null;
  const finishMonth = async (date: BusinessDate): Promise<void> => {
    if (request.monthly) {
      const documents = await monthDocuments(database, composing, units(), firstOfMonth(date), days);
      await compare(database, 'monthly', documents, result);
      for (const { unitKey, periodStart, document } of documents)
        months.push({ unitKey, periodStart, document: inStoredOrder(withoutUnusedDays(document)) });
    }
    days = [];
  };
  const finishYear = async (date: BusinessDate): Promise<void> => {
    if (request.yearly)
      await compare(
        database,
        'yearly',
        await yearDocuments(database, composing, units(), firstOfYear(date), months),
        result,
      );
    months = [];
  };
  return {
    add: async (date: BusinessDate, documents: readonly DayToWrite[]): Promise<void> => {
      if (current !== null && firstOfMonth(current) !== firstOfMonth(date)) await finishMonth(current);
      if (current !== null && firstOfYear(current) !== firstOfYear(date)) await finishYear(current);
      current = date;
      for (const { unitKey, periodStart, document } of documents)
        days.push({ unitKey, periodStart, document: inStoredOrder({ ...document, hourly: [] }) });
    },
    finish: async (): Promise<void> => {
      if (current === null) return;
      await finishMonth(current);
      await finishYear(current);
    },
  };
}

async function compare(
  database: DataContext['database'],
  period: keyof PerPeriod<unknown>,
  documents: readonly DocumentToWrite[],
  { computed, wouldWrite }: Counted,
): Promise<void> {
  const differing = await differingDocuments(database, documents);
  const inserted = differing.filter(({ isNew }) => isNew).length;
  computed[period] += documents.length;
  wouldWrite[period] = addDifferences(wouldWrite[period], {
    inserted,
    changed: differing.length - inserted,
    unchanged: documents.length - differing.length,
    ids: differing.slice(0, MOST_LISTED_IDS).map(({ document }) => document.id),
  });
}
