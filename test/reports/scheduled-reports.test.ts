import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { computeDueInsights } from '../../src/findings/insights/due-insights.ts';
import { markInsightsDue } from '../../src/findings/store/insights.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate } from '../../src/kernel/time/business-date.ts';
import { runScheduledReports, type ScheduledRun } from '../../src/reports/run-scheduled-reports.ts';
import type { ReportRun } from '../../src/reports/report-run.ts';
import { sendReports } from '../../src/reports/send-reports.ts';
import { type MailServer, startMailServer } from '../support/mail-server.ts';
import { send } from '../figures/processing/works.ts';
import { type OwnContext, ownContext } from '../keeping/upkeep/own-database.ts';
import { DAILY, DAY, mailsReceived, meterMaker, reaching, reportWorks, settledReportWorks } from './sending.ts';

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
const noQueue = { send: async () => {} };

describe('a scheduled run', () => {
  const scheduled = (industry: Industry, more: Partial<ScheduledRun> = {}): ScheduledRun => ({
    industryId: industry.industryId,
    frequency: 'daily',
    date: null,
    since: null,
    ...more,
  });

  it('sends each mail once, however often and by however many workers it is done', async () => {
    const industry = await settledWorks(['ann@once.test']);
    const run = () => runScheduledReports(reaching(context, server), noQueue, meterMaker(context), scheduled(industry));
    await Promise.all([run(), run(), run()]);
    await run();
    expect(mailsTo('ann@once.test').map(({ attachments }) => attachments[0]?.filename)).toEqual([
      `${industry.industryId}_water_daily_2026-03-02.pdf`,
      `${industry.industryId}_summary_daily_2026-03-02.pdf`,
    ]);
  });

  it('waits for the day to settle, and sends provisional figures after two hours', async () => {
    const industry = await reportWorks(context, ['ann@wait.test']);
    const waiting: { payload: ScheduledRun; startAfter: Date | undefined }[] = [];
    const queue = {
      send: async (_: string, payload: object, { startAfter }: { startAfter?: Date }) => {
        waiting.push({ payload: payload as ScheduledRun, startAfter }); // what runScheduledReports sends
      },
    };
    await runScheduledReports(reaching(context, server), queue, meterMaker(context), scheduled(industry));
    expect(waiting).toEqual([
      {
        payload: { ...scheduled(industry), date: DAY, since: context.clock.now() },
        startAfter: new Date('2026-03-03T00:21:00Z'),
      },
    ]);
    expect(mailsTo('ann@wait.test')).toEqual([]);
    context.clock.set('2026-03-03T02:20:00Z');
    const [first] = waiting;
    await runScheduledReports(
      reaching(context, server),
      queue,
      meterMaker(context),
      first?.payload ?? scheduled(industry),
    );
    expect(mailsTo('ann@wait.test')).toHaveLength(2);
    expect(mailsTo('ann@wait.test')[0]?.text).toContain('Provisional');
  });

  it('waits for the findings of its day', async () => {
    const industry = await settledWorks(['ann@found.test']);
    const run = () => runScheduledReports(reaching(context, server), noQueue, meterMaker(context), scheduled(industry));
    const dueAt = new Date(context.clock.now());
    await context.database.execute('DELETE FROM operations.insight WHERE industry_key = $1', [industry.industryKey]);
    await markInsightsDue(context.database, { industryKey: industry.industryKey, dueAt, changedFrom: null });
    await run();
    expect(mailsTo('ann@found.test')).toEqual([]);
    await computeDueInsights(context);
    await run();
    expect(mailsTo('ann@found.test')).toHaveLength(2);
  });

  it('makes up for days of the last week that the service has stood still, and for its month', async () => {
    const industry = await settledWorks(['ann@still.test'], { is_consumption_enabled: true });
    const queued: object[] = [];
    const queue = {
      send: async (_: string, payload: object) => {
        queued.push(payload);
      },
    };
    const run = (frequency: 'daily' | 'monthly') =>
      runScheduledReports(reaching(context, server), queue, meterMaker(context), scheduled(industry, { frequency }));
    await run('daily');
    expect(queued).toEqual([]);
    // It had not begun in that month.
    await run('monthly');
    expect(queued).toEqual([]);
    await send(context, industry, [{ unitId: 'A', createdOn: '2026-02-20T06:00:00Z', value: 1 }]);
    await run('monthly');
    expect(queued).toMatchObject([{ frequency: 'monthly', date: '2026-02-01' }]);
    context.clock.set('2026-03-06T00:20:00Z');
    await run('daily');
    expect(queued.slice(1)).toMatchObject([{ date: '2026-03-04' }, { date: '2026-03-03' }, { date: '2026-03-05' }]);
    context.clock.set('2026-03-08T00:20:00Z');
    await run('monthly');
    context.clock.set('2026-03-03T00:20:00Z');
    const february: ReportRun = { ...DAILY, frequency: 'monthly', date: businessDate('2026-02-01'), requestedBy: null };
    await sendReports(reaching(context, server), meterMaker(context), industry, february);
    await run('monthly');
    expect(queued).toHaveLength(4);
  });

  it('sends nothing for an industry that is excluded, has no recipients or is gone', async () => {
    const excluded = await settledWorks(['ann@excluded.test']);
    const config = {
      ...context.config,
      reports: { ...context.config.reports, excludedIndustries: [excluded.industryId] },
    };
    const maker = meterMaker(context);
    await runScheduledReports({ ...reaching(context, server), config }, noQueue, maker, scheduled(excluded));
    await runScheduledReports(reaching(context, server), noQueue, maker, scheduled(await settledWorks([])));
    await runScheduledReports(
      reaching(context, server),
      noQueue,
      maker,
      scheduled({ ...excluded, industryId: 'GONE' }),
    );
    expect([maker.built, mailsTo('ann@excluded.test')]).toEqual([[], []]);
  });
});
