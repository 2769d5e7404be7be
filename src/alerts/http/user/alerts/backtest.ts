import { createRoute, z } from '@hono/zod-openapi';
import { ALERT_TYPES } from '../../../rules/types.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertRuleBody } from '../../schemas/alertRule.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { runBacktest } from '../../../run-backtest.ts';

const body = z
  .object({
    ruleId: z.string().optional().openapi({ description: 'A rule that is defined; or `rule`' }),
    rule: alertRuleBody.optional(),
    from: date().openapi({ description: 'DD/MM/YYYY, first business day' }),
    to: date().openapi({ description: 'DD/MM/YYYY, last business day, included; 400 days at most' }),
    suggest: z.boolean().default(false).openapi({
      description: 'Propose a threshold outside the usual that would have fired about once a week at most',
    }),
    series: z.boolean().default(false).openapi({
      description:
        'Tell what the rule looked at, too, of the four units that fired most often, thin enough to be drawn',
    }),
  })
  .openapi('BacktestBody', {
    example: {
      rule: {
        title: 'Main inlet takes too much',
        severity: 'high',
        alertType: 'unit_threshold',
        settings: { limit: 1 },
        scope: { kind: 'unit', ids: ['CB_BORE_1'] },
      },
      from: '15/01/2026',
      to: '15/01/2026',
      suggest: true,
    },
  });

const number = z.number().nullable();
const settings = z.record(z.string(), z.unknown()).openapi({ description: 'In shown units' });
const instant = z.string().openapi({ format: 'date-time' });
const found = z.object({
  alertType: z.enum(ALERT_TYPES),
  settings,
  holdMinutes: z.number(),
  recoverMinutes: z.number(),
  from: z.string(),
  to: z.string(),
  units: z.number().int().nullable().openapi({
    description: 'How many units were in use on these days and were looked at; null: the industry as a whole was',
  }),
  begins: instant.openapi({ description: 'First instant of the range' }),
  ends: instant.openapi({ description: 'End of the range, or the present' }),
  count: z.number().int().openapi({ description: 'How often it would have fired, with what was going on before' }),
  countBegunBefore: z.number().int().openapi({ description: 'How many of these were going on when the range began' }),
  perWeek: number.openapi({ description: 'null: nothing of the range has begun' }),
  totalDurationMinutes: z.number(),
  incidentsLeftOut: z.number().int().openapi({ description: 'Only the newest 1,000 are listed' }),
  incidents: z.array(
    z.object({
      unitId: z.string().nullable().openapi({ description: 'null: the whole industry' }),
      unitName: z.string().nullable(),
      from: instant.openapi({ description: 'When it would have fired' }),
      to: instant.nullable().openapi({ description: 'When it would have recovered; null: open at the end' }),
      since: instant.openapi({
        description:
          'First look that was beyond the threshold; of a unit that has never sent, the beginning of what is looked at',
      }),
      begunBefore: z.boolean().openapi({ description: 'It had fired before the range began, and was going on then' }),
      durationMinutes: z.number().openapi({ description: 'Within the range' }),
      windowStart: instant.nullable(),
      value: number,
      limit: number,
      peak: number,
      excess: number.openapi({ description: "What passed too much, in the unit's own siUnit; in KL of an industry" }),
      siUnit: z.string().openapi({ description: 'Of value, limit and peak' }),
    }),
  ),
  threshold: z
    .object({
      parameter: z.string().openapi({ description: 'The one setting that says how often it fires' }),
      fires: z.enum(['above', 'below']),
    })
    .nullable()
    .openapi({ description: 'null: the rule has two bounds, or none' }),
  series: z
    .array(
      z.object({
        unitId: z.string().nullable().openapi({ description: 'null: the whole industry' }),
        unitName: z.string().nullable(),
        siUnit: z.string().openapi({ description: 'Of its figures and of the threshold' }),
        form: z.enum(['bars', 'line']).openapi({ description: 'bars: amounts of hours, days or months' }),
        limit: number.openapi({ description: 'What was compared with last' }),
        points: z.array(
          z.object({
            from: instant,
            to: instant,
            lowest: number.openapi({ description: 'null: not known' }),
            highest: number,
            falling: z.boolean().openapi({ description: 'The highest came before the lowest' }),
            afterGap: z.boolean().openapi({ description: 'Something before it was not measured' }),
          }),
        ),
      }),
    )
    .nullable()
    .openapi({ description: 'null: not asked for' }),
  suggestion: z
    .object({
      parameter: z.string(),
      value: number.openapi({ description: 'null: no threshold would fire so often' }),
      settings,
      count: z.number().int().nullable().openapi({ description: 'How often the rule would have fired with it' }),
      perWeek: number,
    })
    .nullable(),
});
export type Backtested = z.infer<typeof found>;
const answer = answerWith(found).openapi('Backtest');

/** POST /api/user/alerts/backtest. Spec gap: the specification has no back-test of rules. */
export const postAlertsBacktest = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/alerts/backtest',
    tags: ['alerts'],
    summary: 'What a rule would have found',
    description:
      'Replays a rule over stored history by the machine that watches. Nothing is stored and nobody is told. Give `ruleId` or `rule`.',
    request: { headers: targetIndustryHeader, body: jsonBody(body) },
    responses: { 200: ok('What it would have found', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await runBacktest(context, c.get('caller').industry, c.req.valid('json'));
      return c.json({ ...done('Back-test'), data }, 200);
    },
);
