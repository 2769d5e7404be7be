import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { optionalDate, targetIndustryHeader, text } from '../../../../platform/http/schemas/parameters.ts';
import { readNightFlow } from '../../../read-nights.ts';

const query = z.object({
  unitId: text(200).openapi({ description: 'A flow or consumption unit of the industry', example: 'CB_BORE_1' }),
  date: optionalDate().openapi({ description: 'DD/MM/YYYY, the business day of the night; today when absent' }),
});

const number = z.number().nullable();
const night = z.object({
  date: z.string().openapi({ description: 'DD/MM/YYYY' }),
  lowestHourFlow: number.openapi({ description: 'siUnit per hour; null: too little was measured' }),
  coverage: z.number().openapi({ description: 'Genuine slots / expected slots of the night' }),
  baseline: number.openapi({ description: 'Median of the nights before; null with fewer than seven' }),
  lower: number,
  upper: number.openapi({ description: 'Above it the night is unusual' }),
  excess: number.openapi({ description: 'lowestHourFlow - baseline: the excess night flow' }),
  isAbove: z.boolean().nullable(),
});
const answer = answerWith(
  night.extend({
    unitId: z.string(),
    unitName: z.string(),
    siUnit: z.string(),
    nightsInBaseline: z.number().int(),
    method: z.object({
      from: z.string().openapi({ description: 'Local time' }),
      to: z.string(),
      timezone: z.string(),
      baselineNights: z.number().int(),
      leastCoverage: z.number(),
    }),
    history: z.array(night).readonly().openapi({ description: 'The 28 nights before, oldest first' }),
  }),
).openapi('NightFlow');

/** GET /api/user/alerts/nightFlow. Spec gap: the specification has no night flow; leaks are judged by it. */
export const getAlertsNightFlow = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/nightFlow',
    tags: ['alerts'],
    summary: 'Minimum night flow of a unit, with its baseline and history',
    description:
      'The lowest hourly flow between 02:00 and 04:00 local time (IWA: minimum night flow). The baseline is the median of the 28 nights before; the band is three times their deviation, by the median absolute deviation.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Night flow', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, date } = c.req.valid('query');
      const data = await readNightFlow(context, c.get('caller').industry, { unitId, date: date ?? null });
      return c.json({ ...done('Night flow'), data }, 200);
    },
);
