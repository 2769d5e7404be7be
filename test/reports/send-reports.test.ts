import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { sweepReportMails } from '../../src/reports/deliver-mails.ts';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { forgetReports, isLost, reportHistory } from '../../src/reports/find-recorded-report.ts';
import type { ReportMaker } from '../../src/reports/make-mail.ts';
import { resendReport } from '../../src/reports/resend-report.ts';
import { type ReportRun, requireBegun } from '../../src/reports/report-run.ts';
import { sendReports } from '../../src/reports/send-reports.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { DAILY, mailStates, mailsReceived, meterMaker, reaching, settledReportWorks } from './sending.ts';

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
const statesOf = (industry: Industry): Promise<string[]> => mailStates(context, industry);

describe('a run of reports', () => {
  it('of a day sends the water report and the summary, a mail each, to everybody once', async () => {
    const industry = await settledWorks(['ann@day.test', 'ANN@day.test', 'bob@day.test']);
    await sendReports(reaching(context, server), meterMaker(context), industry, { ...DAILY, emails: ['eve@day.test'] });
    for (const recipient of ['ann@day.test', 'bob@day.test', 'eve@day.test']) {
      const [water, summary, ...more] = mailsTo(recipient);
      expect(more).toEqual([]);
      expect(water?.subject).toContain(`${industry.industryId}: Report of water, Use 24.0\u00a0m³`);
      expect(water?.attachments.map(({ filename }) => filename)).toEqual(
        ['pdf', 'csv'].map((format) => `${industry.industryId}_water_daily_2026-03-02.${format}`),
      );
      expect(summary?.attachments).toHaveLength(2);
    }
    expect(mailsTo('ann@day.test')[0]?.text).toContain('- Use: 24.0');
    expect(mailsTo('ann@day.test')[0]?.text).not.toContain('Provisional');
  });

  it('of a month is one mail with every enabled report in every format, and says what it leaves out', async () => {
    const industry = await settledWorks(['ann@month.test'], { is_consumption_enabled: true, is_energy_enabled: true });
    const [mail] = await sendReports(reaching(context, server), meterMaker(context), industry, {
      ...DAILY,
      frequency: 'monthly',
    });
    expect(mail?.files).toHaveLength(2);
    const [received, ...more] = mailsTo('ann@month.test');
    expect(more).toEqual([]);
    expect(received?.attachments.map(({ filename }) => filename)).toEqual(mail?.files);
    expect(received?.text).toContain('energy: The industry has no units of energy');
    expect(received?.text).toContain('Provisional');
  });

  it('leaves out a file that its format does not hold, and says so', async () => {
    const industry = await settledWorks(['ann@large.test'], { is_consumption_enabled: true });
    const maker = meterMaker(context);
    const render: typeof maker.render = async (document, format) => {
      if (format === 'pdf') throw new ServiceError(413, 'The report is too large for pdf.');
      return maker.render(document, format);
    };
    const run: ReportRun = { ...DAILY, frequency: 'monthly' };
    const [mail] = await sendReports(reaching(context, server), { ...maker, render }, industry, run);
    expect(mail?.files).toEqual([`${industry.industryId}_water_monthly_2026-03-01_2026-03-31.csv`]);
    expect(mailsTo('ann@large.test')[0]?.text).toContain('Report of water as pdf: The report is too large for pdf.');
  });

  it('of an industry without units of its first mail sends the second, and says why the first is left out', async () => {
    const industry = await settledWorks(['ann@dry.test']);
    const none = new ServiceError(1401, 'The industry has no units of water');
    const build = meterMaker(context).build;
    const dry: ReportMaker['build'] = async (own, request) => {
      if (request.service === 'water') throw none;
      return build(own, request);
    };
    const maker = { ...meterMaker(context), build: dry };
    const [first, second] = await sendReports(reaching(context, server), maker, industry, DAILY);
    expect([first?.leftOut, second?.leftOut]).toEqual(['water: The industry has no units of water', null]);
    expect(mailsTo('ann@dry.test').map(({ subject }) => subject?.includes('Report of summary'))).toEqual([true]);
    const nothing = { ...maker, build: () => Promise.reject(none) };
    const forced = { ...DAILY, isForced: true };
    await expect(sendReports(reaching(context, server), nothing, industry, forced)).rejects.toThrow(
      'water: The industry has no units of water summary: The industry has no units of water',
    );
  });

  it('that is a test makes reports, sends nothing and leaves no trace', async () => {
    const industry = await settledWorks(['ann@test.test']);
    const maker = meterMaker(context);
    const mails = await sendReports(reaching(context, server), maker, industry, { ...DAILY, isTest: true });
    expect(maker.built).toEqual(['water', 'summary']);
    expect(mails.map(({ reportId, recipients }) => [reportId, recipients])).toEqual([
      [null, []],
      [null, []],
    ]);
    expect(mailsTo('ann@test.test')).toEqual([]);
    expect(await statesOf(industry)).toEqual([]);
  });

  it('names the files of a scheduled mail also when it was recorded before', async () => {
    const industry = await settledWorks(['ann@recorded.test']);
    const run = (): ReturnType<typeof sendReports> =>
      sendReports(reaching(context, server), meterMaker(context), industry, { ...DAILY, requestedBy: null });
    const [first, second] = [await run(), await run()];
    expect(second.map(({ files }) => files)).toEqual(first.map(({ files }) => files));
    expect(second[0]?.files).toHaveLength(2);
  });

  it('that a schedule makes again counts mails that it has queued itself, so none', async () => {
    const industry = await settledWorks(['ann@resumed.test', 'bob@resumed.test']);
    const run = (): ReturnType<typeof sendReports> =>
      sendReports(reaching(context, server), meterMaker(context), industry, { ...DAILY, requestedBy: null });
    const counted = [...(await Promise.all([run(), run()])), await run()].map((mails) =>
      mails.map(({ queued }) => queued),
    );
    // Of two at once, one records a mail.
    expect([0, 1].map((mail) => (counted[0]?.[mail] ?? 0) + (counted[1]?.[mail] ?? 0))).toEqual([2, 2]);
    expect(counted[2]).toEqual([0, 0]);
    expect(mailsTo('bob@resumed.test')).toHaveLength(2);
  });

  it('without anybody to send it to is refused before anything is made', async () => {
    const industry = await settledWorks([]);
    const maker = meterMaker(context);
    await expect(sendReports(reaching(context, server), maker, industry, DAILY)).rejects.toMatchObject({ code: 400 });
    expect(maker.built).toEqual([]);
  });

  it('of a month without any enabled report is refused', async () => {
    const industry = await settledWorks(['ann@none.test']);
    await expect(
      sendReports(reaching(context, server), meterMaker(context), industry, { ...DAILY, frequency: 'monthly' }),
    ).rejects.toMatchObject({ code: 1401 });
  });

  it('of a day that has not begun is refused, the running one is not', async () => {
    const industry = await settledWorks([]);
    const asked = (date: string) => () =>
      requireBegun(industry, { frequency: 'daily', date: businessDate(date) }, context.clock.now());
    expect(asked('2026-03-03')).not.toThrow();
    expect(asked('2026-03-04')).toThrow('has not begun');
  });
});

