import { z } from 'zod';
import { INSIGHTS_QUEUE } from '../insights/request-insights.ts';
import { computeInsightsOf } from '../insights/due-insights.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY } from '../../platform/queue/job.ts';

/** Judges an industry on request. A judgement that fails is due again by itself. */
export const industryInsightsJob = defineJob({
  name: INSIGHTS_QUEUE,
  payload: z.object({ industryId: z.string() }),
  options: { policy: ONE_QUEUED_PER_KEY, notify: true, retryLimit: 2, expireInSeconds: 3600, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context }, { industryId }) => computeInsightsOf(context, industryId),
});
