import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { firstChangedDate } from '../../kernel/industry/first-changed-date.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { eachDate, FIRST_DATE, stretchesOf } from '../../kernel/time/business-date.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { lockIndustryDocuments } from '../store/documents.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { addDueRollups } from '../store/upkeep.ts';
import { createVirtualPlanner } from '../virtual-plan.ts';
import { refreshDueRollups } from '../rollups/refresh-due-rollups.ts';
import { chunksOf } from './chunks.ts';
import { daysOf } from './days-of-request.ts';
import { compareDays } from './dry-run.ts';
import { composePeriods } from './periods.ts';
import { type DayRun, daysToFollow, processChunk, startRun } from './process-chunk.ts';
import { addResults, type BatchRequest, type BatchResult, NOTHING_PROCESSED, type WritingResult } from './request.ts';
import type { AnsweredDay } from '../../ledger/causes.ts';
import { composesPeriods, maySettle } from '../settled/run-scope.ts';
import { daysBefore, settle, type WrittenDays } from '../settled/settle.ts';
import { tellSettled } from '../settled/tell.ts';
import { daysToLeave } from './unchanged-days.ts';
import { unitsToWrite } from './units-to-write.ts';

/**
 * Processes days as {@link processDocuments} does, and brings the rollups that analysts read up to them, unless someone
 * else is refreshing rollups.
 */
export const processDays = (
  context: DataContext,
  request: BatchRequest,
  onDay: (date: BusinessDate) => void = () => {},
): Promise<BatchResult> => processParts(context, [request], onDay);

/** The same of several parts of one run. */
export async function processParts(
  context: DataContext,
  requests: readonly BatchRequest[],
  onDay: (date: BusinessDate) => void = () => {},
): Promise<BatchResult> {
  const result = await processDocuments(context, requests, onDay);
  if (requests.some((request) => request.write)) await refreshDueRollups(context);
  return result;
}

/**
 * Processes business days into documents (specification, User: batch processing), but those that {@link daysToLeave}
 * leaves as they are. Rollups are brought up to date, daily documents computed and written, each day marked stale with
 * its documents, then the months and years that contain them. Only then are the run's own marks cleared and those that
 * were seen before each day was read; a mark that comes meanwhile stays. So whatever a crash leaves undone is marked,
 * and doing it again writes what differs and nothing else. Processed days after a request that begin with what its
 * days hand on (a tank's level, a register) are rewritten too. The rollups of the days are left due.
 *
 * @param requests parts of one run that write the same periods of one industry, ascending, no day in two of them: each
 * month and year is composed once
 */
export async function processDocuments(
  context: DataContext,
  requests: readonly BatchRequest[],
  onDay: (date: BusinessDate) => void = () => {},
): Promise<BatchResult> {
  const parts: RunPart[] = [];
  let results = NOTHING_PROCESSED;
  for (const asked of requests) {
    const request = { ...asked, industry: withRetired(asked.industry) };
    const { dates: possible, ...leftOut } = await daysOf(context, request);
    const unchanged = await daysToLeave(context.database, request, possible);
    const dates = possible.filter((date) => !unchanged.has(date));
    const daysUnchanged = possible.length - dates.length;
    const counted = { ...NOTHING_PROCESSED, days: dates.length, daysUnchanged, ...leftOut };
    results = addResults(
      results,
      request.write ? counted : { ...counted, ...(await compareDays(context, request, dates, onDay)) },
    );
    if (!request.write || dates.length === 0) continue;
    // Neighbours together, because a day hands on to the days behind its part.
    const stretches = daysUnchanged === 0 ? [dates] : stretchesOf(dates).map(([from, to]) => [...eachDate(from, to)]);
    for (const stretch of stretches) parts.push({ request, dates: stretch });
  }
  if (parts.length === 0) return results;
  const result: WritingResult = { ...results, written: { daily: 0, monthly: 0, yearly: 0 } };
  await writeParts(context, parts, result, onDay);
  return result;
}

/** Days of a run that write the same units; ascending, not empty. */
interface RunPart {
  readonly request: BatchRequest;
  readonly dates: readonly BusinessDate[];
}

async function writeParts(
  context: DataContext,
  parts: readonly RunPart[],
  result: WritingResult,
  onDay: (date: BusinessDate) => void,
): Promise<void> {
  const written: { request: BatchRequest; days: WrittenDays }[] = [];
  const dates = new Set<BusinessDate>();
  let unitIds: ReadonlySet<string> = new Set();
  for (const part of parts) {
    const { request } = part;
    const last = part.dates.at(-1) ?? request.to;
    const run = startRun(result, last);
    if (request.daily)
      for (const days of await processInChunks(context, request, part.dates, run, onDay))
        written.push({ request, days });
    const following = maySettle(request) ? daysToFollow(run) : [];
    if (following.length > 0) {
      for (const days of await processInChunks(
        context,
        { ...request, unitIds: run.handingOn },
        following,
        run,
        () => {},
      ))
        written.push({ request, days });
      result.staleElsewhere = result.staleElsewhere.filter((date) => !following.includes(date));
    }
    for (const date of [...part.dates, ...following]) dates.add(date);
    unitIds = unitIds.union(unitsToWrite(request, [createVirtualPlanner(request.industry)(last)])).union(run.unitIds);
  }
  const [first] = parts;
  if (first === undefined) return;
  await composePeriods(
    context,
    first.request,
    [...dates],
    unitIds,
    written.flatMap(({ days }) => days.seen),
    result,
  );
  const { industry } = first.request;
  await context.database.transaction(async (transaction) => {
    const now = new Date(context.clock.now());
    const answered: AnsweredDay[] = [];
    await lockIndustryDocuments(transaction, industry.industryKey);
    if (composesPeriods(first.request)) {
      const until = await knownUntil(transaction, industry, now.getTime());
      for (const { request, days } of written) {
        const known = daysBefore(days, until);
        if (known.dates.length > 0) answered.push(...(await settle(transaction, request, known, now)));
      }
    }
    await tellSettled(transaction, industry, answered, now);
    for (const [from, to] of stretchesOf(parts.flatMap((part) => part.dates)))
      await addDueRollups(transaction, from, to);
  });
}

/**
 * The first day of which the run does not know what decides its figures now; null: it knows all. Such days answer no
 * mark, because a mark that the run has seen may be of what has come or changed meanwhile. All their marks stay then,
 * the run's own included, and a rebuild follows.
 */
async function knownUntil(transaction: Querier, industry: Industry, now: EpochMillis): Promise<BusinessDate | null> {
  const current = await findIndustry(transaction, industry.industryId, now);
  return current === null ? FIRST_DATE : firstChangedDate(industry, withRetired(current));
}

async function processInChunks(
  context: DataContext,
  request: BatchRequest,
  dates: readonly BusinessDate[],
  run: DayRun,
  onDay: (date: BusinessDate) => void,
): Promise<WrittenDays[]> {
  const written: WrittenDays[] = [];
  for (const chunk of chunksOf(request.industry, dates))
    written.push(await processChunk(context, request, chunk, run, onDay));
  return written;
}