describe('mails', () => {
  it('that a server refuses fail, and the others arrive', async () => {
    const industry = await settledWorks(['no address', 'ann@refused.test']);
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    expect(mailsTo('ann@refused.test')).toHaveLength(2);
    expect(await statesOf(industry)).toEqual([
      'consumption ann@refused.test 1 sent',
      'consumption no address 1 failed',
      'summary ann@refused.test 1 sent',
      'summary no address 1 failed',
    ]);
  });

  it('that find no server wait, and are sent once it is back and their pause is over', async () => {
    const industry = await settledWorks(['ann@away.test']);
    server.fail({ at: 'recipient', code: 451 });
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    expect(await statesOf(industry)).toEqual(['consumption ann@away.test 1 queued', 'summary ann@away.test 1 queued']);
    server.fail(null);
    await sweepReportMails(reaching(context, server));
    expect(mailsTo('ann@away.test')).toEqual([]);
    context.clock.set('2026-03-03T00:23:30Z');
    await sweepReportMails(reaching(context, server));
    await sweepReportMails(reaching(context, server));
    expect(mailsTo('ann@away.test')).toHaveLength(2);
  });

  it('that a schedule has queued reach nobody whom the industry no longer names', async () => {
    const industry = await settledWorks(['Ann@named.test', 'ben@named.test', 'eve@named.test']);
    const scheduled = { ...DAILY, requestedBy: null };
    const delivery = reaching(context, server);
    server.fail({ at: 'recipient', code: 451 });
    await sendReports(delivery, meterMaker(context), industry, scheduled);
    server.fail(null);
    const { reportId = '' } =
      (await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 1 }))[0] ?? {};
    await context.database.execute(
      `UPDATE tenant.industry SET meta = jsonb_set(meta, '{reports,emailIds}', '["ann@named.test"]')
       WHERE industry_key = $1`,
      [industry.industryKey],
    );
    context.clock.set('2026-03-03T00:23:30Z');
    await sweepReportMails(delivery);
    expect(['Ann@named.test', 'ben@named.test', 'eve@named.test'].map((one) => mailsTo(one).length)).toEqual([2, 0, 0]);
    expect(await statesOf(industry)).toContain('consumption ben@named.test 1 failed');
    const [told] = await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 1 });
    expect(told?.decisiveMails.filter(isLost)).toEqual([]);
    const again = (emails: readonly string[]) =>
      resendReport(delivery, meterMaker(context), industry, { reportId, emails }, COMMAND);
    await expect(again([])).rejects.toThrow('Every recipient has this report');
    // A person may still send it by hand.
    await again(['ben@named.test']);
    expect(mailsTo('ben@named.test')).toHaveLength(1);
  });

  it('whose server never said whether it took them are unconfirmed and not sent again', async () => {
    const industry = await settledWorks(['ann@lost.test']);
    server.fail('hangs up after');
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    server.fail(null);
    context.clock.set('2026-03-04T00:00:00Z');
    await sweepReportMails(reaching(context, server));
    expect(mailsTo('ann@lost.test')).toHaveLength(2);
    expect(await statesOf(industry)).toEqual([
      'consumption ann@lost.test 1 unconfirmed',
      'summary ann@lost.test 1 unconfirmed',
    ]);
  });

  it('whose sender was killed are unconfirmed within a minute, operators are told, and nobody sends them again', async () => {
    const industry = await settledWorks(['ann@killed.test']);
    server.fail({ at: 'recipient', code: 451 });
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    server.fail(null);
    await context.database.execute(
      "UPDATE reporting.report_mail SET state = 'sending', started_at = $2 WHERE industry_key = $1",
      [industry.industryKey, new Date(context.clock.now())],
    );
    context.clock.set('2026-03-03T00:20:59Z');
    await sweepReportMails(reaching(context, server));
    expect(await statesOf(industry)).toEqual([
      'consumption ann@killed.test 1 sending',
      'summary ann@killed.test 1 sending',
    ]);
    context.clock.set('2026-03-03T00:21:01Z');
    await sweepReportMails(reaching(context, server));
    expect(await statesOf(industry)).toEqual([
      'consumption ann@killed.test 1 unconfirmed',
      'summary ann@killed.test 1 unconfirmed',
    ]);
    expect(mailsTo('ann@killed.test')).toEqual([]);
    expect(
      await context.database.execute('SELECT DISTINCT problem FROM reporting.report_mail WHERE industry_key = $1', [
        industry.industryKey,
      ]),
    ).toEqual([{ problem: 'whoever sent it ended before the mail server had answered' }]);
    expect(
      await context.database.execute('SELECT title, description FROM operations.global_log WHERE subject = $1', [
        `reports mails of industry ${industry.industryKey}`,
      ]),
    ).toMatchObject([
      { title: 'Report mails were given up', description: expect.stringContaining('whoever sent it ended') },
    ]);
  });

  it('that may have left keep their Message-ID when a person sends them again, so that mail servers know them', async () => {
    const industry = await settledWorks(['ann@copy.test']);
    server.fail('hangs up after');
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    server.fail(null);
    const [report] = await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 1 });
    const again = { reportId: report?.reportId ?? '', emails: [] };
    for (const round of [2, 3]) {
      await resendReport(reaching(context, server), meterMaker(context), industry, again, COMMAND).catch(() => []);
      const copies = mailsTo('ann@copy.test').filter(({ subject }) => subject === report?.subject);
      expect([copies.length, new Set(copies.map(({ messageId }) => messageId)).size], `round ${round}`).toEqual([2, 1]);
    }
  });

  it('that did not arrive are sent again on request, with the same files and to nobody else', async () => {
    const industry = await settledWorks(['ann@again.test', 'bob@again.test']);
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    const [summary] = await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 1 });
    const reportId = summary?.reportId ?? '';
    await expect(
      resendReport(reaching(context, server), meterMaker(context), industry, { reportId, emails: [] }, COMMAND),
    ).rejects.toMatchObject({
      code: 400,
    });
    await context.database.execute(
      "UPDATE reporting.report_mail SET state = 'failed' WHERE industry_key = $1 AND recipient LIKE 'bob%'",
      [industry.industryKey],
    );
    const [again, ...more] = await resendReport(
      reaching(context, server),
      meterMaker(context),
      industry,
      { reportId, emails: [] },
      COMMAND,
    );
    expect([again?.recipient, again?.state, again?.round, more]).toEqual(['bob@again.test', 'sent', 2, []]);
    expect(mailsTo('bob@again.test')).toHaveLength(3);
    expect(mailsTo('bob@again.test')[2]?.attachments).toHaveLength(2);
    expect(mailsTo('ann@again.test')).toHaveLength(2);
  });

  it('are sent again as long as their files are kept, and are history for 1,100 days', async () => {
    const industry = await settledWorks(['ann@old.test']);
    await sendReports(reaching(context, server), meterMaker(context), industry, DAILY);
    const history = () => reportHistory(context, industry, { before: new Date('2036-01-01'), limit: 5 });
    const reportId = (await history())[0]?.reportId ?? '';
    const again = { reportId, emails: ['bob@old.test'] };

    context.clock.set('2027-04-07T00:19:00Z');
    await forgetReports(context);
    expect(await resendReport(reaching(context, server), meterMaker(context), industry, again, COMMAND)).toMatchObject([
      { state: 'sent' },
    ]);
    expect(mailsTo('bob@old.test')[0]?.attachments).toHaveLength(2);

    context.clock.set('2027-04-07T00:21:00Z');
    await forgetReports(context);
    await expect(
      resendReport(reaching(context, server), meterMaker(context), industry, again, COMMAND),
    ).rejects.toMatchObject({
      code: 404,
      message: `The files of report ${reportId} are no longer there; they are kept for 400 days`,
    });
    expect(await history()).toMatchObject([{ mails: [{ state: 'sent' }, { state: 'sent' }] }, {}]);

    context.clock.set('2029-03-07T00:21:00Z');
    await forgetReports(context);
    expect(await history()).toEqual([]);
  });

  it("of another industry's report cannot be asked for", async () => {
    const [mine, theirs] = [await settledWorks(['ann@mine.test']), await settledWorks(['ann@theirs.test'])];
    await sendReports(reaching(context, server), meterMaker(context), theirs, DAILY);
    const [report] = await reportHistory(context, theirs, { before: new Date('2027-01-01'), limit: 1 });
    await expect(
      resendReport(
        reaching(context, server),
        meterMaker(context),
        mine,
        { reportId: report?.reportId ?? '', emails: ['x@y.test'] },
        COMMAND,
      ),
    ).rejects.toMatchObject({ code: 404 });
    expect(await statesOf(mine)).toEqual([]);
  });
});
