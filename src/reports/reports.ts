import type { Context } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { fileNameOf } from './rules/file-name.ts';
import type { WriteOptions } from './writers/write-report.ts';
import type { Admit } from './admit-reports.ts';
import { type AskedReport, buildReport } from './build-report.ts';
import { wordSummary } from './word-summary.ts';
import { processReportFiles } from './write-file.ts';

export interface WrittenReport {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

/**
 * Makes a report as the bytes of a file, without a limit of reports per industry.
 * @param onWriting called when all figures are read.
 */
export async function makeReport(
  context: Context,
  industry: Industry,
  request: AskedReport,
  options: WriteOptions,
  onWriting?: () => Promise<void>,
): Promise<WrittenReport> {
  const document = await wordSummary(context, await buildReport(context, industry, request));
  await onWriting?.();
  return {
    bytes: await processReportFiles(context).write(document, request.reportFormat, options),
    fileName: fileNameOf(document, request.reportFormat),
  };
}

/**
 * Makes a report that a connection waits for.
 * @throws ServiceError 503 when many of the industry wait already.
 */
export const makeAwaitedReport = (
  context: Context & { readonly admitReport: Admit },
  industry: Industry,
  request: AskedReport,
  options: WriteOptions,
): Promise<WrittenReport> =>
  context.admitReport(industry.industryId, () => makeReport(context, industry, request, options));
