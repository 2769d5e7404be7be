import { enqueueEvaluation, EVALUATE_QUEUE } from '../enqueue-evaluation.ts';
import { z } from 'zod';
import { enqueueMessages } from '../enqueue-deliveries.ts';
import { evaluateIndustry, enqueueAllEvaluations } from '../evaluate-industry.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';

/** Evaluates the rules of one industry. At most one job waits per industry. */
export const evaluateAlertsJob = defineJob({
  name: EVALUATE_QUEUE,
  payload: z.object({ industryId: z.string() }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: async ({ context, queue }, { industryId }) => {
    const { told, hasMore } = await evaluateIndustry(context, industryId);
    if (told > 0) await enqueueMessages(queue, industryId);
    if (hasMore) await enqueueEvaluation(queue, industryId);
  },
});

/** Runs every minute, because silence sends no readings and hours, snoozes and hold times end by themselves. */
export const evaluateEverywhereJob = defineJob({
  name: 'evaluate-alerts-everywhere',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, queue }) => enqueueAllEvaluations(context, queue),
});
