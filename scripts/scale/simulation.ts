import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { channelsOf } from '../../src/platform/live/publish.ts';
import type { JobServices, WorkerJob } from '../../src/platform/queue/job.ts';
import { JOBS } from '../../src/service/worker.ts';
import { createHeldIndustries } from '../../src/platform/directory/held-industries.ts';
import { type processorMeter, type Spent, addSpent } from '../support/processor-time.ts';
import type { BatchQueueClient } from '../../src/platform/queue/client.ts';

interface Waiting {
  readonly queue: string;
  readonly payload: object;
  readonly at: number;
}

/** A queue that keeps what is sent until it is taken, one job for each key. */
class CollectedQueue implements BatchQueueClient {
  #waiting = new Map<string, Waiting>();
  #most = 0;

  send: BatchQueueClient['send'] = (queue, payload, { singletonKey, startAfter }) => {
    const key = `${queue} ${singletonKey}`;
    if (!this.#waiting.has(key)) this.#waiting.set(key, { queue, payload, at: startAfter?.getTime() ?? 0 });
    this.#most = Math.max(this.#most, this.#waiting.size);
    return Promise.resolve();
  };

  sendEach: BatchQueueClient['sendEach'] = async (queue, jobs) => {
    for (const { payload, singletonKey } of jobs) await this.send(queue, payload, { singletonKey });
  };

  /** Number of jobs that wait in a queue. */
  lengthOf = (queue: string): number => [...this.#waiting.values()].filter((job) => job.queue === queue).length;

  /** Most jobs that have waited at once, those for later included, since the last call. */
  takeMost(): number {
    const most = this.#most;
    this.#most = this.#waiting.size;
    return most;
  }

  /** Takes the jobs that may begin by now, oldest first. */
  take(now: number): Waiting[] {
    const due = [...this.#waiting].filter(([, { at }]) => at <= now);
    for (const [key] of due) this.#waiting.delete(key);
    return due.map(([, job]) => job);
  }
}

/** Cost of the jobs of a queue together. */
export interface Cost extends Spent {
  readonly jobs: number;
}

const FREE: Cost = { jobs: 0, process: 0, database: 0 };

/** An installation whose clock is set by hand and whose jobs run when asked, each measured. */
export class Simulation {
  readonly queue = new CollectedQueue();
  readonly costs = new Map<string, Cost>();
  readonly context: Context;
  mails = 0;
  now: number;
  readonly #meter: ReturnType<typeof processorMeter>;
  readonly #services: JobServices;
  readonly #jobs = new Map(JOBS.map((job) => [job.name, job]));

  constructor(context: Context, meter: ReturnType<typeof processorMeter>, now: number) {
    this.now = now;
    this.#meter = meter;
    const clock = { now: () => this.now };
    const findHeldIndustry = createHeldIndustries(context.database, clock.now);
    this.context = { ...context, clock, findHeldIndustry };
    this.#services = {
      context: this.context,
      queue: this.queue,
      channels: {
        ...channelsOf(this.context),
        email: {
          name: 'email',
          settings: [],
          isSetUp: true,
          send: () => {
            this.mails += 1;
            return Promise.resolve({ providerId: String(this.mails) });
          },
        },
      },
      rescheduleIndustries: () => Promise.resolve(),
    };
  }

  /** Measures a work and adds it to the costs of a name. */
  async measure(name: string, jobs: number, work: () => Promise<unknown>): Promise<void> {
    const spent = await this.#meter(work);
    const before = this.costs.get(name) ?? FREE;
    this.costs.set(name, { ...addSpent(before, spent), jobs: before.jobs + jobs });
  }

  run(job: WorkerJob, payload: object = {}): Promise<void> {
    return this.measure(job.name, 1, () => this.#perform(job, payload));
  }

  #perform(job: WorkerJob, payload: object): Promise<void> {
    const queued = { id: randomUUID(), at: this.now };
    return job.perform(this.#services, payload, new AbortController().signal, queued);
  }

  /** Works off what waits, and what that asks for. */
  async drain(): Promise<void> {
    for (let jobs = this.queue.take(this.now); jobs.length > 0; jobs = this.queue.take(this.now))
      for (const [queue, own] of Map.groupBy(jobs, (job) => job.queue)) {
        const job = this.#jobs.get(queue);
        if (job === undefined) throw new Error(`There is no queue ${queue}.`);
        await this.measure(queue, own.length, async () => {
          for (const { payload } of own) await this.#perform(job, payload);
        });
      }
  }

  /** The costs since the last call. */
  takeCosts(): ReadonlyMap<string, Cost> {
    const taken = new Map(this.costs);
    this.costs.clear();
    return taken;
  }
}
