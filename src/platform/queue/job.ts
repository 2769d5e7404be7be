import type { Queue } from 'pg-boss';
import type { z } from 'zod';
import type { Context, Reach } from '../../context.ts';
import type { QueueClient } from './client.ts';

/** Services that job handlers work with. */
export interface JobServices extends Reach {
  readonly context: Context;
  readonly queue: QueueClient;
  /** Gives every industry today's schedules. */
  readonly rescheduleIndustries: () => Promise<void>;
}

/** One queue as the worker sees it: its name, how pg-boss treats it, and the work on whatever a job carries. */
export interface WorkerJob {
  readonly name: string;
  readonly options: Omit<Queue, 'name'>;
  /** Jobs worked on at the same time by one process. */
  readonly concurrency: number;
  /** @throws ZodError when the data is no payload of this queue. */
  readonly perform: (services: JobServices, data: unknown, signal: AbortSignal) => Promise<void>;
}

interface JobDefinition<Payload> extends Omit<WorkerJob, 'perform'> {
  readonly payload: z.ZodType<Payload>;
  readonly work: (services: JobServices, payload: Payload, signal: AbortSignal) => Promise<void>;
}

/** Keeps the payload's type between schema and handler. */
export const defineJob = <Payload>(job: JobDefinition<Payload>): JobDefinition<Payload> & WorkerJob => ({
  ...job,
  perform: (services, data, signal) => job.work(services, job.payload.parse(data), signal),
});

/**
 * One queued job per key, whatever else is being worked on. Not 'stately': there a job that waits for its active twin
 * stands in the way of all others, for minutes when the process of the twin was killed. Two workers on one day wait for
 * each other in the database.
 */
export const ONE_QUEUED_PER_KEY = 'short';

/** One job per key, queued or being worked on: asking again for what is being done changes nothing. */
export const ONE_PER_KEY = 'exclusive';

/**
 * Retried with pauses that grow from a second, for about half an hour; the ledger keeps what is left undone even then.
 */
export const RETRIED = { retryLimit: 11, retryDelay: 1, retryBackoff: true, retryDelayMax: 900 } as const;

/**
 * A worker says this often that it still works on a job; a job that nobody spoke for during the longer time goes to
 * another worker. Ten seconds are the least pg-boss takes. While the database is busy, what workers say waits in front
 * of the look for lost jobs.
 */
export const HEARTBEAT = { heartbeatSeconds: 10 } as const;
export const HEARTBEAT_EVERY_SECONDS = 3;
