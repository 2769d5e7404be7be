import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import type { ReportRun } from '../../src/reports/report-run.ts';
import { sendReports } from '../../src/reports/send-reports.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { DAILY, mailsReceived, meterMaker, reaching, settledReportWorks } from './sending.ts';

/* The sweep takes the mails of a whole installation: on a database of this file alone. */

let context: OwnContext;
let server: MailServer;
beforeAll(async () => {
  context = await ownContext('2026-03-03T00:20:00Z');
  server = await startMailServer();
});
afterEach(() => {
  server.fail(null);
  context.clock.set('2026-03-03T00:20:00Z');
});
afterAll(() => server.stop());

const settledWorks = (recipients: readonly string[], services = {}): Promise<Industry> =>
  settledReportWorks(context, recipients, services);
const mailsTo = (recipient: string) => mailsReceived(server, recipient);

describe('the same request of an operator again', () => {
  const ask = (industry: Industry, more: Partial<ReportRun> = {}) =>
    sendReports(reaching(context, server), meterMaker(context), industry, { ...DAILY, ...more });
  const count = (recipient: string) => mailsTo(recipient).length;

  it('within an hour mails nobody twice, and says when it was sent', async () => {
    const industry = await settledWorks(['ann@same.test']);
    const [first] = await ask(industry);
    context.clock.set('2026-03-03T00:22:00Z');
    const maker = meterMaker(context);
    const again = await sendReports(reaching(context, server), maker, industry, { ...DAILY, requestedBy: 'other' });
    expect([count('ann@same.test'), maker.built]).toEqual([2, []]);
    expect(again.map(({ sentBefore, queued }) => [sentBefore?.toISOString(), queued])).toEqual([
      ['2026-03-03T00:20:00.000Z', 0],
      ['2026-03-03T00:20:00.000Z', 0],
    ]);
    expect(again[0]).toMatchObject({ reportId: first?.reportId, recipients: [{ state: 'sent' }] });
    context.clock.set('2026-03-03T01:20:01Z');
    await ask(industry);
    expect(count('ann@same.test')).toBe(4);
  });

  it('is sent where it is forced, asks for other formats, or is of another day', async () => {
    const industry = await settledWorks(['ann@forced.test']);
    await ask(industry);
    await ask(industry, { isForced: true });
    expect(count('ann@forced.test')).toBe(4);
    await ask(industry, { formats: ['csv'] });
    await ask(industry, { formats: ['csv', 'pdf'] });
    expect(count('ann@forced.test')).toBe(6);
    await ask(industry, { date: businessDate('2026-03-01') });
    expect(count('ann@forced.test')).toBe(8);
  });

  it('reaches those who are named beside the others, with what was sent', async () => {
    const industry = await settledWorks(['ann@beside.test']);
    const [first] = await ask(industry);
    const maker = meterMaker(context);
    const emails = ['ANN@beside.test', 'bob@beside.test'];
    const [second] = await sendReports(reaching(context, server), maker, industry, { ...DAILY, emails });
    expect([count('ann@beside.test'), count('bob@beside.test'), maker.built]).toEqual([2, 2, []]);
    expect([second?.queued, second?.reportId]).toEqual([1, first?.reportId]);
    expect(mailsTo('bob@beside.test')[0]?.attachments).toHaveLength(2);
  });

  it('sends what has failed once more, and completes what was broken off', async () => {
    const industry = await settledWorks(['ann@rest.test']);
    await ask(industry);
    await context.database.execute("UPDATE reporting.report_mail SET state = 'failed' WHERE industry_key = $1", [
      industry.industryKey,
    ]);
    await context.database.execute("DELETE FROM reporting.sent_report WHERE industry_key = $1 AND mail = 'summary'", [
      industry.industryKey,
    ]);
    const again = await ask(industry);
    expect(again.map(({ sentBefore, queued }) => [sentBefore === null, queued])).toEqual([
      [false, 1],
      [true, 1],
    ]);
    expect(count('ann@rest.test')).toBe(4);
  });

  it('is sent where its figures have changed since', async () => {
    const industry = await settledWorks(['ann@changed.test']);
    await ask(industry);
    await context.database.execute(
      `INSERT INTO reporting.restatement (industry_key, report_key, state, due_at, days, causes)
       SELECT industry_key, report_key, 'waiting', '2026-03-04', '{2026-03-02}', '{correction}' FROM reporting.sent_report WHERE industry_key = $1`,
      [industry.industryKey],
    );
    await ask(industry);
    expect(count('ann@changed.test')).toBe(4);
    await context.database.execute('DELETE FROM reporting.restatement WHERE industry_key = $1', [industry.industryKey]);
    await context.database.execute('UPDATE reporting.sent_report SET is_provisional = true WHERE industry_key = $1', [
      industry.industryKey,
    ]);
    await ask(industry);
    expect(count('ann@changed.test')).toBe(6);
  });

  it('at the same time mails everybody once', async () => {
    const industry = await settledWorks(['ann@atonce.test']);
    await Promise.all([ask(industry), ask(industry), ask(industry)]);
    expect(count('ann@atonce.test')).toBe(2);
  });

  it('that was a test counts for nothing, and neither does what a schedule has sent', async () => {
    const industry = await settledWorks(['ann@nothing.test']);
    await ask(industry, { isTest: true });
    await ask(industry, { requestedBy: null });
    await ask(industry);
    expect(count('ann@nothing.test')).toBe(4);
    expect((await ask(industry, { isTest: true })).map(({ sentBefore }) => sentBefore)).toEqual([null, null]);
  });
});
