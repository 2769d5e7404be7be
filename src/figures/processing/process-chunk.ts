import type { DataContext } from '../../context.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { type DocumentToWrite, lockIndustryDocuments, readLastFigures, writeDocuments } from '../store/documents.ts';
import { documentRevisions, markFollowing } from '../../ledger/store/ledger.ts';
import { tryRefreshHours } from '../store/upkeep.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import { requireClock } from '../../platform/directory/require-clock.ts';
import { computeDays } from '../compute-days.ts';
import { createVirtualPlanner } from '../virtual-plan.ts';
import { checkDueDays } from '../register-checks/due-checks.ts';
import { causesOfPeriods } from '../../ledger/causes.ts';
import { mayMaterialise } from '../rollups/may-materialise.ts';
import { handedOnBy, handingOnKeys } from '../settled/handed-on.ts';
import { markWritten } from '../settled/mark-written.ts';
import type { BatchRequest, WritingResult } from './request.ts';
import type { WrittenDays } from '../settled/settle.ts';
import { unitsOfDays } from './units-to-write.ts';

/** The sum of one run's chunks so far. */
export interface DayRun {
  readonly result: WritingResult;
  /** The last day asked for. */
  readonly last: BusinessDate;
  /** Units whose documents were written by a run that does not write all. */
  readonly unitIds: Set<string>;
  /** Units that hand something on from a changed day. */
  readonly handingOn: Set<string>;
  /** Days that became stale by that and by nothing else. */
  readonly following: Set<BusinessDate>;
}

export const startRun = (result: WritingResult, last: BusinessDate): DayRun => ({
  result,
  last,
  unitIds: new Set(),
  handingOn: new Set(),
  following: new Set(),
});

/** Days after the run's own that it has to rewrite, ascending. */
export const daysToFollow = ({ following, last }: DayRun): BusinessDate[] =>
  [...following].filter((date) => date > last).sort();

/**
 * Whether a run brings the hours of its days up to date before it reads them. Refreshing a day costs 1.4 times the bare
 * aggregate of all units of the database, reading it afterwards 0.15 times that of the units asked for; adding up live
 * costs 2 times the latter. So a run over all units refreshes, and whoever reads the day later finds it done; a rebuild
 * of some units adds up theirs alone.
 */
const isWorthRefreshing = ({ unitIds }: BatchRequest): boolean => unitIds === null;

/**
 * Before which of these days they are materialised and fresh now; null: none is, because adding up live is faster than
 * waiting for whoever refreshes.
 */
async function refreshHoursOf(
  context: DataContext,
  from: BusinessDate,
  to: BusinessDate,
): Promise<BusinessDate | null> {
  const { before } = await mayMaterialise(context, to);
  return (await tryRefreshHours(context.database, from, to, before)) ? before : null;
}

/** Computes and writes the daily documents of some days in one transaction. `asked` ascending, not empty. */
export async function processChunk(
  context: DataContext,
  request: BatchRequest,
  asked: readonly BusinessDate[],
  run: DayRun,
  onDay: (date: BusinessDate) => void,
): Promise<WrittenDays> {
  const { industry } = request;
  const [from, to] = [asked[0], asked.at(-1)];
  if (from === undefined || to === undefined) throw new RangeError('A chunk has at least one day.');
  const { database } = context;
  // Before anything is read: the marks seen here, and those of the register checks, are what this run answers; later
  // ones are newer.
  const { stale: seen, markedElsewhere } = await checkDueDays(context, industry, from, to);
  const refreshedBefore = isWorthRefreshing(request) ? await refreshHoursOf(context, from, to) : null;

  return database.transaction(async (transaction) => {
    await lockIndustryDocuments(transaction, industry.industryKey);
    const { sealed } = await requireClock(transaction, industry);
    // Days that were sealed since the run began: their readings are gone, and their documents stay.
    const dates = asked.filter((date) => !isSealed(sealed, date));
    if (dates.length === 0) return { dates, seen: [], unfinished: [], unitIds: new Set(), revisions: new Map() };
    const planFor = createVirtualPlanner(industry);
    const unitIds = await unitsOfDays(transaction, request, dates, planFor, seen);
    for (const unitId of unitIds ?? []) run.unitIds.add(unitId);
    const documents: DocumentToWrite[] = [];
    const computing = computeDays(transaction, {
      industry,
      dates,
      unitIds,
      now: context.clock.now(),
      materialisedBefore: refreshedBefore,
    });
    for await (const day of computing) {
      for (const [unitId, document] of day.documents) {
        const unitKey = industry.units.get(unitId)?.unitKey;
        if (unitKey !== undefined) documents.push({ unitKey, period: 'DAILY', periodStart: day.date, document });
      }
      onDay(day.date);
    }
    const { result } = run;
    result.computed.daily += documents.length;
    const now = new Date(context.clock.now());
    // A change was followed to its end from where it began; days after the run's own need not be asked again.
    const handedOn =
      from > run.last
        ? []
        : handedOnBy(industry, documents, await readLastFigures(transaction, handingOnKeys(industry), from, to));
    const seenHere = seen.filter((day) => dates.includes(day.businessDate));
    const written = await writeDocuments(transaction, industry.industryKey, documents, {
      computedAt: now,
      causesOf: causesOfPeriods(seenHere, (date) => date),
    });
    result.written.daily += written.length;
    const marks = await markWritten(transaction, request, written, { seen: seenHere, planFor, now });
    const following = await markFollowing(transaction, industry.industryKey, handedOn, to, now);
    for (const { unitId } of handedOn) run.handingOn.add(unitId);
    for (const { businessDate, isNew } of following) if (isNew) run.following.add(businessDate);
    result.staleElsewhere = elsewhere(
      [...result.staleElsewhere, ...markedElsewhere, ...following.map((day) => day.businessDate)],
      dates,
    );
    const revisions =
      unitIds === null
        ? await documentRevisions(transaction, industry.industryKey, from, to)
        : new Map<string, number>();
    return { dates, ...marks, unitIds, revisions };
  });
}

/** Days but those of a chunk, which it answers itself; ascending, each once. */
const elsewhere = (days: readonly BusinessDate[], dates: readonly BusinessDate[]): BusinessDate[] => {
  const own = new Set(dates);
  return [...new Set(days)].filter((date) => !own.has(date)).sort();
};
