import type { Context } from '../../context.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { fileNameOf } from '../../domain/reports/file-name.ts';
import type { WriteOptions } from '../../writers/write-report.ts';
import { type AskedReport, buildReport } from './build-report.ts';
import { wordSummary } from './word-summary.ts';
import { processReportFiles } from './write-file.ts';

export interface WrittenReport {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

export interface ReportsService {
  /** A report as the bytes of a file. */
  writeReport(
    industry: Industry,
    request: AskedReport,
    options: WriteOptions,
    /** Of a report that nobody holds a connection open for: what is done when all figures are there. */
    onWriting?: () => Promise<void>,
  ): Promise<WrittenReport>;
}

export const createReports = (context: Context): ReportsService => ({
  async writeReport(industry, request, options, onWriting) {
    const document = await wordSummary(context, await buildReport(context, industry, request));
    await onWriting?.();
    const patience = { isPatient: onWriting !== undefined };
    return {
      bytes: await processReportFiles(context).write(document, request.reportFormat, options, patience),
      fileName: fileNameOf(document, request.reportFormat),
    };
  },
});
