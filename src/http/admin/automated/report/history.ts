import { createRoute, z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../../domain/time/business-date.ts';
import type { AutomatedReportsService } from '../../../../services/reports/automated-reports.ts';
import { endpoint } from '../../../endpoint.ts';
import { sentReportObject } from '../../../schemas/automatedReport.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../schemas/envelope.ts';
import { optionalText, requiredTargetHeader, whole } from '../../../schemas/parameters.ts';
import { requireTarget } from '../report.ts';

const query = z.object({
  before: optionalText(40)
    .pipe(z.iso.datetime({ error: 'is not an instant such as 2026-01-16T00:00:00Z' }).optional())
    .openapi({
      type: 'string',
      format: 'date-time',
      description: 'Only reports made before; `next` of the page before',
    }),
  limit: whole(50, { min: 1, max: 200 }).openapi({ description: 'Reports of a page' }),
});
const answer = answerWith(
  z.object({
    reports: z.array(sentReportObject),
    next: z.string().nullable().openapi({ description: 'Ask for `before` with this; null: there is no more' }),
  }),
);

/** GET /api/admin/automated/report/history. Spec gap: what was sent, to whom, and what has changed since. */
export const getAutomatedReportHistory = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/automated/report/history',
    tags: ['automated reports'],
    summary: 'Reports that were sent, the newest first',
    request: { query, headers: requiredTargetHeader },
    responses: { 200: ok('A page', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ automatedReports }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { before, limit } = c.req.valid('query');
      requireTarget(industry);
      const found = await automatedReports.history(industry, {
        before: before === undefined ? null : new Date(before),
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      return c.json(
        {
          ...done('Sent reports'),
          data: {
            reports: page.map(sentReportOf),
            next: found.length > limit ? (page.at(-1)?.createdAt.toISOString() ?? null) : null,
          },
        },
        200,
      );
    },
);

type Sent = Awaited<ReturnType<AutomatedReportsService['history']>>[number];

const sentReportOf = (report: Sent): z.infer<typeof sentReportObject> => ({
  reportId: report.reportId,
  frequency: report.frequency,
  mail: report.mail,
  startDate: formatRequestDate(report.firstDate),
  endDate: formatRequestDate(report.lastDate),
  origin: report.origin,
  requestedBy: report.requestedBy,
  provisional: report.isProvisional,
  subject: report.subject,
  createdAt: report.createdAt.toISOString(),
  mails: report.mails.map(({ recipient, state, problem, purpose, round, attempts, finishedAt }) => ({
    recipient,
    state,
    problem,
    purpose,
    round,
    attempts,
    finishedAt: finishedAt?.toISOString() ?? null,
  })),
  restatements: report.restatements.map(({ state, days, causes, changes, decidedAt }) => ({
    state,
    days: days.map(formatRequestDate),
    causes: [...causes],
    changes: [...changes],
    decidedAt: decidedAt?.toISOString() ?? null,
  })),
});
