import { z } from 'zod';
import { defineJob, HEARTBEAT } from '../../platform/queue/job.ts';

/** Keeps one daily run per industry scheduled at its own shift start. */
export const scheduleIndustriesJob = defineJob({
  name: 'schedule-industries',
  payload: z.object({}),
  options: { policy: 'stately', retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ rescheduleIndustries }) => rescheduleIndustries(),
});
