import type { Context } from '../../context.ts';
import type { Querier } from '../../database/database.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { addDays, eachDate } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { type DocumentToWrite, lockIndustryDocuments, writeDocuments } from '../../store/documents.ts';
import { clearStale, processedDays, setProcessed, type StaleDay } from '../../store/ledger.ts';
import { firstOpenDateAnywhere, refreshHours, refreshRollups } from '../../store/upkeep.ts';
import { computeDays } from '../documents/compute-days.ts';
import { createVirtualPlanner } from '../documents/virtual-plan.ts';
import { checkDueDays } from '../register-checks/due-checks.ts';
import { composePeriods } from './periods.ts';
import type { BatchRequest, BatchResult } from './request.ts';

/** Unit-days per transaction: bounds memory and the time for which the industry's documents are held. */
const UNIT_DAYS_PER_CHUNK = 1500;
const DAYS_WORTH_ROLLUPS = 4;

/**
 * Processes business days into documents (specification, User: batch processing): rollups are brought up to date, daily
 * documents computed and written, then the months and years that contain them. The stale marks seen at the start are cleared
 * with the documents that answer them, in one transaction; a mark that comes meanwhile stays. Doing it again, or again
 * after a crash, writes what differs and nothing else.
 */
export async function processDays(context: Pick<Context, 'database' | 'clock'>, request: BatchRequest, onDay: (date: BusinessDate) => void = () => {}): Promise<BatchResult> {
  const { industry } = request;
  const firstOpenDay = businessDateOf(industry.clock, context.clock.now());
  const last = request.to < firstOpenDay ? request.to : addDays(firstOpenDay, -1);
  const dates = [...eachDate(request.from, last)];
  const result: BatchResult = {
    days: dates.length,
    daysNotEnded: [...eachDate(request.from > firstOpenDay ? request.from : firstOpenDay, request.to)].length,
    computed: { daily: 0, monthly: 0, yearly: 0 },
    written: request.write ? { daily: 0, monthly: 0, yearly: 0 } : null,
    staleElsewhere: [],
  };
  if (dates.length === 0) return result;

  const daysPerChunk = Math.max(1, Math.floor(UNIT_DAYS_PER_CHUNK / Math.max(1, industry.units.size)));
  if (request.daily) {
    for (let index = 0; index < dates.length; index += daysPerChunk) {
      await processChunk(context, request, dates.slice(index, index + daysPerChunk), result, onDay);
    }
  }
  const openDate = firstOpenDateAnywhere(context.clock.now());
  const scope = (date: BusinessDate): ReadonlySet<string> => unitsToWrite(request, createVirtualPlanner(industry)(date));
  await composePeriods(context, request, dates, scope(last), result);
  // After the documents, which need only the hours: analysts' days, months and years follow.
  if (request.write) await refreshRollups(context.database, request.from, last, openDate);
  return result;
}

async function processChunk(context: Pick<Context, 'database' | 'clock'>, request: BatchRequest, dates: readonly BusinessDate[], result: BatchResult, onDay: (date: BusinessDate) => void): Promise<void> {
  const { industry } = request;
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return;
  const { database } = context;
  // Before anything is read: the marks seen here, and those of the register checks, are what this run answers; later ones are newer.
  const { stale, markedElsewhere } = request.write ? await checkDueDays(context, industry, from, to) : { stale: [], markedElsewhere: [] };
  result.staleElsewhere = [...new Set([...result.staleElsewhere.filter((date) => date < from || date > to), ...markedElsewhere])].sort();
  const openDate = firstOpenDateAnywhere(context.clock.now());
  // A few days are read from their readings faster than rollups are brought up to date; many days the other way round.
  const useRollups = request.write && dates.length >= DAYS_WORTH_ROLLUPS;
  if (useRollups) await refreshHours(database, from, to, openDate);

  await database.transaction(async (transaction) => {
    if (request.write) await lockIndustryDocuments(transaction, industry.industryKey);
    const planFor = createVirtualPlanner(industry);
    const wanted = request.unitIds === null && !request.updateOnlyVirtual ? null : new Set(dates.flatMap((date) => [...unitsToWrite(request, planFor(date))]));
    const documents: DocumentToWrite[] = [];
    const computing = computeDays(transaction, {
      industry, dates, unitIds: wanted, now: context.clock.now(),
      mustReadReadings: (date) => !useRollups || date >= openDate,
    });
    for await (const day of computing) {
      for (const [unitId, document] of day.documents) {
        const unitKey = industry.units.get(unitId)?.unitKey;
        if (unitKey !== undefined) documents.push({ unitKey, period: 'DAILY', periodStart: day.date, document });
      }
      onDay(day.date);
    }
    result.computed.daily += documents.length;
    if (result.written === null) return;
    const now = new Date(context.clock.now());
    result.written.daily += await writeDocuments(transaction, industry.industryKey, documents, now);
    await settle(transaction, request, dates, stale, wanted, now);
  });
}

/** Unit ids whose documents this run writes: those asked for and what depends on them. */
function unitsToWrite(request: BatchRequest, plan: ReturnType<ReturnType<typeof createVirtualPlanner>>): ReadonlySet<string> {
  const asked = request.unitIds ?? new Set(request.industry.units.keys());
  const all = new Set([...asked].filter((unitId) => request.industry.units.has(unitId)));
  for (const dependant of plan.graph.dependantsOf(all)) all.add(dependant);
  if (!request.updateOnlyVirtual) return all;
  return all.difference(new Set(plan.nonVirtualUnitIds));
}

/** Clears the marks this run has answered; a day all of whose units were written counts as processed. */
async function settle(db: Querier, request: BatchRequest, dates: readonly BusinessDate[], stale: readonly StaleDay[], wanted: ReadonlySet<string> | null, now: Date): Promise<void> {
  const { industry } = request;
  if (wanted === null) {
    await setProcessed(db, industry.industryKey, dates, now);
    await clearStale(db, industry.industryKey, stale);
    return;
  }
  if (request.updateOnlyVirtual) return;
  // A day that was never wholly processed is not settled by some of its units.
  const processed = await processedDays(db, industry.industryKey, dates[0] ?? '', dates.at(-1) ?? '');
  const writtenKeys = new Set([...wanted].flatMap((unitId) => industry.units.get(unitId)?.unitKey ?? []));
  const knownKeys = new Set([...industry.units.values()].map((unit) => unit.unitKey));
  const answered = stale.filter((day) => processed.has(day.businessDate) && day.unitKeys.every((key) => writtenKeys.has(key) || !knownKeys.has(key)));
  await clearStale(db, industry.industryKey, answered);
}

