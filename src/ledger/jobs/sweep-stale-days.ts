import { z } from 'zod';
import { sweepStaleDays } from '../waiting-days.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY } from '../../platform/queue/job.ts';

/**
 * Every minute: whatever is stale and has no job (a crash between commit and send, a command run without the service)
 * gets one.
 */
export const sweepStaleDaysJob = defineJob({
  name: 'sweep-stale-days',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, queue }) => sweepStaleDays(context, queue),
});
