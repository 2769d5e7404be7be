import type { BatchQueueClient, QueueClient } from '../platform/queue/client.ts';
import type { Context } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { businessDateOf } from '../kernel/time/business-clock.ts';
import type { EpochMillis } from '../kernel/time/types.ts';
import { onceASecond } from '../platform/limits/once-a-second.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { hasEnabledRule } from './store/alert-rules.ts';
import { addNews, addDueDays } from './store/evaluations.ts';
import { forgetNights } from './store/night-flow.ts';
import type { ChangedDay } from '../readings/store/readings.ts';
import type { Querier } from '../platform/database/database.ts';
import type { DaySettled } from '../kernel/document/day-settled.ts';

/** Jobs that evaluate the rules of one industry on new data. */
export const EVALUATE_QUEUE = 'evaluate-alerts';

interface EvaluateAlerts {
  readonly industryId: string;
}

/** One job waits per industry, however often it is asked for. */
export const enqueueEvaluation = (queue: QueueClient, industryId: string): Promise<void> => {
  const payload: EvaluateAlerts = { industryId };
  return queue.send(EVALUATE_QUEUE, payload, { singletonKey: industryId });
};

/** The same for many industries, in few statements. */
export const enqueueEvaluations = (queue: Pick<BatchQueueClient, 'sendEach'>, industryIds: readonly string[]) =>
  queue.sendEach(
    EVALUATE_QUEUE,
    industryIds.map((industryId) => ({ payload: { industryId } satisfies EvaluateAlerts, singletonKey: industryId })),
  );

/** Call after a commit; it returns at once. */
type EnqueueWhenStored = (industry: Industry, changed: readonly ChangedDay[]) => void;

interface News {
  readonly industry: Industry;
  /** Unit key to the instant of the running day after which readings were added, changed or removed. */
  readonly changedAfter: Map<number, EpochMillis>;
}

/**
 * Time for which a process trusts its knowledge of an industry's rules, because other processes may define some
 * meanwhile.
 */
const BELIEVED_MILLISECONDS = 10_000;

/**
 * Asks for evaluations once readings are stored, once a second at most: later requests of the second share one job.
 * Senders of readings never wait for it. The schedule finds within a minute what a killed process has lost. Late
 * readings are found when their day settles.
 */
export function debounceEvaluation(
  { database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>,
  queue: QueueClient,
): EnqueueWhenStored {
  const believed = new Map<number, { readonly isWatched: boolean; readonly until: EpochMillis }>();

  async function isWatched({ industryKey }: Industry): Promise<boolean> {
    const known = believed.get(industryKey);
    if (known !== undefined && known.until > clock.now()) return known.isWatched;
    const found = await hasEnabledRule(database, industryKey);
    believed.set(industryKey, { isWatched: found, until: clock.now() + BELIEVED_MILLISECONDS });
    return found;
  }

  async function ask({ industry, changedAfter }: News): Promise<void> {
    if (!(await isWatched(industry))) return;
    const changed = [...changedAfter].map(([unitKey, afterEpochMs]) => ({ unitKey, afterEpochMs }));
    if (changed.length > 0) await addNews(database, industry.industryKey, changed, clock.now());
    await enqueueEvaluation(queue, industry.industryId);
  }

  const gather = onceASecond<News>((industryId, news) => {
    ask(news).catch((error: unknown) =>
      log.warn({ industry: industryId, error: reasonOf(error) }, 'an evaluation of alerts could not be queued'),
    );
  });

  return (industry, changed) =>
    gather(industry.industryId, (news = { industry, changedAfter: new Map<number, EpochMillis>() }) => {
      const { changedAfter } = news;
      // Days that are over come back when they settle.
      const today = businessDateOf(industry.clock, clock.now());
      for (const { unitKey, businessDate, isNew, oldestEpochMs } of changed) {
        if (businessDate < today) continue;
        // A rule that has seen a new reading's instant has seen the reading.
        const afterEpochMs = isNew ? oldestEpochMs : oldestEpochMs - 1;
        changedAfter.set(unitKey, Math.min(changedAfter.get(unitKey) ?? Infinity, afterEpochMs));
      }
      return news;
    });
}

/** Notes days whose figures have changed, so that the next evaluation checks them again, by nights that are new. */
export async function noteSettledDays(transaction: Querier, event: DaySettled): Promise<void> {
  const { industryKey, days } = event;
  const changed = days.filter(({ changedUnitKeys }) => changedUnitKeys.length > 0);
  if (changed.length === 0) return;
  await forgetNights(transaction, event);
  const due = changed.map(({ date, changedUnitKeys }) => ({ date, unitKeys: [...changedUnitKeys].sort(byNumber) }));
  await addDueDays(transaction, industryKey, due);
}

const byNumber = (a: number, b: number): number => a - b;
