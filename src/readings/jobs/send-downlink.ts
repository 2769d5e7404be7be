import { z } from 'zod';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';
import { DOWNLINK_QUEUE, sendDownlink, sweepDownlinks } from '../sources/downlinks.ts';

/** Resets on their way to devices of a network. What the broker does not take is told, and not tried again. */
export const sendDownlinkJob = defineJob({
  name: DOWNLINK_QUEUE,
  payload: z.object({ industryKey: z.number().int(), downlinkId: z.uuid() }),
  options: { ...RETRIED, policy: 'exclusive', notify: true, expireInSeconds: 60, ...HEARTBEAT },
  concurrency: 4,
  work: ({ context, channels }, of) => sendDownlink({ ...context, channels }, of),
});

/** Runs every minute. */
export const sweepDownlinksJob = defineJob({
  name: 'sweep-downlinks',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 300, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, queue }) => sweepDownlinks({ ...context, queue }),
});
