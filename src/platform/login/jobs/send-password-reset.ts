import { z } from 'zod';
import { PASSWORD_RESET_QUEUE, sendReset } from '../send-reset.ts';
import { defineJob, HEARTBEAT } from '../../queue/job.ts';

/** Mails a link. Nobody waits for it after a quarter of an hour. */
export const sendPasswordResetJob = defineJob({
  name: PASSWORD_RESET_QUEUE,
  // A job without the later fields was asked for by an earlier version.
  payload: z.object({
    userKey: z.number().int().nullable(),
    isTooMany: z.boolean().default(false),
    invitedBy: z.string().nullable().default(null),
  }),
  options: {
    retryLimit: 5,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 300,
    notify: true,
    expireInSeconds: 120,
    ...HEARTBEAT,
  },
  concurrency: 4,
  work: sendReset,
});
