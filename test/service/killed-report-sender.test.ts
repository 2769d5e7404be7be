import type { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { queueClient } from '../../src/platform/queue/client.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { channelsOf } from '../../src/platform/live/publish.ts';
import { sweepReportMails } from '../../src/reports/deliver-mails.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import { reportMaker } from '../../src/reports/report-run.ts';
import { resendReport } from '../../src/reports/resend-report.ts';
import { SEND_REPORTS_QUEUE } from '../../src/reports/run-scheduled-reports.ts';
import { startMailServer, type MailServer } from '../support/mail-server.ts';
import { reportWorks } from '../reports/sending.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import { at, process as processDays, send } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { killed, startWorkerProcess } from './worker-process.ts';
import { bossOf } from './support/boss-of.ts';

/* Two real workers and a real mail server; one worker is killed while it sends. */

const DAY = '2026-01-31';
const PEOPLE = Array.from({ length: 40 }, (_, index) => `reader-${index}@month.test`);

let context: OwnContext;
let boss: PgBoss;
let server: MailServer;
beforeAll(async () => {
  server = await startMailServer();
  const { url, from } = server.settings;
  context = await ownContext(new Date().toISOString(), {
    SMTP_URL: url,
    MAIL_FROM: `${from.name} <${from.address}>`,
  });
  boss = await bossOf(context);
});
afterAll(async () => {
  await boss.stop({ graceful: false });
  await server.stop();
});

it(
  "a killed worker's mails of a month reach every reader once, but for one that may have left with it",
  { timeout: 240_000 },
  async () => {
    const industry = await reportWorks(context, PEOPLE, { is_consumption_enabled: true });
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, 12), value: 1000 }]);
    await processDays(context, industry, '2026-01-01', DAY);
    // A run waits for findings, and a pass of the schedules would ask for them.
    await computeInsights(context, industry);
    const [first] = [await startWorkerProcess(context.environment), await startWorkerProcess(context.environment)];
    const queue = queueClient(boss, () => Date.now());
    const run = { industryId: industry.industryId, frequency: 'monthly', date: '2026-01-01', since: null };
    await queue.send(SEND_REPORTS_QUEUE, run, { singletonKey: 'a' });
    await queue.send(SEND_REPORTS_QUEUE, run, { singletonKey: 'b' });
    await vi.waitUntil(() => server.received.length > 3, { timeout: 90_000, interval: 1 });
    await killed(first);
    const mails = async () =>
      (await reportHistory(context, industry, { before: new Date(Date.now() + 1000), limit: 5 })).flatMap(
        (report) => report.mails,
      );
    await vi.waitUntil(
      async () => (await mails()).filter(({ state }) => state === 'sent').length >= PEOPLE.length - 1,
      { timeout: 120_000, interval: 100 },
    );
    // The last mail may be sent meanwhile, so states are read before what the server received.
    const states = await mails();
    const perReader = PEOPLE.map(
      (person) => server.received.filter(({ recipients }) => recipients.includes(person)).length,
    );
    expect(perReader.filter((count) => count > 1)).toEqual([]);
    expect(states).toHaveLength(PEOPLE.length);
    for (const { recipient, state } of states)
      if (state === 'sent') expect(perReader[PEOPLE.indexOf(recipient)]).toBe(1);
    // The mail that the killed worker was sending waits to be called unconfirmed, and nobody sends it again.
    expect(states.filter(({ state }) => state !== 'sent').map(({ state }) => state)).toEqual(
      states.every(({ state }) => state === 'sent') ? [] : ['sending'],
    );
  },
);

it(
  'a mail that was with the server when its worker was killed is told as unconfirmed after a restart, and sent again by a person',
  { timeout: 240_000 },
  async () => {
    const reader = 'reader@flight.test';
    const industry = await reportWorks(context, [reader], { is_consumption_enabled: true });
    await send(context, industry, [{ unitId: 'A', createdOn: at(industry, DAY, 12), value: 1000 }]);
    await processDays(context, industry, '2026-01-01', DAY);
    // A run waits for findings, and the worker that was killed before may have been looking for them.
    await computeInsights(context, industry);
    const first = await startWorkerProcess(context.environment);
    const queue = queueClient(boss, () => Date.now());
    server.fail('is silent after');
    const run = { industryId: industry.industryId, frequency: 'monthly', date: '2026-01-01', since: null };
    await queue.send(SEND_REPORTS_QUEUE, run, { singletonKey: 'flight' });
    const received = () => server.received.filter(({ recipients }) => recipients.includes(reader));
    await vi.waitUntil(() => received().length > 0, { timeout: 90_000, interval: 5 });
    await killed(first);
    server.fail(null);
    const reports = () => reportHistory(context, industry, { before: new Date(Date.now() + 120_000), limit: 5 });
    const states = async () => (await reports()).flatMap(({ mails }) => mails.map(({ state }) => state));
    expect(await states()).toEqual(['sending']);
    // What a worker does each minute, a minute later.
    const email = server.settings;
    const later = {
      ...context,
      clock: { now: () => Date.now() + 61_000 },
      channels: channelsOf({ ...context, config: { ...context.config, email } }),
    };
    await sweepReportMails(later);
    expect([await states(), received().length]).toEqual([['unconfirmed'], 1]);
    expect(
      await context.database.execute('SELECT title FROM operations.global_log WHERE subject = $1', [
        `reports mails of industry ${industry.industryKey}`,
      ]),
    ).toEqual([{ title: 'Report mails were given up' }]);
    const [report] = await reports();
    const again = { reportId: report?.reportId ?? '', emails: [] };
    await resendReport(later, reportMaker(context), industry, again, COMMAND);
    expect(await states()).toEqual(['unconfirmed', 'sent']);
    // Whose mail server knows the first one drops the second.
    expect(received().map(({ mail }) => mail.messageId)).toEqual(
      Array.from({ length: 2 }, () => received()[0]?.mail.messageId),
    );
    await expect(resendReport(later, reportMaker(context), industry, again, COMMAND)).rejects.toMatchObject({
      code: 400,
    });
  },
);
