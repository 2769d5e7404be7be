import type { DataContext } from '../../context.ts';
import type { BusinessDate } from '../../domain/time/types.ts';
import { addDueRollups } from '../../store/upkeep.ts';
import { createVirtualPlanner } from '../figures/virtual-plan.ts';
import { refreshDueRollups } from '../upkeep/refresh-due-rollups.ts';
import { chunksOf } from './chunks.ts';
import { daysOf } from './days-of-request.ts';
import { compareDays } from './dry-run.ts';
import { composePeriods } from './periods.ts';
import { type DayRun, daysToFollow, processChunk, startRun } from './process-chunk.ts';
import type { BatchRequest, BatchResult, WritingResult } from './request.ts';
import { composesPeriods, maySettle } from '../ledger/run-scope.ts';
import { settle, type WrittenDays } from '../ledger/settle.ts';
import { unitsToWrite } from './units-to-write.ts';

/** Processes days as {@link processDocuments} does, and brings the rollups that analysts read up to them, unless someone else is refreshing rollups. */
export async function processDays(context: DataContext, request: BatchRequest, onDay: (date: BusinessDate) => void = () => {}): Promise<BatchResult> {
  const result = await processDocuments(context, request, onDay);
  if (request.write) await refreshDueRollups(context);
  return result;
}

/**
 * Processes business days into documents (specification, User: batch processing): rollups are brought up to date, daily
 * documents computed and written, each day marked stale with its documents, then the months and years that contain them. Only then
 * are the run's own marks cleared and those that were seen before each day was read; a mark that comes meanwhile stays. So whatever
 * a crash leaves undone is marked, and doing it again writes what differs and nothing else. Processed days after the request that begin with what its days hand on (a
 * tank's level, a register) are rewritten too. The rollups of the days are left due.
 */
export async function processDocuments(context: DataContext, request: BatchRequest, onDay: (date: BusinessDate) => void = () => {}): Promise<BatchResult> {
  const { industry } = request;
  const { dates, ...leftOut } = await daysOf(context, request);
  const counted = { days: dates.length, ...leftOut };
  if (!request.write) return { ...counted, ...await compareDays(context, request, dates, onDay) };
  const result: WritingResult = {
    ...counted, computed: { daily: 0, monthly: 0, yearly: 0 }, written: { daily: 0, monthly: 0, yearly: 0 }, wouldWrite: null, staleElsewhere: [],
  };
  const [first, last] = [dates[0], dates.at(-1)];
  if (first === undefined || last === undefined) return result;

  const run = startRun(result, last);
  const written: WrittenDays[] = [];
  if (request.daily) written.push(...await processInChunks(context, request, dates, run, onDay));
  const following = maySettle(request) ? daysToFollow(run) : [];
  if (following.length > 0) {
    written.push(...await processInChunks(context, { ...request, unitIds: run.handingOn }, following, run, () => {}));
    result.staleElsewhere = result.staleElsewhere.filter((date) => !following.includes(date));
  }
  await composePeriods(context, request, [...dates, ...following], unitsToWrite(request, [createVirtualPlanner(industry)(last)]).union(run.unitIds), result);
  await context.database.transaction(async (transaction) => {
    if (composesPeriods(request)) for (const days of written) await settle(transaction, request, days, new Date(context.clock.now()));
    await addDueRollups(transaction, first, last);
  });
  return result;
}

async function processInChunks(context: DataContext, request: BatchRequest, dates: readonly BusinessDate[], run: DayRun, onDay: (date: BusinessDate) => void): Promise<WrittenDays[]> {
  const written: WrittenDays[] = [];
  for (const chunk of chunksOf(request.industry, dates)) written.push(await processChunk(context, request, chunk, run, onDay));
  return written;
}
