import { z } from 'zod';
import type { Queue } from 'pg-boss';
import { defineJob, HEARTBEAT, type JobDefinition } from './job.ts';

const SCHEDULE_INDUSTRIES_QUEUE = 'schedule-industries';
const options: Omit<Queue, 'name'> = { policy: 'stately', retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT };

/** Name and options, for processes that only create the queue. */
export const scheduleIndustriesQueue = { name: SCHEDULE_INDUSTRIES_QUEUE, options };

/**
 * Keeps one daily run per industry scheduled at its own shift start. `reschedule` is given by the worker, which owns
 * the queue.
 */
export const scheduleIndustriesJob = (reschedule: () => Promise<void>): JobDefinition<Record<string, never>> =>
  defineJob({
    ...scheduleIndustriesQueue,
    payload: z.object({}),
    concurrency: 1,
    work: reschedule,
  });
