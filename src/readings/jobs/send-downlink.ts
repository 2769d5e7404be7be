import { z } from 'zod';
import { defineJob, HEARTBEAT, RETRIED } from '../../platform/queue/job.ts';
import { DOWNLINK_QUEUE, sendDownlink } from '../sources/downlinks.ts';

/** Resets on their way to devices of a network. What the broker does not take is told, and not tried again. */
export const sendDownlinkJob = defineJob({
  name: DOWNLINK_QUEUE,
  payload: z.object({ industryKey: z.number().int(), downlinkId: z.uuid() }),
  options: { ...RETRIED, policy: 'exclusive', notify: true, expireInSeconds: 60, ...HEARTBEAT },
  concurrency: 4,
  work: ({ context, channels }, of) => sendDownlink({ ...context, channels }, of),
});
