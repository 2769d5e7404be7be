import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { consumeSettled } from '../../src/figures/settled/consume.ts';
import { waitingEvents } from '../../src/figures/store/settled-events.ts';
import { rebuildIndustry } from '../../src/figures/processing/rebuild-industry.ts';
import { createLimiter } from '../../src/platform/limits/limiter.ts';
import { disable } from '../../src/platform/login/store/disabled.ts';
import type { WantedSubscription } from '../../src/reports/check-subscription.ts';
import {
  createSubscription,
  endSubscription,
  replaceSubscription,
  setPaused,
} from '../../src/reports/manage-subscriptions.ts';
import { restateDue } from '../../src/reports/restate-reports.ts';
import { MOST_RECIPIENTS, MOST_SUBSCRIPTIONS } from '../../src/reports/rules/subscription.ts';
import { enqueueDueSubscriptions, runSubscription, type SubscriptionRun } from '../../src/reports/run-subscriptions.ts';
import { confirmAddress, sendConfirmation, unsubscribe } from '../../src/reports/subscription-links.ts';
import { readSubscriptions, sendTestMail } from '../../src/reports/subscriptions.ts';
import { SETTLED_REACTIONS } from '../../src/service/settled-reactions.ts';
import { listAudit } from '../../src/platform/audit/store/audit.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type MintedUser, mintUser } from '../service/support/app-fixture.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { at, requireIndustry, send, unit, works } from '../figures/processing/works.ts';
import { DAY, mailsReceived, meterMaker, reaching, reportWorks, settledReportWorks } from './sending.ts';

/* Subscriptions are due in the whole installation, so this file has a database of its own. */

const NOW = '2026-03-03T00:20:00Z';
let context: OwnContext;
let server: MailServer;
beforeAll(async () => {
  context = await ownContext(NOW);
  server = await startMailServer();
});
afterEach(() => {
  server.fail(null);
  context.clock.set(NOW);
});
afterAll(() => server.stop());

const mailsTo = (recipient: string) => mailsReceived(server, recipient);
const DAILY: WantedSubscription = {
  report: { service: 'water', reportType: 'daily' },
  formats: ['csv'],
  frequency: 'daily',
  weekday: null,
  monthDay: null,
  localTime: '07:00',
  mailLanguage: 'en',
  userIds: [],
  addresses: [],
};

/** The service with an address of its own, a queue that keeps what it is given, and the mail server of the test. */
function service() {
  const queued: object[] = [];
  const queue = {
    send: async (_: string, payload: object) => {
      queued.push(payload);
    },
    sendEach: async (_: string, jobs: readonly { readonly payload: object }[]) => {
      queued.push(...jobs.map(({ payload }) => payload));
    },
  };
  const config = { ...context.config, publicUrl: 'https://water.test' };
  return { queued, ...reaching({ ...context, config }, server), queue, limiter: createLimiter(context) };
}

async function people(industry: Industry, permissions = ['reports:read', 'reports:send']) {
  const ann = await mintUser(context, { industryId: industry.industryId, permissions });
  return { ann, by: managerOf(ann, permissions, await requireIndustry(context, industry.industryId)) };
}
const managerOf = (
  { userKey, userId, industryId }: MintedUser,
  permissions: readonly string[],
  industry: Industry,
) => ({
  caller: { userKey, permissions, industry },
  actor: { userId, industryId, address: null },
});

/** Runs whatever is due at an instant with three workers. */
async function runAt(instant: string): Promise<readonly object[]> {
  context.clock.set(instant);
  const own = service();
  await Promise.all([enqueueDueSubscriptions(own, own.queue), enqueueDueSubscriptions(own, own.queue)]);
  const runs = own.queued.splice(0) as SubscriptionRun[]; // what enqueueDueSubscriptions sends
  for (const run of runs)
    await Promise.all([1, 2, 3].map(() => runSubscription(own, own.queue, meterMaker(context), run)));
  return own.queued;
}

