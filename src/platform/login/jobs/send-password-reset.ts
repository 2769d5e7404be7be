import { z } from 'zod';
import { PASSWORD_RESET_QUEUE, sendReset } from '../send-reset.ts';
import { defineJob, HEARTBEAT, MAILED } from '../../queue/job.ts';

/** Mails a link. An invitation waits for an absent mail server; nobody waits for a forgotten password that long. */
export const sendPasswordResetJob = defineJob({
  name: PASSWORD_RESET_QUEUE,
  // A job without the later fields was asked for by an earlier version.
  payload: z.object({
    userKey: z.number().int().nullable(),
    isTooMany: z.boolean().default(false),
    invitedBy: z.string().nullable().default(null),
    request: z.object({ requestId: z.uuid(), askedAt: z.number() }).nullish(),
  }),
  options: { ...MAILED, notify: true, expireInSeconds: 120, ...HEARTBEAT },
  concurrency: 4,
  // A job of an earlier version is a request itself.
  work: (services, { request, ...asked }, _, { id, at }) =>
    sendReset(services, { ...asked, request: request ?? { requestId: id, askedAt: at } }),
});
