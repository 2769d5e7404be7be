import type { Context, Reach } from '../../../src/context.ts';
import { ServiceError } from '../../../src/domain/errors.ts';
import type { Industry } from '../../../src/domain/industry/industry.ts';
import { eachDate, lastOfMonth } from '../../../src/domain/time/business-date.ts';
import { channelsOf } from '../../../src/services/live/channels-of.ts';
import { readSpans } from '../../../src/services/figures/read-spans.ts';
import type { ReportMaker } from '../../../src/services/reports/make-mail.ts';
import type { TestContext } from '../../support/database.ts';
import type { MailServer } from '../../support/mail-server.ts';
import { missing, quantity, report } from '../../writers/report-fixture.ts';
import { requireIndustry, unit, works } from '../processing/works.ts';

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
