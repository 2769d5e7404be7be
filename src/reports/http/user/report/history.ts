import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { historyQuery, ownSentReport, ownSentReportOf, pageOfHistory } from '../../schemas/automatedReport.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const answer = answerWith(
  z.object({
    reports: z.array(ownSentReport),
    next: z.string().nullable().openapi({ description: 'Ask for `before` with this; null: there is no more' }),
  }),
).openapi('OwnSentReports');

/** GET /api/user/report/history. Spec gap: readers of a report learn here that it was restated, and why. */
export const getReportHistory = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/report/history',
    tags: ['reports'],
    summary: 'Reports that were mailed, the newest first, and what has been restated since',
    request: { query: historyQuery, headers: targetIndustryHeader },
    responses: { 200: ok('A page', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { reports, next } = await pageOfHistory(context, c.get('caller').industry, c.req.valid('query'));
      return c.json({ ...done('Sent reports'), data: { reports: reports.map(ownSentReportOf), next } }, 200);
    },
);
