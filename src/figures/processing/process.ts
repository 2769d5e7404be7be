import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { firstChangedDate, withRetired } from '../../kernel/industry/retired.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { eachDate, FIRST_DATE, stretchesOf } from '../../kernel/time/business-date.ts';
import { sum } from '../../kernel/measure/exact.ts';
import type { BusinessDate, EpochMillis } from '../../kernel/time/types.ts';
import { lockIndustryDocuments } from '../store/write-documents.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { addDueRollups } from '../store/upkeep.ts';
import { virtualPlannerOf } from '../virtual-plan.ts';
import { tryRefreshDueRollups } from '../rollups/refresh-due-rollups.ts';
import { chunksOf } from './compute-documents.ts';
import { daysOf } from './days-of-request.ts';
import { compareDays } from './dry-run.ts';
import { composePeriods } from './periods.ts';
import { processChunk, type WrittenChunk } from './process-chunk.ts';
import { addResults, type BatchRequest, type BatchResult, NOTHING_PROCESSED } from './request.ts';
import type { AnsweredDay } from '../../ledger/causes.ts';
import { unchangedDays } from '../../ledger/store/ledger.ts';
import { composesPeriods, maySettle } from '../settled/run-scope.ts';
import { daysBefore, rulesDigest, settle } from '../settled/settle.ts';
import { recordSettledEvent } from '../settled/publish-settled.ts';
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

/** Processes several parts of one run. */
export async function processParts(
  context: DataContext,
  requests: readonly BatchRequest[],
  onDay: (date: BusinessDate) => void = () => {},
): Promise<BatchResult> {
  const result = await processDocuments(context, requests, onDay);
  if (requests.some((request) => request.write)) await tryRefreshDueRollups(context);
  return result;
}

/**
 * Processes business days into documents (specification, User: batch processing), except those that {@link daysToLeave}
 * leaves as they are. Rollups are brought up to date. Daily documents are computed and written, and each day is marked
 * stale with its documents. The months and years that contain the days follow. The run then clears its own marks and
 * those that were seen before each day was read; a later mark stays. Work that a crash leaves undone is marked for this
 * reason, and a second run writes only the differences. Processed days after a request that begin with the hand-over of
 * its days (a tank's level, a register) are rewritten too. The rollups of the days are left due.
 * @param requests parts of one run that write the same periods of one industry, ascending, no day in two of them: each
 * month and year is composed once
 */
export async function processDocuments(
  context: DataContext,
  requests: readonly BatchRequest[],
  onDay: (date: BusinessDate) => void = () => {},
): Promise<BatchResult> {
  const parts: RunPart[] = [];
  let result = NOTHING_PROCESSED;
  for (const asked of requests) {
    const request = { ...asked, industry: withRetired(asked.industry) };
    const { dates: possible, ...leftOut } = await daysOf(context, request);
    const unchanged = await daysToLeave(context.database, request, possible);
    const dates = possible.filter((date) => !unchanged.has(date));
    const daysUnchanged = possible.length - dates.length;
    const counted = { ...NOTHING_PROCESSED, days: dates.length, daysUnchanged, ...leftOut };
    result = addResults(
      result,
      request.write ? counted : { ...counted, ...(await compareDays(context, request, dates, onDay)) },
    );
    if (!request.write || dates.length === 0) continue;
    // Neighbours together, because a day hands on to the days behind its part.
    const stretches = daysUnchanged === 0 ? [dates] : stretchesOf(dates).map(([from, to]) => [...eachDate(from, to)]);
    for (const stretch of stretches) parts.push({ request, dates: stretch });
  }
  const [first] = parts;
  if (first === undefined) return result;
  const written: WrittenPart[] = [];
  for (const part of parts) written.push(await writePart(context, part, onDay));
  const chunks = written.flatMap((part) => part.chunks);
  const periods = await composePeriods(context, first.request, {
    dates: [...new Set(written.flatMap((part) => part.dates))],
    unitIds: new Set(written.flatMap((part) => [...part.unitIds])),
    seen: chunks.flatMap(({ days }) => days.seen),
  });
  await settleParts(context, first.request, parts, chunks);
  return addResults(result, {
    ...NOTHING_PROCESSED,
    computed: { ...periods.computed, daily: sum(chunks.map(({ computedCount }) => computedCount)) },
    written: { ...periods.written, daily: sum(chunks.map(({ writtenCount }) => writtenCount)) },
    staleElsewhere: written.reduce(staleAfterPart, []),
  });
}

/** Days of a run that write the same units; ascending, not empty. */
interface RunPart {
  readonly request: BatchRequest;
  readonly dates: readonly BusinessDate[];
}

