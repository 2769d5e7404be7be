import type { Context } from '../context.ts';
import { CONTENT_TYPES } from './rules/terms.ts';
import { buildReport } from './build-report.ts';
import type { ReportMaker } from './make-mail.ts';
import { processReportFiles } from './write-file.ts';

/** Reports as everybody gets them. */
export const reportMaker = (context: Context): ReportMaker => ({
  build: (industry, request) => buildReport(context, industry, request),
  render: async (document, format) => ({
    contentType: CONTENT_TYPES[format],
    content: await processReportFiles(context).write(document, format),
  }),
});
