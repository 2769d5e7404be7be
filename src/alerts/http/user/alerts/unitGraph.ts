import { createRoute, z } from '@hono/zod-openapi';
import { GRAPH_TYPES } from '../../../rules/listed-days.ts';
import { ALERT_TYPES } from '../../../rules/types.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertDate } from '../../schemas/alert.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import {
  commaList,
  commaListOf,
  oneOf,
  optional,
  targetIndustryHeader,
} from '../../../../platform/http/schemas/parameters.ts';
import { readAlertGraph } from '../../../read-alert-graph.ts';

const count = z.number().int();
const lastDate = alertDate('date2');
const query = z
  .object({
    date1: alertDate('date1'),
    date2: optional(z.string()).openapi({
      example: '20/01/2026',
      description: 'DD/MM/YYYY, included; required with type CUSTOM, and read with no other',
    }),
    unitId: commaList(),
    type: oneOf(GRAPH_TYPES, 'DAY').openapi({
      description:
        'DAY: date1; MONTH: its month up to it; YEAR: its year up to it; CUSTOM: date1 to date2, at most 1,100 days',
    }),
    alertType: commaListOf(ALERT_TYPES),
  })
  .superRefine(({ type, date2 }, context) => {
    if (type !== 'CUSTOM' || date2 === undefined) return;
    for (const issue of lastDate.safeParse(date2).error?.issues ?? [])
      if (issue.code === 'custom')
        context.addIssue({ code: 'custom', message: issue.message, params: issue.params, path: ['date2'] });
  });

const answer = answerWith(
  z.object({
    type: z.enum(GRAPH_TYPES),
    startDate: z.string().openapi({ example: '15/01/2026' }),
    endDate: z.string().openapi({ example: '15/01/2026' }),
    labels: z.array(z.string()).openapi({
      description: 'DAY: instants of its hours; MONTH and CUSTOM: days DD/MM/YYYY; YEAR: months MM/YYYY',
    }),
    total: count,
    units: z
      .array(
        z.object({
          unitId: z.string().nullable().openapi({ description: 'null: the whole industry' }),
          unitName: z.string().nullable(),
          total: count,
          byAlertType: z.record(z.string(), count),
          counts: z.array(count.nullable()).openapi({ description: 'One for each label; null: not begun yet' }),
        }),
      )
      .openapi({ description: 'Units with alerts' }),
  }),
).openapi('AlertGraph');

/** GET /api/user/alerts/unitGraph (specification, User: alerts). Spec gap: its shape, which is labels and counts. */
export const getAlertsUnitGraph = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/unitGraph',
    tags: ['alerts'],
    summary: 'Counts of alerts per unit, for charts',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Counts', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date1, date2, unitId: unitIds, type, alertType: alertTypes } = c.req.valid('query');
      const data = await readAlertGraph(context, c.get('caller').industry, {
        date1,
        date2: type === 'CUSTOM' && date2 !== undefined ? lastDate.parse(date2) : null,
        unitIds,
        type,
        alertTypes,
      });
      return c.json({ ...done('Alert counts'), data }, 200);
    },
);
