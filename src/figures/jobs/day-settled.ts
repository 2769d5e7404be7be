import { z } from 'zod';
import { consumeSettled, type SettledReactions } from '../settled/consume.ts';
import { SETTLED_CONSUMERS } from '../../kernel/document/day-settled.ts';
import { daySettledQueue, publishSettled } from '../settled/publish-settled.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';

/** One queue for each consumer of settled days. */
export const daySettledJobs = (reactions: SettledReactions) =>
  SETTLED_CONSUMERS.map((consumer) =>
    defineJob({
      name: daySettledQueue(consumer),
      payload: z.object({ industryId: z.string(), industryKey: z.number().int(), eventKey: z.number().int() }),
      options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
      concurrency: 1,
      work: ({ context }, event) => consumeSettled(context, { ...event, consumer }, reactions),
    }),
  );

/**
 * Runs every minute and gives a job to events without one, after a crash between commit and send or a command without
 * the service.
 */
export const publishSettledJob = defineJob({
  name: 'publish-day-settled',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, queue }) => publishSettled(context, queue),
});
