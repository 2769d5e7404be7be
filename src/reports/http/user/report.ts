import { attachmentHeader } from '../../../kernel/format/attachment-header.ts';
import { invalid } from '../../../kernel/errors.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { CONTENT_TYPES, type ReportFormat, type ReportService } from '../../rules/terms.ts';
import { customServiceOf } from '../../rules/custom-groups.ts';
import { startReportJob } from '../../report-jobs.ts';
import { makeAwaitedReport, type WrittenReport } from '../../make-report.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { customReportBody, askedReport, reportQuery } from '../schemas/report.ts';
import { errors, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import type { HttpServices } from '../../../service/services.ts';
import { csvStyleOf } from '../../../platform/http/streamed-answer.ts';
import { shownJob, startedAnswer } from '../schemas/reportJob.ts';

const file = (example: string) => ({ schema: z.string().openapi({ format: 'binary' }), example });
const answers = {
  200: {
    description: 'The report: html as a page, the other formats as a download',
    content: {
      'text/html': { schema: z.string(), example: '<!doctype html><html lang="en"><title>Water</title></html>' },
      'application/pdf': file('%PDF-1.7 ..'),
      [CONTENT_TYPES.xlsx]: file('PK ..'),
      'text/csv': { schema: z.string(), example: 'Unit,Volume (KL)\r\nMain inlet,53\r\n' },
    },
  },
  202: startedAnswer,
  ...errors(400, 404, 413, ...TOKEN_ERRORS),
};

const DESCRIPTION =
  'Every figure is that of deviceDataV2 over the same days. A pair of service and reportType that does not exist is answered 1403, with the types that the service has. A service that has no unit in the industry is answered 1401. A report without readings says why it is empty.';

export function fileAnswer(c: HttpContext, { bytes, fileName }: WrittenReport, format: ReportFormat): Response {
  const disposition = attachmentHeader(fileName);
  return c.body(Uint8Array.from(bytes), 200, {
    'Content-Type': CONTENT_TYPES[format],
    'Content-Disposition': format === 'html' ? disposition.replace(/^attachment/, 'inline') : disposition,
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'private, no-store',
  });
}

/** The report itself, or the job that makes it. */
async function answerReport(
  c: HttpContext,
  { context, admitReport }: HttpServices,
  query: z.output<typeof reportQuery>,
  body: unknown,
) {
  const caller = c.get('caller');
  const asked = askedReport(query, body);
  const csv = csvStyleOf(query);
  if (!query.async) {
    const written = await makeAwaitedReport({ ...context, admitReport }, caller.industry, asked, { csv });
    return fileAnswer(c, written, query.reportFormat);
  }
  const job = shownJob(await startReportJob(context, caller, { asked, csv }));
  return c.json({ status: 'success', status_code: 202, message: 'Report job', data: job } as const, 202, {
    Location: job.job,
  });
}

/** GET /api/user/report (specification, User: reports). */
export const getReport = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/report',
    tags: ['reports'],
    summary: 'A report as page, print, workbook or list',
    description: DESCRIPTION,
    request: { query: reportQuery, headers: targetIndustryHeader },
    responses: answers,
  }),
  (services) => async (c) => {
    return answerReport(c, services, c.req.valid('query'), null);
  },
);

/**
 * Spec gap: a body is for custom configurations, and nothing is said of other services. Whoever sends them a field has
 * put a parameter where nobody reads it.
 * @throws ServiceError 1430
 */
function requireNoFields(service: ReportService, body: Readonly<Record<string, unknown>>): void {
  if (customServiceOf(service) === undefined && Object.keys(body).length > 0)
    throw invalid(1430, 'body', `the service ${service} takes no body; parameters go into the query`);
}

/** POST /api/user/report: the same, with a body for the custom services (specification, User: reports). */
export const postReport = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/report',
    tags: ['reports'],
    summary: 'A report with a layout of its own',
    description: `${DESCRIPTION} The body lays out the custom services. Other services take no field in it.`,
    request: {
      query: reportQuery,
      headers: targetIndustryHeader,
      body: { required: false, content: { 'application/json': { schema: customReportBody } } },
    },
    responses: answers,
  }),
  (services) => async (c) => {
    const query = c.req.valid('query');
    const body = c.req.header('content-type') === undefined ? null : c.req.valid('json');
    requireNoFields(query.service, body ?? {});
    return answerReport(c, services, query, body);
  },
);
