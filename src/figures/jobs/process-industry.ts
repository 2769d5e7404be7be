import { z } from 'zod';
import { catchUpIndustry } from '../processing/catch-up.ts';
import { FAILED_BATCH_QUEUE } from '../../platform/global-logs/jobs/failed-jobs.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';

export const PROCESS_INDUSTRY_QUEUE = 'process-industry';

/** The batch of one industry's day that has just ended; scheduled at each industry's own shift start. */
export const processIndustryJob = defineJob({
  name: PROCESS_INDUSTRY_QUEUE,
  payload: z.object({ industryId: z.string() }),
  options: {
    ...RETRIED,
    deadLetter: FAILED_BATCH_QUEUE,
    policy: ONE_QUEUED_PER_KEY,
    notify: true,
    expireInSeconds: 3600,
    ...HEARTBEAT,
  },
  concurrency: 1,
  work: async ({ context, queue }, { industryId }) => {
    await catchUpIndustry(context, queue, industryId);
  },
});