interface WrittenPart {
  /** Chunks, each with the request that wrote it. */
  readonly chunks: readonly (WrittenChunk & { readonly request: BatchRequest })[];
  /** The days asked for, and those that followed. */
  readonly dates: readonly BusinessDate[];
  /** Days after those asked for that begin with their hand-over. */
  readonly following: readonly BusinessDate[];
  /** Units whose months and years may have changed. */
  readonly unitIds: ReadonlySet<string>;
}

/** Writes the days of a part, and then the days behind it of the units that hand something on to them. */
async function writePart(
  context: DataContext,
  { request, dates }: RunPart,
  onDay: (date: BusinessDate) => void,
): Promise<WrittenPart> {
  const last = dates.at(-1) ?? request.to;
  const own = request.daily ? await processInChunks(context, request, dates, last, onDay) : [];
  const following = maySettle(request)
    ? [...new Set(own.flatMap((chunk) => chunk.following))].filter((date) => date > last).sort()
    : [];
  const handingOn = new Set(own.flatMap((chunk) => chunk.handingOn));
  const later = await processInChunks(context, { ...request, unitIds: handingOn }, following, last, () => {});
  const chunks = [...own, ...later];
  const named = new Set(chunks.flatMap(({ days }) => [...(days.unitIds ?? [])]));
  const unitIds = unitsToWrite(request, [virtualPlannerOf(request.industry)(last)]).union(named);
  return { chunks, dates: [...dates, ...following], following, unitIds };
}

/** Days that are stale because of the run and that it has not answered itself; ascending. */
function staleAfterPart(stale: readonly BusinessDate[], { chunks, following }: WrittenPart): BusinessDate[] {
  const left = chunks.reduce(
    (before, { marked, days }) => before.union(new Set(marked)).difference(new Set(days.dates)),
    new Set(stale),
  );
  return [...left.difference(new Set(following))].sort();
}

/** Clears the marks that the run has answered, tells of the days, and leaves their rollups due: in one transaction. */
async function settleParts(
  context: DataContext,
  scope: BatchRequest,
  parts: readonly RunPart[],
  chunks: WrittenPart['chunks'],
): Promise<void> {
  const { industry } = scope;
  await context.database.transaction(async (transaction) => {
    const now = new Date(context.clock.now());
    const answered: AnsweredDay[] = [];
    await lockIndustryDocuments(transaction, industry.industryKey);
    if (composesPeriods(scope)) {
      const unknown = await firstUnknownDay(transaction, industry, now.getTime());
      for (const { request, days } of chunks) {
        const known = daysBefore(days, unknown);
        if (known.dates.length > 0) answered.push(...(await settle(transaction, request, known, now)));
      }
    }
    await recordSettledEvent(transaction, industry, answered, now);
    for (const [from, to] of stretchesOf(parts.flatMap((part) => part.dates)))
      await addDueRollups(transaction, from, to);
  });
}

/**
 * The first day whose settings have changed since the run read them; null: none. The run clears no mark from that day
 * on, because a mark may stand for the change. A rebuild follows.
 */
async function firstUnknownDay(
  transaction: Querier,
  industry: Industry,
  now: EpochMillis,
): Promise<BusinessDate | null> {
  const current = await findIndustry(transaction, industry.industryId, now);
  return current === null ? FIRST_DATE : firstChangedDate(industry, withRetired(current));
}

async function processInChunks(
  context: DataContext,
  request: BatchRequest,
  dates: readonly BusinessDate[],
  last: BusinessDate,
  onDay: (date: BusinessDate) => void,
): Promise<WrittenPart['chunks']> {
  const written = [];
  for (const chunk of chunksOf(request.industry, dates))
    written.push({ request, ...(await processChunk(context, request, chunk, last, onDay)) });
  return written;
}

/**
 * Days of a run over all units that it can leave as they are, because computing them would write nothing. They are
 * settled, so their documents agree with the readings, and a later reading marks its day. Nobody has written their
 * daily documents since, a hand at a psql prompt included, and the present rules have computed them.
 * Spec gap: a batch counts such days and computes nothing for them.
 * @param dates ascending
 */
async function daysToLeave(
  db: Querier,
  request: BatchRequest,
  dates: readonly BusinessDate[],
): Promise<ReadonlySet<string>> {
  const { industry, unitIds, write, recompute } = request;
  const [from, to] = [dates[0], dates.at(-1)];
  if (from === undefined || to === undefined) return new Set();
  if (!write || recompute === true || unitIds !== null || !maySettle(request)) return new Set();
  const unchanged = await unchangedDays(db, industry.industryKey, from, to, rulesDigest(industry));
  // Register checks of one day may mark its neighbours, and the run answers these marks where it has the neighbours.
  const areAlone = ![...industry.units.values()].some(({ versions }) =>
    versions.some(({ unit }) => unit.registerChecks !== null),
  );
  return areAlone || dates.every((date) => unchanged.has(date)) ? unchanged : new Set();
}
