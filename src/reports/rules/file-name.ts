import type { ReportDocument } from './document.ts';
import type { ReportFormat } from './terms.ts';

/** File name such as `ACME_water_daily_2026-01-15.pdf`. The name of a report of several days has its last day too. */
export function fileNameOf(
  { industry, service, reportType, period }: Pick<ReportDocument, 'industry' | 'service' | 'reportType' | 'period'>,
  format: ReportFormat,
): string {
  const days = period.from === period.to ? [period.from] : [period.from, period.to];
  return `${[industry.industryId, service, reportType, ...days].join('_')}.${format}`;
}
