import { randomUUID } from 'node:crypto';
import type { Context } from '../../src/context.ts';
import { channelsOf } from '../../src/platform/live/publish.ts';
import type { JobServices, WorkerJob } from '../../src/platform/queue/job.ts';
import { JOBS } from '../../src/service/worker.ts';
import { CollectedQueue } from './collected-queue.ts';
import { createHeldIndustries } from '../../src/platform/directory/held-industries.ts';
import { type processorMeter, type Spent, addSpent } from '../support/processor-time.ts';

/** What the jobs of a queue have cost together. */
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
