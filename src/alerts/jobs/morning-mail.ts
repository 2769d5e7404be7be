import { z } from 'zod';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';
import { MORNING_MAIL_QUEUE, runMorningMail } from '../morning-mail.ts';

/** Writes and sends the morning mail of one industry. */
export const morningMailJob = defineJob({
  name: MORNING_MAIL_QUEUE,
  payload: z.object({ industryId: z.string(), since: z.number().nullish().default(null) }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 2,
  work: ({ context, queue, channels }, run) => runMorningMail({ ...context, channels }, queue, run),
});
