import type { ReportDocument } from './document.ts';
import type { ReportFormat } from './terms.ts';

/** `ACME_water_daily_2026-01-15.pdf`; a report of several days names its last day, too. */
export function fileNameOf(
  { industry, service, reportType, period }: Pick<ReportDocument, 'industry' | 'service' | 'reportType' | 'period'>,
  format: ReportFormat,
): string {
  const days = period.from === period.to ? [period.from] : [period.from, period.to];
  return `${[industry.industryId, service, reportType, ...days].join('_')}.${format}`;
}

/**
 * `Content-Disposition` of a download (RFC 6266): a name in ASCII for old programs, and the name itself in UTF-8.
 */
export function attachmentHeader(fileName: string): string {
  const ascii = fileName.replaceAll(/[^\w.\-]/g, '_');
  const encoded = encodeURIComponent(fileName.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
