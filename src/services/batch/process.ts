import type { Context } from '../../context.ts';
import { businessDateOf } from '../../domain/time/business-clock.ts';
import { eachDate } from '../../domain/time/business-date.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { type DocumentToWrite, lockIndustryDocuments, writeDocuments } from '../../store/documents.ts';
import { markFollowing } from '../../store/ledger.ts';
import { sealedBefore } from '../../store/seal.ts';
import { firstOpenDateAnywhere, refreshHours, refreshRollups } from '../../store/upkeep.ts';
import { computeDays } from '../documents/compute-days.ts';
import { createVirtualPlanner, type VirtualPlan } from '../documents/virtual-plan.ts';
import { checkDueDays } from '../register-checks/due-checks.ts';
import { handedOnBy } from './handed-on.ts';
import { composePeriods } from './periods.ts';
import type { BatchRequest, BatchResult } from './request.ts';
import { maySettle, settle, type WrittenDays } from './settle.ts';

/** Unit-days per transaction: bounds memory and the time for which the industry's documents are held. */
const UNIT_DAYS_PER_CHUNK = 1500;
const DAYS_WORTH_ROLLUPS = 4;

type BatchContext = Pick<Context, 'database' | 'clock'>;

/**
 * Processes business days into documents (specification, User: batch processing): rollups are brought up to date, daily
 * documents computed and written, then the months and years that contain them. Only then are the stale marks cleared that were
 * seen before each day was read; a mark that comes meanwhile stays. So whatever a crash leaves undone is still marked, and doing
 * it again writes what differs and nothing else.
 */
export async function processDays(context: BatchContext, request: BatchRequest, onDay: (date: BusinessDate) => void = () => {}): Promise<BatchResult> {
  const { industry } = request;
  const { dates, daysNotEnded, daysSealed } = await daysOf(context, request);
  const result: BatchResult = {
    days: dates.length, daysNotEnded, daysSealed,
    computed: { daily: 0, monthly: 0, yearly: 0 },
    written: request.write ? { daily: 0, monthly: 0, yearly: 0 } : null,
    staleElsewhere: [],
  };
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return result;

  const written: WrittenDays[] = [];
  if (request.daily) {
    const daysPerChunk = Math.max(1, Math.floor(UNIT_DAYS_PER_CHUNK / Math.max(1, industry.units.size)));
    for (let index = 0; index < dates.length; index += daysPerChunk) {
      written.push(await processChunk(context, request, dates.slice(index, index + daysPerChunk), result, onDay));
    }
  }
  await composePeriods(context, request, dates, unitsToWrite(request, createVirtualPlanner(industry)(last)), result);
  if (maySettle(request)) {
    await context.database.transaction(async (transaction) => {
      for (const days of written) await settle(transaction, request, days, new Date(context.clock.now()));
    });
  }
  // After the documents, which need only the hours: analysts' days, months and years follow.
  if (request.write) await refreshRollups(context.database, first, last, firstOpenDateAnywhere(context.clock.now()));
  return result;
}

/** The days of the request that can be processed, and how many cannot: not ended, or without their readings. */
async function daysOf({ database, clock }: BatchContext, { industry, from, to }: BatchRequest): Promise<{ dates: BusinessDate[]; daysNotEnded: number; daysSealed: number }> {
  const firstOpenDay = businessDateOf(industry.clock, clock.now());
  const seal = await sealedBefore(database);
  const asked = [...eachDate(from, to)];
  const ended = asked.filter((date) => date < firstOpenDay);
  const dates = ended.filter((date) => seal === null || date >= seal);
  return { dates, daysNotEnded: asked.length - ended.length, daysSealed: ended.length - dates.length };
}

async function processChunk(context: BatchContext, request: BatchRequest, dates: readonly BusinessDate[], result: BatchResult, onDay: (date: BusinessDate) => void): Promise<WrittenDays> {
  const { industry } = request;
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) throw new RangeError('A chunk has at least one day.');
  const { database } = context;
  // Before anything is read: the marks seen here, and those of the register checks, are what this run answers; later ones are newer.
  const { stale: seen, markedElsewhere } = request.write ? await checkDueDays(context, industry, from, to) : { stale: [], markedElsewhere: [] };
  const openDate = firstOpenDateAnywhere(context.clock.now());
  // A few days are read from their readings faster than rollups are brought up to date; many days the other way round.
  const useRollups = request.write && dates.length >= DAYS_WORTH_ROLLUPS;
  if (useRollups) await refreshHours(database, from, to, openDate);

  return database.transaction(async (transaction) => {
    if (request.write) await lockIndustryDocuments(transaction, industry.industryKey);
    const planFor = createVirtualPlanner(industry);
    const unitIds = request.unitIds === null && !request.updateOnlyVirtual ? null : new Set(dates.flatMap((date) => [...unitsToWrite(request, planFor(date))]));
    const documents: DocumentToWrite[] = [];
    const computing = computeDays(transaction, {
      industry, dates, unitIds, now: context.clock.now(),
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
    if (result.written !== null) {
      const now = new Date(context.clock.now());
      const changed = await writeDocuments(transaction, industry.industryKey, documents, now);
      result.written.daily += changed.length;
      const following = await markFollowing(transaction, industry.industryKey, handedOnBy(industry, changed), to, now);
      result.staleElsewhere = [...new Set([...result.staleElsewhere.filter((date) => date < from || date > to), ...markedElsewhere, ...following])].sort();
    }
    return { dates, seen, unitIds };
  });
}

/** Unit ids whose documents this run writes: those asked for and what depends on them. */
function unitsToWrite(request: BatchRequest, plan: VirtualPlan): ReadonlySet<string> {
  const asked = request.unitIds ?? new Set(request.industry.units.keys());
  const all = new Set([...asked].filter((unitId) => request.industry.units.has(unitId)));
  for (const dependant of plan.graph.dependantsOf(all)) all.add(dependant);
  if (!request.updateOnlyVirtual) return all;
  return all.difference(new Set(plan.nonVirtualUnitIds));
}
