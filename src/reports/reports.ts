import type { Context } from '../context.ts';
import type { Industry } from '../kernel/industry/industry.ts';
import { fileNameOf } from './rules/file-name.ts';
import type { WriteOptions } from './writers/write-report.ts';
import { createAdmission } from './admit.ts';
import { type AskedReport, buildReport } from './build-report.ts';
import { wordSummary } from './word-summary.ts';
import { processReportFiles } from './write-file.ts';

export interface WrittenReport {
  readonly bytes: Uint8Array;
  readonly fileName: string;
}

export interface ReportsService {
  /** A report as the bytes of a file. @throws ServiceError 503 when many of the industry wait already. */
  writeReport(
    industry: Industry,
    request: AskedReport,
    options: WriteOptions,
    /** Of a report that nobody holds a connection open for: what is done when all figures are there. */
    onWriting?: () => Promise<void>,
  ): Promise<WrittenReport>;
}

export function createReports(context: Context): ReportsService {
  const admit = createAdmission();
  return {
    async writeReport(industry, request, options, onWriting) {
      const make = async (): Promise<WrittenReport> => {
        const document = await wordSummary(context, await buildReport(context, industry, request));
        await onWriting?.();
        return {
          bytes: await processReportFiles(context).write(document, request.reportFormat, options),
          fileName: fileNameOf(document, request.reportFormat),
        };
      };
      return onWriting === undefined ? admit(industry.industryId, make) : make();
    },
  };
}
