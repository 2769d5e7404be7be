import { createRoute, z } from '@hono/zod-openapi';
import { REPORT_FORMATS } from '../../../rules/terms.ts';
import { readReportFile, readReportJob } from '../../../report-jobs.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { identity, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { jobAnswer, shownJob } from '../../schemas/reportJob.ts';
import { fileAnswer } from '../report.ts';

const params = z.object({
  jobId: identity().openapi({
    example: '0d9a6a4e-52c1-4d0e-9d8e-3f6f1f0a2c31',
    description: 'As the answer with async=true gives it',
  }),
});

/** GET /api/user/report/jobs/{jobId}. Spec gap: jobs are an addition, for reports that no connection waits for. */
export const getReportJobsByJobId = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/report/jobs/{jobId}',
    tags: ['reports'],
    summary: 'How far a report is',
    description:
      'Of a report that was asked for with async=true. Only its asker is told. The job and its file are kept for a day.',
    request: { params, headers: targetIndustryHeader },
    responses: {
      200: ok('The job', jobAnswer.extend({ status_code: z.literal(200) }).openapi('ReportJobState')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const job = await readReportJob(context, c.get('caller'), c.req.valid('param').jobId);
      return c.json({ ...done('Report job'), data: shownJob(job) }, 200);
    },
);

/** GET /api/user/report/jobs/{jobId}/file. */
export const getReportJobsByJobIdFile = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/report/jobs/{jobId}/file',
    tags: ['reports'],
    summary: 'The file of a report that is done',
    description: 'The same file as a request without async=true gives. 404 as long as the job is not done.',
    request: { params, headers: targetIndustryHeader },
    responses: {
      200: {
        description: 'The report',
        content: { 'application/octet-stream': { schema: z.string().openapi({ format: 'binary' }), example: 'PK' } },
      },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const file = await readReportFile(context, c.get('caller'), c.req.valid('param').jobId);
      const format = REPORT_FORMATS.find((one) => file.fileName.endsWith(`.${one}`)) ?? 'html';
      return fileAnswer(c, file, format);
    },
);
