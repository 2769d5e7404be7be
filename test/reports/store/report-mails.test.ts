import { expect, it } from 'vitest';
import { businessDate } from '../../../src/kernel/time/business-date.ts';
import { channelsOf } from '../../../src/platform/live/publish.ts';
import { sendReports } from '../../../src/reports/send-reports.ts';
import { finishMail, type MailOutcome } from '../../../src/reports/store/report-mails.ts';
import { meterMaker, reportWorks } from '../sending.ts';
import { testContext } from '../../support/database.ts';

it('a mail that was given up takes the answer that came after all, and is not sent once more', async () => {
  const context = await testContext('2026-03-03T00:20:00Z');
  const industry = await reportWorks(context, ['ann@late.test']);
  await sendReports({ ...context, channels: channelsOf(context) }, meterMaker(context), industry, {
    frequency: 'daily',
    date: businessDate('2026-03-02'),
    formats: ['csv'],
    emails: [],
    isTest: false,
    requestedBy: null,
  });
  const rows = await context.database.execute<{ mail_key: number }>(
    "UPDATE reporting.report_mail SET state = 'unconfirmed' WHERE industry_key = $1 RETURNING mail_key",
    [industry.industryKey],
  );
  const [taken = 0, refused = 0] = rows.map((row) => row.mail_key);
  const now = new Date(context.clock.now());
  const stateAfter = async (mailKey: number, outcome: MailOutcome) => {
    await finishMail(context.database, industry.industryKey, mailKey, outcome, now);
    return context.database.execute('SELECT state FROM reporting.report_mail WHERE mail_key = $1', [mailKey]);
  };
  expect(await stateAfter(taken, { state: 'queued', problem: 'It is away', dueAt: now })).toEqual([
    { state: 'unconfirmed' },
  ]);
  expect(await stateAfter(taken, { state: 'sent', providerId: 'late' })).toEqual([{ state: 'sent' }]);
  expect(await stateAfter(refused, { state: 'failed', problem: 'No such mailbox' })).toEqual([{ state: 'failed' }]);
});
