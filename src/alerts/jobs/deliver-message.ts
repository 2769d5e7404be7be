import { z } from 'zod';
import { DELIVER_MESSAGE_QUEUE } from '../enqueue-deliveries.ts';
import { dispatchIndustry, sweepMessages } from '../dispatch-messages.ts';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';

/** Composes and sends due messages of an industry. */
export const deliverMessageJob = defineJob({
  name: DELIVER_MESSAGE_QUEUE,
  payload: z.object({ industryId: z.string(), awaited: z.number().optional() }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  // An operator that answers slowly holds up one industry and not all.
  concurrency: 4,
  work: (services, { industryId, awaited }) => dispatchIndustry(services, services.queue, industryId, awaited ?? null),
});

/** Runs every minute and gives a job to messages that a killed process has left, or that nobody has asked for. */
export const sweepMessagesJob = defineJob({
  name: 'sweep-messages',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: (services) => sweepMessages(services, services.queue),
});
