import { z } from 'zod';
import { defineJob, HEARTBEAT, ONE_QUEUED_PER_KEY, RETRIED } from '../../platform/queue/job.ts';
import { DELIVER_MAIL_QUEUE } from '../enqueue-deliveries.ts';
import { deliverPersonalMails, sweepMails } from '../deliver-mails.ts';

/** Sends the due mails of an industry. */
export const deliverMailJob = defineJob({
  name: DELIVER_MAIL_QUEUE,
  payload: z.object({ industryKey: z.number() }),
  options: { ...RETRIED, policy: ONE_QUEUED_PER_KEY, notify: true, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 2,
  work: ({ context, channels }, { industryKey }) => deliverPersonalMails({ ...context, channels }, industryKey),
});

/** Sends mails that a killed process or an absent server left. Runs every minute. */
export const sweepMailsJob = defineJob({
  name: 'sweep-mails',
  payload: z.object({}),
  options: { policy: ONE_QUEUED_PER_KEY, retryLimit: 0, expireInSeconds: 900, ...HEARTBEAT },
  concurrency: 1,
  work: ({ context, channels }) => sweepMails({ ...context, channels }),
});
