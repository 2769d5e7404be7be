import type { PgBoss, Queue } from 'pg-boss';
import { Counter } from 'prom-client';
import { createFigureCaches } from '../../../src/figures/store/figure-caches.ts';
import { MINUTE_MS } from '../../../src/kernel/time/durations.ts';
import type { BatchQueueClient } from '../../../src/platform/queue/client.ts';
import { SCHEDULES } from '../../../src/service/schedules.ts';
import { createQueues, startWorker } from '../../../src/service/worker.ts';
import type { TestContext } from '../../support/database.ts';
import { Killed, Life, mortalReach, type Operators } from './mortal.ts';

/* All queues with their workers. Jobs are worked on one after the other, each by a process that may be killed. */

interface WaitingJob {
  readonly queue: string;
  readonly payload: object;
  readonly key: string;
  readonly notBefore: number;
  /** How often it was tried. */
  readonly attempts: number;
}

/** A job is killed. */
export interface Death {
  readonly queue: string;
  /** Which of the queue's jobs; 0: the first one. */
  readonly job: number;
  /** Steps after which it dies; 0: before the first one; 'at the end': its work is done, and the queue not told. */
  readonly after: number | 'at the end';
}

type Handler = (
  jobs: { id: string; name: string; data: unknown; createdOn: Date; signal: AbortSignal }[],
) => Promise<void>;

