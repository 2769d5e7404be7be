import { z } from 'zod';
import { sweepStaleDays } from '../waiting-days.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY } from '../../platform/queue/job.ts';

/**
 * Runs every minute and gives a job to stale days without one, after a crash between commit and send or a command
 * without the service.
 */
export const sweepStaleDaysJob = defineJob({
  name: 'sweep-stale-days',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, queue }) => sweepStaleDays(context, queue),
});
