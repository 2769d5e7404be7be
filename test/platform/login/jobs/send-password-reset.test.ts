import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmail } from '../../../../src/platform/channels/email.ts';
import { type AskedReset, hashOfReset, makeResetLink, sendReset } from '../../../../src/platform/login/send-reset.ts';
import { sendPasswordResetJob } from '../../../../src/platform/login/jobs/send-password-reset.ts';
import { channelsOf } from '../../../../src/platform/live/publish.ts';
import { noQueue } from '../../../../src/platform/queue/client.ts';
import { useReset } from '../../../../src/platform/login/store/password-resets.ts';
import { type MintedUser, mintUser } from '../../../service/support/app-fixture.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import { type MailServer, startMailServer } from '../../../support/mail-server.ts';

let context: TestContext;
let mail: MailServer;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  mail = await startMailServer();
});
afterAll(() => mail.stop());

const work = (job: AskedReset): Promise<void> => {
  const config = { ...context.config, publicUrl: 'https://water.example', email: mail.settings };
  return sendReset({ context: { ...context, config }, channels: { email: createEmail(config.email) } }, job);
};
const mailsTo = ({ email }: MintedUser): number =>
  mail.received.filter(({ recipients }) => recipients.includes(email)).length;

describe('the job that mails a link', () => {
  it('of a forgotten password is given up a quarter of an hour after it was asked for, one of an invitation is not', async () => {
    const start = context.clock.now();
    const attemptAfter = async (minutes: number, invitedBy: string | null): Promise<number> => {
      const user = await mintUser(context);
      const asked = { userKey: user.userKey, isTooMany: false, invitedBy };
      await work({ ...asked, request: { requestId: randomUUID(), askedAt: start - minutes * 60_000 } });
      return mailsTo(user);
    };
    expect(await attemptAfter(15, null)).toBe(1);
    expect(await attemptAfter(15.01, null)).toBe(0);
    expect(await attemptAfter(300, 'chief')).toBe(1);
  });

  it('names the instant at which the link was asked for, however late the mail leaves', async () => {
    const user = await mintUser(context);
    const request = { requestId: randomUUID(), askedAt: context.clock.now() - 10 * 60_000 };
    await work({ userKey: user.userKey, isTooMany: false, invitedBy: null, request });
    const sent = mail.received.find(({ recipients }) => recipients.includes(user.email));
    expect(sent?.mail.text).toContain(`${user.username} on 21 Nov 2026 17:20 (Asia/Kolkata)`);
  });

  it('that an earlier version has queued counts from then on, and is sent once', async () => {
    const attemptAfter = async (minutes: number): Promise<number> => {
      const user = await mintUser(context);
      const config = { ...context.config, publicUrl: 'https://water.example', email: mail.settings };
      const channels = { ...channelsOf(context), email: createEmail(config.email) };
      const services = {
        context: { ...context, config },
        channels,
        queue: noQueue,
        rescheduleIndustries: async () => {},
      };
      const queued = { id: randomUUID(), at: context.clock.now() - minutes * 60_000 };
      for (let worked = 0; worked < 2; worked += 1)
        await sendPasswordResetJob.perform(services, { userKey: user.userKey }, new AbortController().signal, queued);
      return mailsTo(user);
    };
    expect(await attemptAfter(15)).toBe(1);
    expect(await attemptAfter(15.01)).toBe(0);
  });

  it('is not sent again when it was sent, and not to a guest who was handed a later link, or has used one', async () => {
    const now = context.clock.now();
    const askedAt = now - 60_000;
    const mailsAfter = async (happened: (userKey: number) => Promise<unknown>): Promise<number> => {
      const user = await mintUser(context);
      const request = { requestId: randomUUID(), askedAt };
      await happened(user.userKey);
      const job = { userKey: user.userKey, isTooMany: false, invitedBy: 'chief', request };
      await work(job);
      await work(job);
      return mailsTo(user);
    };
    const use = async (userKey: number): Promise<void> => {
      const { token } = await makeResetLink(context.database, userKey, askedAt - 60_000, 3_600_000);
      await useReset(context.database, hashOfReset(token), now);
    };
    expect(await mailsAfter(async () => {})).toBe(1);
    expect(await mailsAfter((userKey) => makeResetLink(context.database, userKey, now, 3_600_000))).toBe(0);
    expect(await mailsAfter(use)).toBe(0);
    // An older link that nobody has used is replaced.
    expect(await mailsAfter((userKey) => makeResetLink(context.database, userKey, askedAt - 60_000, 3_600_000))).toBe(
      1,
    );
  });
});
