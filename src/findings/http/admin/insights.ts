import { createRoute, z } from '@hono/zod-openapi';
import { OPERATOR_INDUSTRY_ID } from '../../../platform/login/rules/caller.ts';
import { readRequestDate } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { computeAllInsights } from '../../insights/request-insights.ts';
import { readInsightsOfDay } from '../../insights/read-findings.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { optionalTargetOf } from '../../../platform/http/target.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { findingObject, findingOf } from '../schemas/insights.ts';
import { narrowingTargetHeader } from '../../../platform/http/schemas/parameters.ts';

const UNDERSCORED = /^\d{2}_\d{2}_\d{4}$/;

const date = z
  .string()
  .min(1)
  .openapi({ example: '15_01_2026', pattern: UNDERSCORED.source, description: 'DD_MM_YYYY, the business day' })
  .transform((value, context): BusinessDate => {
    const read = UNDERSCORED.test(value) ? readRequestDate(value.replaceAll('_', '/')) : null;
    if (read?.date !== undefined) return read.date;
    const problem = `is not a date of the form DD_MM_YYYY${read?.isOtherYear === true ? ' of a year that is kept' : ''}`;
    context.addIssue({ code: 'custom', message: problem });
    return z.NEVER;
  });

const answer = answerWith(
  z.object({
    date: z.string().openapi({ description: 'DD_MM_YYYY' }),
    industries: z.array(
      z.object({
        industryId: z.string(),
        totalConsumption: z.number().nullable().openapi({ description: 'Kilolitres; null: nothing is known' }),
        onlineUnits: z.number().int(),
        offlineUnits: z.number().int(),
        computedAt: z.string().openapi({ format: 'date-time' }),
        findings: z.array(findingObject).openapi({ description: 'What to look at, the most urgent first' }),
      }),
    ),
  }),
).openapi('Insights');

/** GET /api/admin/insights/. Spec gap: the field `findings`, and the meanings of totalConsumption and online. */
export const getInsights = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/insights',
    tags: ['insights'],
    summary: 'Insights of a day',
    description:
      'Of all industries, or of the one that targetIndustryId names. Empty for a day of which nothing was computed.',
    request: {
      query: z.object({ date }),
      headers: narrowingTargetHeader,
    },
    responses: { 200: ok('Insights', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry, industryId } = c.get('caller');
      const asked = c.req.valid('query').date;
      const found = await readInsightsOfDay(context, asked, industryId === OPERATOR_INDUSTRY_ID ? null : industry);
      const [year, month, day] = asked.split('-');
      const industries = found.map(({ findings, computedAt, ...record }) => ({
        ...record,
        computedAt: computedAt.toISOString(),
        findings: findings.map(findingOf),
      }));
      return c.json({ ...done('Insights'), data: { date: `${day}_${month}_${year}`, industries } }, 200);
    },
);

const insightsAsked = answerWith(
  z.object({
    industries: z.number().int().openapi({ description: 'Active industries that were asked for' }),
    stored: z.number().int(),
    waiting: z.number().int().openapi({ description: 'Those that follow behind the answer' }),
  }),
).openapi('InsightsAsked');

function messageOf({ industries, stored, waiting }: Awaited<ReturnType<typeof computeAllInsights>>): string {
  if (industries === 0) return 'No industry that was asked for is active';
  return waiting === 0
    ? 'Insights stored'
    : `Insights of ${stored} of ${industries} industries are stored, the others follow`;
}

/** POST /api/admin/insights/. Spec gap: the answer holds numbers of industries. */
export const postInsights = endpoint(
  createRoute({
    method: 'post',
    path: '/api/admin/insights',
    tags: ['insights'],
    summary: "Compute and store today's insights of all active industries",
    description:
      'Of the one that targetIndustryId names, where it names one. What takes longer than ten seconds is stored behind the answer, which counts what waits. They are computed by themselves ten minutes after figures have changed.',
    request: { headers: narrowingTargetHeader },
    responses: {
      200: ok('Stored', insightsAsked),
      ...errors(400, 500, ...TOKEN_ERRORS),
    },
  }),
  ({ context, queue, insightsPatienceMilliseconds }) =>
    async (c) => {
      const data = await computeAllInsights(
        context,
        queue,
        actorOf(c),
        optionalTargetOf(c),
        insightsPatienceMilliseconds,
      );
      return c.json({ ...done(messageOf(data)), data }, 200);
    },
);