interface Process {
  readonly life: Life;
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** After this time the queue gives a job of a killed worker to another one. */
const TAKEN_OVER_MS = 20_000;
/** A story that does not come to rest fails. */
const MOST_JOBS = 2000;
const EVERY_MINUTE = SCHEDULES.filter(({ cron }) => cron === '* * * * *').map(({ job }) => job.name);

export interface MortalWorld extends Operators {
  readonly context: TestContext;
  /** The queue as requests see it. */
  readonly queue: BatchQueueClient;
  /** Steps of each job, by queue. */
  readonly steps: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** Queue and reason of each job that failed without having been killed. */
  readonly failures: readonly string[];
  /** Works off what waits. */
  work(): Promise<void>;
  /** Time passes, and whatever runs each minute does. */
  pass(minutes: number): Promise<void>;
}

interface Disturbance {
  readonly death?: Death | null;
  /** Every job is worked on by two processes at once, of which one is ahead by so many milliseconds. */
  readonly twinAheadMs?: number | null;
}

export async function mortalWorld(
  context: TestContext,
  { death = null, twinAheadMs = null }: Disturbance = {},
): Promise<MortalWorld> {
  const options = new Map<string, Omit<Queue, 'name'>>();
  const waiting: WaitingJob[] = [];
  const active = new Set<string>();
  const operators: Operators = { sent: [], away: new Set() };
  const steps = new Map<string, string[][]>();
  const failures: string[] = [];

  const put = (job: WaitingJob, first = false): void => {
    const { policy } = options.get(job.queue) ?? {};
    const isSame = (other: WaitingJob): boolean => other.queue === job.queue && other.key === job.key;
    if (policy !== undefined && waiting.some(isSame)) return;
    if (policy === 'exclusive' && active.has(`${job.queue} ${job.key}`)) return;
    if (first) waiting.unshift(job);
    else waiting.push(job);
  };
  const queueOf = (life: Life): BatchQueueClient => ({
    send: async (queue, payload, { singletonKey, startAfter }) => {
      life.requireAlive();
      put({ queue, payload, key: singletonKey, notBefore: startAfter?.getTime() ?? 0, attempts: 0 });
      life.step(`job of ${queue}`);
    },
    sendEach: async (queue, jobs) => {
      life.requireAlive();
      for (const { payload, singletonKey: key } of jobs) put({ queue, payload, key, notBefore: 0, attempts: 0 });
      life.step(`jobs of ${queue}`);
    },
  });

  async function processOf(life: Life, aheadMs = 0): Promise<Process> {
    const handlers = new Map<string, Handler>();
    const clock = { now: () => context.clock.now() + aheadMs };
    const boss = {
      createQueue: async (name: string, its: Omit<Queue, 'name'>) => void options.set(name, its),
      updateQueue: async () => {},
      work: async (name: string, _: object, handler: Handler) => {
        handlers.set(name, handler);
        return name;
      },
      notifyWorker: () => {},
      schedule: async (name: string, _: string, __: object, { key }: { key?: string }) => {
        life.requireAlive();
        life.step(`schedule ${name} ${key ?? ''}`);
      },
      unschedule: async () => {},
      getSchedules: async () => [],
    } as unknown as PgBoss; // all of it that workers use
    await createQueues(boss);
    const living = mortalReach({ ...context, clock, figureCaches: createFigureCaches() }, life, operators);
    await startWorker(
      boss,
      { context: living, channels: living.channels, queue: queueOf(life) },
      { failures: new Counter({ name: 'failures', help: 'of this test', labelNames: ['queue'], registers: [] }) },
    );
    return { life, handlers };
  }

  async function perform(job: WaitingJob, { life, handlers }: Process): Promise<void> {
    const one = handlers.get(job.queue);
    if (one === undefined) throw new Error(`Nobody works on ${job.queue}.`);
    active.add(`${job.queue} ${job.key}`);
    try {
      life.requireAlive();
      await one([
        {
          id: `${job.queue} ${job.key}`,
          name: job.queue,
          data: job.payload,
          createdOn: new Date(context.clock.now()),
          signal: new AbortController().signal,
        },
      ]);
    } finally {
      await life.buried();
      active.delete(`${job.queue} ${job.key}`);
    }
  }

  /** A job whose worker was killed is retried where the queue tries again at all. */
  function takeOver(job: WaitingJob): void {
    context.clock.set(new Date(context.clock.now() + TAKEN_OVER_MS).toISOString());
    if ((options.get(job.queue)?.retryLimit ?? 2) > 0) put({ ...job, attempts: job.attempts + 1 }, true);
  }

  async function workOn(job: WaitingJob): Promise<void> {
    const lives = steps.get(job.queue) ?? [];
    const isVictim = death?.queue === job.queue && death.job === lives.length;
    const process = isVictim ? await processOf(new Life()) : healthy;
    const { life } = process;
    if (isVictim && death.after !== 'at the end') life.diesAfter = death.after;
    life.begin();
    steps.set(job.queue, [...lives, life.steps]);
    try {
      await Promise.all([perform(job, process), ...(twin === null ? [] : [perform(job, twin)])]);
      if (isVictim && death.after === 'at the end') takeOver(job);
    } catch (error) {
      if (life.isDead || error instanceof Killed) return takeOver(job);
      failures.push(`${job.queue}: ${String(error)}`);
      const { retryLimit = 2, retryDelay = 0, retryDelayMax = 3600 } = options.get(job.queue) ?? {};
      const pause = Math.min(retryDelay * 2 ** job.attempts, retryDelayMax);
      if (job.attempts < retryLimit)
        put({ ...job, attempts: job.attempts + 1, notBefore: context.clock.now() + pause * 1000 });
    }
  }

  async function work(): Promise<void> {
    for (let done = 0; done < MOST_JOBS; done += 1) {
      const next = waiting.findIndex(({ notBefore }) => notBefore <= context.clock.now());
      const [job] = next === -1 ? [] : waiting.splice(next, 1);
      if (job === undefined) return;
      await workOn(job);
    }
    throw new Error(`There is no end of jobs: ${waiting.map(({ queue }) => queue).join(', ')}`);
  }

  const healthy = await processOf(new Life());
  const twin = twinAheadMs === null ? null : await processOf(new Life(), twinAheadMs);
  const queue = queueOf(new Life());
  return {
    context,
    queue,
    ...operators,
    steps,
    failures,
    work,
    async pass(minutes) {
      context.clock.set(new Date(context.clock.now() + minutes * MINUTE_MS).toISOString());
      for (const name of EVERY_MINUTE) await queue.send(name, {}, { singletonKey: name });
      await work();
    },
  };
}
