import type { Queue } from 'pg-boss';
import type { z } from 'zod';
import type { Context, Reach } from '../../context.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { BatchQueueClient } from './client.ts';

/** Services that job handlers work with. */
export interface JobServices extends Reach {
  readonly context: Context;
  readonly queue: BatchQueueClient;
  /** Gives every industry today's schedules. */
  readonly rescheduleIndustries: () => Promise<void>;
}

/** A job as the queue has stored it: its id, and the instant at which it was asked for. */
interface Queued {
  /** A UUID. */
  readonly id: string;
  readonly at: EpochMillis;
}

/** One queue for the worker: its name, its settings for pg-boss, and its work. */
export interface WorkerJob {
  readonly name: string;
  readonly options: Omit<Queue, 'name'>;
  /** Most jobs that one process works on at the same time. */
  readonly concurrency: number;
  /** @throws ZodError when the data is no payload of this queue. */
  readonly perform: (services: JobServices, data: unknown, signal: AbortSignal, queued: Queued) => Promise<void>;
}

interface JobDefinition<Payload> extends Omit<WorkerJob, 'perform'> {
  readonly payload: z.ZodType<Payload>;
  readonly work: (services: JobServices, payload: Payload, signal: AbortSignal, queued: Queued) => Promise<void>;
}

/** Keeps the payload's type between schema and handler. */
export const defineJob = <Payload>(job: JobDefinition<Payload>): JobDefinition<Payload> & WorkerJob => ({
  ...job,
  perform: (services, data, signal, queued) => job.work(services, job.payload.parse(data), signal, queued),
});

/**
 * One queued job per key, whatever else is being worked on. 'stately' is not used, because a job that waits for its
 * active twin would block all others there, for minutes when the process of the twin was killed. Two workers on one day
 * wait for each other in the database.
 */
export const ONE_QUEUED_PER_KEY = 'short';

/** One job per key, queued or being worked on. A request for running work changes nothing. */
export const ONE_PER_KEY = 'exclusive';

/** Retries with pauses that grow from a second, for about half an hour. The ledger keeps undone work even then. */
export const RETRIED = { retryLimit: 11, retryDelay: 1, retryBackoff: true, retryDelayMax: 900 } as const;

/** As above for six hours at least, for a mail that has no table of its own: a mail server may be away for hours. */
export const MAILED = { ...RETRIED, retryLimit: 36 } as const;

/**
 * A worker says this often that it still works on a job; a job that nobody spoke for during the longer time goes to
 * another worker. Ten seconds are the least pg-boss takes. While the database is busy, what workers say waits in front
 * of the look for lost jobs.
 */
export const HEARTBEAT = { heartbeatSeconds: 10 } as const;
export const HEARTBEAT_EVERY_SECONDS = 3;
