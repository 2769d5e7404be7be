import { z } from 'zod';
import { DELIVER_MESSAGE_QUEUE } from '../ask-to-deliver.ts';
import { dispatchIndustry, sweepMessages } from '../dispatch.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';

/** Makes out and sends what is due of an industry. */
export const deliverMessageJob = defineJob({
  name: DELIVER_MESSAGE_QUEUE,
  payload: z.object({ industryId: z.string(), awaited: z.number().optional() }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  // An operator that answers slowly holds up one industry and not all.
  concurrency: 4,
  work: (services, { industryId, awaited }) => dispatchIndustry(services, services.queue, industryId, awaited ?? null),
});

/** Every minute: what was left by a killed process, or by whoever should have asked for it, gets a job. */
export const sweepMessagesJob = defineJob({
  name: 'sweep-messages',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: (services) => sweepMessages(services, services.queue),
});