async function shownOf(by: ReturnType<typeof managerOf>) {
  const [shown] = await readSubscriptions(context, by.caller);
  if (shown === undefined) throw new Error('There is no subscription.');
  return shown;
}

describe('a subscription', () => {
  it('is mailed once a day, however many workers there are, with the link that ends it', async () => {
    const { ann, by } = await people(await settledReportWorks(context, []));
    const own = service();
    await createSubscription(own, by, { ...DAILY, userIds: [ann.userId], mailLanguage: 'hi' });
    await runAt('2026-03-03T06:59:00Z');
    expect(mailsTo(ann.email)).toEqual([]);
    await runAt('2026-03-03T07:00:00Z');
    await runAt('2026-03-03T07:01:00Z');
    const [mail, ...more] = mailsTo(ann.email);
    expect(more).toEqual([]);
    expect(mail?.subject).toContain('Report of water, Use 24');
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual([
      `${by.caller.industry.industryId}_water_daily_2026-03-02.csv`,
    ]);
    expect(mail?.text).toContain('यह रिपोर्ट आपको नियमित रूप से भेजी जाती है।');
    const link = /https:\/\/water\.test\/api\/user\/reports\/unsubscribe\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value;
    expect([header('list-unsubscribe'), header('list-unsubscribe-post')]).toEqual([
      `<${link}>`,
      'List-Unsubscribe=One-Click',
    ]);
    expect(mail?.html).toContain(`href="${link}"`);
    const shown = await shownOf(by);
    expect([shown.nextAt.toISOString(), shown.newest?.firstDate, shown.newest?.mails[0]?.state]).toEqual([
      '2026-03-04T07:00:00.000Z',
      DAY,
      'sent',
    ]);
  });

  it('is made once by two clicks, and another one by another wish or a minute later', async () => {
    const { ann, by } = await people(await settledReportWorks(context, []));
    const own = service();
    const wanted = { ...DAILY, userIds: [ann.userId] };
    const [first, second] = await Promise.all([1, 2].map(() => createSubscription(own, by, wanted)));
    expect(second).toBe(first);
    const others = [await createSubscription(own, by, { ...wanted, localTime: '08:00' })];
    context.clock.set('2026-03-03T00:20:59.999Z');
    expect(await createSubscription(own, by, wanted)).toBe(first);
    context.clock.set('2026-03-03T00:21:00Z');
    others.push(await createSubscription(own, by, wanted));
    expect(new Set([first, ...others]).size).toBe(3);
  });

  it('waits for its day to settle, and mails provisional figures after two hours', async () => {
    const { ann, by } = await people(await reportWorks(context, []));
    await createSubscription(service(), by, { ...DAILY, localTime: '00:30', userIds: [ann.userId] });
    const [again] = await runAt('2026-03-03T00:30:00Z');
    expect(again).toMatchObject({ dueAt: Date.parse('2026-03-03T00:30:00Z') });
    expect(mailsTo(ann.email)).toEqual([]);
    context.clock.set('2026-03-03T02:30:00Z');
    const own = service();
    await runSubscription(own, own.queue, meterMaker(context), again as SubscriptionRun); // as runSubscription sent it
    expect(mailsTo(ann.email)[0]?.text).toContain('Provisional');
  });

  it('is asked for once after a stop of some days, and not while it is paused', async () => {
    const { ann, by } = await people(await settledReportWorks(context, []));
    const subscriptionId = await createSubscription(service(), by, { ...DAILY, userIds: [ann.userId] });
    await setPaused(context, by, subscriptionId, true);
    await runAt('2026-03-03T08:00:00Z');
    context.clock.set('2026-03-03T08:30:00Z');
    await setPaused(context, by, subscriptionId, false);
    expect((await shownOf(by)).nextAt.toISOString()).toBe('2026-03-04T07:00:00.000Z');
    await runAt('2026-03-07T12:00:00Z');
    expect((await shownOf(by)).nextAt.toISOString()).toBe('2026-03-08T07:00:00.000Z');
    // The days since then have no figures and have not settled, so that the one mail waits.
    expect(mailsTo(ann.email)).toEqual([]);
  });

  it('is asked for in the minute it is due, however many are due in it', async () => {
    const { ann, by } = await people(await settledReportWorks(context, []));
    await createSubscription(service(), by, { ...DAILY, userIds: [ann.userId] });
    const count = 2001;
    await context.database.execute(
      `INSERT INTO reporting.subscription (industry_key, report, formats, frequency, local_time, mail_language, created_by,
                                           created_at, next_at)
       SELECT industry_key, report, formats, frequency, local_time, mail_language, created_by, created_at, next_at
       FROM reporting.subscription CROSS JOIN generate_series(2, $2::int) WHERE industry_key = $1`,
      [by.caller.industry.industryKey, count],
    );
    const own = service();
    context.clock.set('2026-03-03T07:00:00Z');
    await enqueueDueSubscriptions(own, own.queue);
    const asked = (own.queued as SubscriptionRun[]).filter(
      ({ industryId }) => industryId === by.caller.industry.industryId,
    );
    expect(new Set(asked.map(({ subscriptionId }) => subscriptionId)).size).toBe(count);
    own.queued.length = 0;
    await enqueueDueSubscriptions(own, own.queue);
    expect(own.queued).toEqual([]);
    await context.database.execute('UPDATE reporting.subscription SET paused_at = next_at WHERE industry_key = $1', [
      by.caller.industry.industryKey,
    ]);
  });

  it('notes why its report cannot be made', async () => {
    const { ann, by } = await people(await settledReportWorks(context, []));
    await createSubscription(service(), by, { ...DAILY, userIds: [ann.userId] });
    await context.database.execute(
      `UPDATE reporting.subscription SET report = '{"service": "energy", "reportType": "daily"}' WHERE industry_key = $1`,
      [by.caller.industry.industryKey],
    );
    await runAt('2026-03-03T07:00:00Z');
    const { problem, newest } = await shownOf(by);
    expect([problem, newest]).toEqual(['energy: The industry has no units of energy', null]);
  });

  it('says that a run has failed until one succeeds, also where no other try follows', async () => {
    const { ann, by } = await people(await settledReportWorks(context, []));
    const subscriptionId = await createSubscription(service(), by, { ...DAILY, userIds: [ann.userId] });
    const { industryId } = by.caller.industry;
    context.clock.set('2026-03-03T07:00:00Z');
    const dueAt = Date.parse('2026-03-03T07:00:00Z');
    const run = { industryId, subscriptionId, dueAt, since: dueAt };
    const own = service();
    const broken = { ...meterMaker(context), build: () => Promise.reject(new Error('No space left on device')) };
    await expect(runSubscription(own, own.queue, broken, run)).rejects.toThrow('No space left');
    expect((await shownOf(by)).problem).toBe('an error of the service');
    await runSubscription(own, own.queue, meterMaker(context), run);
    expect([(await shownOf(by)).problem, mailsTo(ann.email).length]).toEqual([null, 1]);
  });

  it('is restated to whoever still gets it, and a mail that only tried it is not', async () => {
    const industry = await settledReportWorks(context, []);
    const { ann, by } = await people(industry);
    const { ann: ben } = await people(industry);
    const own = service();
    const subscriptionId = await createSubscription(own, by, { ...DAILY, userIds: [ann.userId, ben.userId] });
    await runAt('2026-03-03T07:00:00Z');
    context.clock.set('2026-03-03T08:00:00Z');
    const means = { maker: meterMaker(context), limiter: own.limiter };
    await sendTestMail(own, means, { industry, subscriptionId }, { ...ann, actor: by.actor });
    await disable(context.database, industry.industryId, ben.userId, context.clock.now());
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, 3.5), value: 9000 }]);
    const { queue } = service();
    await rebuildIndustry(context, queue, industry.industryId);
    for (const event of await waitingEvents(context.database, 500))
      if (event.consumer === 'restatements') await consumeSettled(context, event, SETTLED_REACTIONS);
    context.clock.set('2026-03-03T10:00:00Z');
    await restateDue(service(), meterMaker(context));
    expect(mailsTo(ann.email).map(({ subject }) => subject?.includes('restated'))).toEqual([false, false, true]);
    expect(mailsTo(ben.email)).toHaveLength(1);
    const { newest } = await shownOf(by);
    expect(newest?.restatements).toMatchObject([{ state: 'told' }]);
    expect(newest?.mails.filter(({ recipient }) => recipient === ben.email).map(({ problem }) => problem)).toContain(
      'whoever it was for does not get the report any more',
    );
  });

  it('is mailed to an address outside once it is confirmed, and no longer than who answers for it may send', async () => {
    const industry = await settledReportWorks(context, []);
    const { ann, by } = await people(industry);
    const own = service();
    const wanted = { ...DAILY, addresses: ['owner@out.test'] };
    const subscriptionId = await createSubscription(own, by, wanted);
    expect(mailsTo('owner@out.test')).toEqual([]);
    const [asked] = own.queued as { recipientKey: number }[];
    await sendConfirmation(own, asked?.recipientKey ?? 0);
    const token = /confirm\?token=(\S+)/.exec(mailsTo('owner@out.test')[0]?.text ?? '')?.[1] ?? '';
    await runAt('2026-03-03T07:00:00Z');
    expect(mailsTo('owner@out.test')).toHaveLength(1);
    context.clock.set('2026-03-06T00:20:00Z');
    expect(await confirmAddress(context, { token, clientNetwork: 'net' })).toBeNull();
    context.clock.set('2026-03-03T08:00:00Z');
    // Only one of two who come at once has used the link.
    const both = await Promise.all([1, 2].map(() => confirmAddress(context, { token, clientNetwork: 'net' })));
    expect(both.filter((one) => one !== null)).toHaveLength(1);
    await replaceSubscription(own, by, subscriptionId, { ...wanted, localTime: '09:00' });
    await runAt('2026-03-03T09:00:00Z');
    expect(mailsTo('owner@out.test')).toHaveLength(2);
    // A second change asks nobody again.
    expect(own.queued).toHaveLength(1);
    await replaceSubscription(own, by, subscriptionId, { ...wanted, localTime: '10:00' });
    await context.database.execute(`UPDATE tenant.app_user SET permissions = '{reports:read}' WHERE user_key = $1`, [
      ann.userKey,
    ]);
    await runAt('2026-03-03T10:00:00Z');
    expect(mailsTo('owner@out.test')).toHaveLength(2);
    expect((await shownOf(by)).recipients[0]?.standing).toBe('noAccess');
  });

  it('ends for the recipient of a link alone, who alone turns it on again', async () => {
    const industry = await settledReportWorks(context, []);
    const { ann, by } = await people(industry);
    const { ann: ben, by: byBen } = await people(industry);
    const own = service();
    const wanted = { ...DAILY, userIds: [ann.userId, ben.userId] };
    const subscriptionId = await createSubscription(own, by, wanted);
    await runAt('2026-03-03T07:00:00Z');
    const token = /unsubscribe\?token=(\S+)/.exec(mailsTo(ben.email)[0]?.text ?? '')?.[1] ?? '';
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'Q' : 'A'}`;
    expect(await unsubscribe(context, { token: forged, clientNetwork: 'net' })).toBeNull();
    for (const _ of [1, 2])
      expect(await unsubscribe(context, { token, clientNetwork: 'net' })).toMatchObject({ address: ben.email });
    const standings = async () =>
      Object.fromEntries((await shownOf(by)).recipients.map(({ userId, standing }) => [userId, standing]));
    expect(await standings()).toEqual({ [ann.userId]: 'gets', [ben.userId]: 'unsubscribed' });
    await replaceSubscription(own, by, subscriptionId, { ...wanted, userIds: [ann.userId] });
    await replaceSubscription(own, by, subscriptionId, wanted);
    expect(await standings()).toEqual({ [ann.userId]: 'gets', [ben.userId]: 'unsubscribed' });
    await replaceSubscription(own, byBen, subscriptionId, wanted);
    expect(await standings()).toEqual({ [ann.userId]: 'gets', [ben.userId]: 'gets' });
    await endSubscription(context, by, subscriptionId);
    expect(await unsubscribe(context, { token, clientNetwork: 'net' })).toBeNull();
    const filter = { industryKey: industry.industryKey, verb: null, subject: subscriptionId };
    const rows = await listAudit(context.database, { ...filter, from: null, to: null, before: null }, 20);
    expect(rows.map(({ verb }) => verb).toReversed()).toEqual([
      'subscription.create',
      'subscription.unsubscribe',
      'subscription.change',
      'subscription.change',
      'subscription.change',
      'subscription.remove',
    ]);
  });

  it('lets no text of people act in the mail that asks, and asks an address three times a day at most', async () => {
    const industry = await settledReportWorks(context, []);
    const { ann, by } = await people(industry);
    await context.database.execute(
      `UPDATE tenant.app_user SET username = '<img src=x>' || user_id WHERE user_key = $1`,
      [ann.userKey],
    );
    const own = service();
    const wanted = { ...DAILY, addresses: ['asked@often.test'] };
    // Each is sent twice, as by two clicks, and the second one is no question.
    for (const localTime of ['07:01', '07:02', '07:03'])
      for (const _ of [1, 2]) await createSubscription(own, by, { ...wanted, localTime });
    await expect(createSubscription(own, by, wanted)).rejects.toMatchObject({ code: 429 });
    const [asked] = own.queued as { recipientKey: number }[];
    await sendConfirmation(own, asked?.recipientKey ?? 0);
    expect(mailsTo('asked@often.test')[0]?.html).toContain('&lt;img src=x&gt;');
  });

  it('is refused for more meters than its report holds in any month', async () => {
    // 33 meters have 924 days in February, which is the month before, and 1,023 in January.
    const meters = Array.from({ length: 33 }, (_, index) => unit(`W${index}`, 'FLOW_CATEGORY'));
    const { ann, by } = await people(await works(context, meters));
    const granular = (fields: Partial<WantedSubscription>) =>
      createSubscription(service(), by, {
        ...DAILY,
        report: { service: 'water', reportType: 'granular' },
        userIds: [ann.userId],
        ...fields,
      });
    await expect(granular({ frequency: 'monthly', monthDay: 3 })).rejects.toMatchObject({
      code: 1403,
      details: [{ field: 'unitIds', problem: expect.stringContaining('allowed are 1000') }],
    });
    await granular({ frequency: 'weekly', weekday: 1 });
  });

  it('has recipients and companions up to their limits', async () => {
    const industry = await settledReportWorks(context, []);
    const { ann, by } = await people(industry);
    const addresses = (count: number) => Array.from({ length: count }, (_, index) => `r${index}@most.test`);
    const own = service();
    const most = { ...DAILY, userIds: [ann.userId] };
    await createSubscription(own, by, { ...most, addresses: addresses(MOST_RECIPIENTS - 1) });
    await expect(createSubscription(own, by, { ...most, addresses: addresses(MOST_RECIPIENTS) })).rejects.toMatchObject(
      {
        code: 1430,
      },
    );
    await expect(createSubscription(own, by, DAILY)).rejects.toMatchObject({ code: 1430 });
    await context.database.execute(
      `INSERT INTO reporting.subscription (industry_key, report, formats, frequency, local_time, mail_language, created_by,
                                           created_at, paused_at, next_at)
       SELECT industry_key, report, formats, frequency, local_time, mail_language, created_by, created_at, created_at, next_at
       FROM reporting.subscription CROSS JOIN generate_series(1, $2) WHERE industry_key = $1`,
      [industry.industryKey, MOST_SUBSCRIPTIONS - 2],
    );
    await createSubscription(own, by, most);
    await expect(createSubscription(own, by, { ...most, localTime: '07:09' })).rejects.toMatchObject({ code: 1430 });
  });
});
