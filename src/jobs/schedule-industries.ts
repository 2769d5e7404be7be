import { z } from 'zod';
import type { JobDefinition } from './job.ts';
import { defineJob } from './job.ts';

/** Keeps one daily run per industry scheduled at its own shift start. `reschedule` is given by the worker, which owns the queue. */
export const scheduleIndustriesJob = (reschedule: () => Promise<void>): JobDefinition<Record<string, never>> => defineJob({
  name: 'schedule-industries',
  payload: z.object({}),
  options: { policy: 'stately', retryLimit: 0, expireInSeconds: 300 },
  concurrency: 1,
  work: reschedule,
});
