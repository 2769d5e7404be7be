import type { DataContext } from '../../context.ts';
import { firstWithin } from '../../kernel/in-batches.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import { stretchesOf } from '../../kernel/time/business-date.ts';
import { isSealed } from '../../kernel/time/sealed-days.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import type { QueueClient } from '../../platform/queue/client.ts';
import { findIndustry } from '../../platform/directory/store/industries.ts';
import { rebuildLock } from '../../ledger/store/ledger.ts';
import { sealedDays } from '../../ledger/store/seal.ts';
import { enqueueBacklog, enqueueRebuilds, enqueueRefresh, type RebuildBacklog } from '../../ledger/ask-for-rebuilds.ts';
import { type WaitingDay, waitingDaysOf } from '../../ledger/waiting-days.ts';
import { processDocuments } from './process.ts';
import { type BatchRequest, type BatchResult, wholeRun } from './request.ts';
import { writeSealedDays } from './sealed-days.ts';

/** Unit-days: days times units. */
export interface RebuildLimits {
  /** Days rebuilt at once; the rest is backlog. The correction of a reading waits for no more days of other marks. */
  readonly atOnce: number;
  /** Days of one run of a backlog, at least one. Another industry has its turn afterwards. */
  readonly perRun: number;
}

/** A quarter of a second's work, and about two seconds'. */
const LIMITS: RebuildLimits = { atOnce: 250, perRun: 2000 };

/**
 * Rebuilds stale days of an industry, the newest marks first, then the newest days: the marked units, their dependants,
 * and their months and years. A day that was never wholly processed is processed wholly. Days that are too much at once
 * are left to the backlog. null when no day waits, when all are left to the backlog or sealed, when another process
 * rebuilds the industry at this moment (and looks for news afterwards), or when the industry is gone.
 */
export const rebuildIndustry = (
  context: DataContext,
  queue: QueueClient,
  industryId: string,
  { atOnce }: RebuildLimits = LIMITS,
): Promise<BatchResult | null> =>
  rebuild(context, queue, industryId, {
    choose: (waiting) => firstWithin(newestFirst(waiting.filter((day) => day.unitDays <= atOnce)), atOnce, unitDaysOf),
    continue: async (others) => {
      if (others.length > 0) await enqueueBacklog(queue, { industryId, from: null });
    },
  });

/**
 * Rebuilds one run of a backlog. The first run takes the newest days. Later runs go from the oldest day on, because a
 * day hands on to the next one and would have it rebuilt once more. Days marked behind a run meanwhile are looked for
 * at the end of the backlog.
 */
export async function rebuildBacklog(
  context: DataContext,
  queue: QueueClient,
  { industryId, from }: RebuildBacklog,
  { perRun }: RebuildLimits = LIMITS,
): Promise<BatchResult | null> {
  const now = context.clock.now();
  if (from === null) {
    return rebuild(context, queue, industryId, {
      choose: (waiting) => firstWithin(newestFirst(waiting), perRun, unitDaysOf, 1),
      continue: async (others) => {
        if (others.length > 0) await enqueueBacklog(queue, { industryId, from: { after: null, sinceEpochMs: now } });
      },
    });
  }
  const { after, sinceEpochMs } = from;
  return rebuild(context, queue, industryId, {
    choose: (waiting) => {
      const later = waiting.filter((day) => after === null || day.date > after);
      return firstWithin(later, perRun, unitDaysOf, 1);
    },
    continue: async (others, last) => {
      const isMore = last !== null && others.some((day) => day.date > last);
      if (isMore) await enqueueBacklog(queue, { industryId, from: { after: last, sinceEpochMs } });
      else if (others.some((day) => day.markedAt.getTime() > sinceEpochMs))
        await enqueueBacklog(queue, { industryId, from: null });
    },
  });
}

/** The days of a run, and the treatment of the others. */
interface Run {
  /** Choice among all waiting days, ascending. */
  readonly choose: (waiting: readonly WaitingDay[]) => readonly WaitingDay[];
  /** Called with the other waiting days, ascending, and the last day of the run. */
  readonly continue: (others: readonly WaitingDay[], last: BusinessDate | null) => Promise<void>;
}

async function rebuild(
  context: DataContext,
  queue: QueueClient,
  industryId: string,
  run: Run,
): Promise<BatchResult | null> {
  const startedAt = context.clock.now();
  const found = await findIndustry(context.database, industryId, startedAt);
  if (found === null) return null;
  // Days until its retirement wait for a unit as for any other.
  const industry = withRetired(found);
  const done = await context.database.tryWithLock(rebuildLock(industry.industryKey), async () => {
    const chosen = run.choose(await waitingDaysOf(context, industry)).toSorted((a, b) => (a.date < b.date ? -1 : 1));
    const sealed = await sealedDays(context.database, industry.industryKey);
    const open = chosen.filter(({ date }) => !isSealed(sealed, date));
    const result = open.length === 0 ? null : await processDocuments(context, requestsOf(industry, open));
    // Last, so that a sealed month that cannot be written holds up no day that can.
    await writeSealedDays(
      context,
      industry,
      chosen.flatMap(({ date }) => (isSealed(sealed, date) ? [date] : [])),
    );
    return { chosen, result };
  });
  if (done === null) return null;
  // A rebuild that was refused meanwhile has left its mark, which can be seen by now.
  const left = await waitingDaysOf(context, industry);
  const ofRun = new Map(done.chosen.map((day) => [day.date, day.marks]));
  const others = left.filter((day) => !ofRun.has(day.date));
  const isNews = (day: WaitingDay): boolean =>
    ofRun.has(day.date) ? ofRun.get(day.date) !== day.marks : day.markedAt.getTime() > startedAt;
  const news = left.filter(isNews).map((day) => day.date);
  if (done.chosen.length > 0) await enqueueRebuilds(queue, industry, news, context.clock.now());
  await run.continue(others, done.chosen.at(-1)?.date ?? null);
  if (done.result !== null && others.length === 0) await enqueueRefresh(queue);
  return done.result;
}

const newestFirst = (days: readonly WaitingDay[]): WaitingDay[] =>
  days.toSorted((a, b) => b.markedAt.getTime() - a.markedAt.getTime() || (a.date < b.date ? 1 : -1));

const unitDaysOf = ({ unitDays }: WaitingDay): number => unitDays;

/** Requests for consecutive days that concern the same units. `days` ascending. */
function requestsOf(industry: Industry, days: readonly WaitingDay[]): BatchRequest[] {
  const datesByUnits = Map.groupBy(days, ({ unitIds }) =>
    unitIds === null ? null : JSON.stringify([...unitIds].sort()),
  );
  return [...datesByUnits.values()]
    .flatMap((sameUnits) =>
      stretchesOf(sameUnits.map((day) => day.date)).map(([from, to]): BatchRequest => ({
        ...wholeRun(industry, from, to),
        unitIds: sameUnits[0]?.unitIds ?? null,
      })),
    )
    .sort((a, b) => (a.from < b.from ? -1 : 1));
}
