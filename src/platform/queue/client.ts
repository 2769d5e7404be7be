import { PgBoss, type ConstructorOptions } from 'pg-boss';
import { inBatches } from '../../kernel/in-batches.ts';
import type { Logger } from '../../logger.ts';

/** The queue as services see it: they only send. Workers live in jobs/. */
export interface QueueClient {
  /** Queues one job per key at most. A job being worked on does not count, so news during its run queues another. */
  send(
    queue: string,
    payload: object,
    options: { singletonKey: string; startAfter?: Date; /** Negative: after all others. */ priority?: number },
  ): Promise<void>;
}

/** A queue that takes many jobs in few statements, one per key at most. */
export interface BatchQueueClient extends QueueClient {
  sendEach(queue: string, jobs: readonly { readonly payload: object; readonly singletonKey: string }[]): Promise<void>;
}

/** Most jobs that one statement queues, so that others who queue do not wait for long. */
const JOBS_AT_ONCE = 1000;

/**
 * Seconds between two looks for jobs whose worker is gone. A queue is due a second earlier, so that no look passes it
 * by.
 */
export const LOST_JOBS_SECONDS = 3;
/**
 * Seconds between polls for jobs whose pause before the next attempt is over, because no notification tells of these.
 */
export const RETRY_POLL_SECONDS = 3;

/** Opens pg-boss in the same database. NOTIFY wakes workers at once; polling finds missed jobs. */
export async function openBoss(connection: ConstructorOptions, log: Logger): Promise<PgBoss> {
  const boss = new PgBoss({
    ...connection,
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: LOST_JOBS_SECONDS,
    monitorIntervalSeconds: LOST_JOBS_SECONDS - 1,
  });
  boss.on('error', (error) => log.warn({ error: error.message }, 'job queue'));
  boss.on('warning', (warning) => log.debug({ warning: warning.message }, 'job queue'));
  await boss.start();
  return boss;
}

/** `now` gives the present in epoch milliseconds. */
export const queueClient = (boss: PgBoss, now: () => number): BatchQueueClient => ({
  send: async (queue, payload, { singletonKey, startAfter, priority = 0 }) => {
    // A job is kept for a while from its start on: one that were to start weeks ago would be swept away before it is
    // worked on.
    const isAhead = startAfter !== undefined && startAfter.getTime() > now();
    await boss.send(queue, payload, { singletonKey, priority, ...(isAhead ? { startAfter } : {}) });
  },
  sendEach: async (queue, jobs) => {
    for (const some of inBatches(jobs, JOBS_AT_ONCE))
      await boss.insert(
        queue,
        some.map(({ payload, singletonKey }) => ({ data: payload, singletonKey })),
      );
  },
});

/** Numbers of a queue's waiting and running jobs, counted now. */
export async function queueDepth(boss: PgBoss, queue: string): Promise<{ queued: number; active: number }> {
  const [latest] = await boss.getQueueStats(queue, { force: true });
  if (latest === undefined) throw new Error(`There is no queue ${queue}.`);
  return { queued: latest.queuedCount, active: latest.activeCount };
}

/** Queue of commands that run without a worker. The stale-day ledger keeps undone work, and the service sweeps it. */
export const noQueue: BatchQueueClient = { send: async () => {}, sendEach: async () => {} };
