import { requireTarget } from '../../../../../platform/http/target.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { historyQuery, pageOfHistory, sentReportObject, sentReportOf } from '../../../schemas/automatedReport.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import { requiredTargetHeader } from '../../../../../platform/http/schemas/parameters.ts';

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
    request: { query: historyQuery, headers: requiredTargetHeader },
    responses: { 200: ok('A page', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      requireTarget(industry);
      const { reports, next } = await pageOfHistory(context, industry, c.req.valid('query'));
      return c.json({ ...done('Sent reports'), data: { reports: reports.map(sentReportOf), next } }, 200);
    },
);
