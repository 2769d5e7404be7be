import type { Context, Reach } from '../../src/context.ts';
import { ServiceError } from '../../src/kernel/errors.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';
import { businessDate, eachDate, lastOfMonth } from '../../src/kernel/time/business-date.ts';
import { channelsOf } from '../../src/platform/live/publish.ts';
import { readSpans } from '../../src/figures/read-spans.ts';
import { computeInsights } from '../../src/findings/insights/compute-insights.ts';
import type { ReportMaker } from '../../src/reports/make-mail.ts';
import { reportHistory } from '../../src/reports/find-recorded-report.ts';
import type { ReportRun } from '../../src/reports/report-run.ts';
import type { TestContext } from '../support/database.ts';
import type { MailServer } from '../support/mail-server.ts';
import { missing, quantity, report } from './writers/report-fixture.ts';
import { at, process, requireIndustry, send, unit, works } from '../figures/processing/works.ts';

/** A context whose mails go to the server of the test. */
export const reaching = <C extends Context>(context: C, server: MailServer): C & Reach => ({
  ...context,
  channels: channelsOf({ ...context, config: { ...context.config, email: server.settings } }),
});

/** An industry with one meter and its recipients. */
export async function reportWorks(
  context: TestContext,
  emailIds: readonly string[],
  services: Readonly<Record<string, boolean>> = {},
  units = [unit('A', 'FLOW_CATEGORY')],
): Promise<Industry> {
  const { industryId, industryKey } = await works(context, units);
  const reports = JSON.stringify({ reports: { emailIds, services } });
  await context.database.execute('UPDATE tenant.industry SET meta = meta || $2::jsonb WHERE industry_key = $1', [
    industryKey,
    reports,
  ]);
  return requireIndustry(context, industryId);
}

export const DAY = businessDate('2026-03-02');
export const DAILY: ReportRun = {
  frequency: 'daily',
  date: DAY,
  formats: ['pdf', 'csv'],
  emails: [],
  isTest: false,
  requestedBy: 'op',
};

/** With 24 m³ on {@link DAY}, which has settled and been judged. */
export async function settledReportWorks(
  context: TestContext,
  recipients: readonly string[],
  services = {},
): Promise<Industry> {
  const industry = await reportWorks(context, recipients, services);
  await send(
    context,
    industry,
    Array.from({ length: 24 }, (_, hour) => ({ unitId: 'A', createdOn: at(industry, DAY, hour + 0.5), value: 1000 })),
  );
  await process(context, industry, DAY, DAY);
  await computeInsights(context, industry);
  return industry;
}

export const mailsReceived = (server: MailServer, recipient: string) =>
  server.received.filter(({ recipients }) => recipients.includes(recipient)).map(({ mail }) => mail);

/** How far each mail of an industry's reports has come, in the order of their names. */
export const mailStates = async (context: TestContext, industry: Industry): Promise<string[]> =>
  (await reportHistory(context, industry, { before: new Date('2027-01-01'), limit: 10 }))
    .flatMap(({ mail, mails }) => mails.map(({ recipient, state, round }) => `${mail} ${recipient} ${round} ${state}`))
    .sort();

/** Reports whose one headline is what the meter has counted, and whose files are its text. Every build is counted. */
export function meterMaker(context: Context): ReportMaker & { readonly built: string[] } {
  const built: string[] = [];
  return {
    built,
    async build(industry, { service, reportType, startDate }) {
      if (service === 'energy') throw new ServiceError(1401, 'The industry has no units of energy');
      built.push(service);
      const to = reportType === 'monthly' ? lastOfMonth(startDate) : startDate;
      const spans = await readSpans(context, industry, ['A'], { kind: 'DAYS', dates: [...eachDate(startDate, to)] });
      const value = spans.get('A')?.figures?.value;
      return report({
        service,
        reportType,
        industry: {
          industryId: industry.industryId,
          industryName: industry.industryName,
          place: null,
          timezone: 'UTC',
          shiftStartAt: '00:00:00',
        },
        title: `Report of ${service}`,
        period: { from: startDate, to, text: `${startDate} to ${to}` },
        headlines: [
          {
            title: 'Use',
            value: typeof value === 'number' ? quantity(value / 1000) : missing(),
            change: null,
            comparedWith: null,
            sparkline: null,
          },
        ],
        sections: [],
        attention: [],
      });
    },
    render: async (document, format) => ({
      contentType: 'text/plain',
      content: Buffer.from(`${format} of ${document.title}`),
    }),
  };
}
