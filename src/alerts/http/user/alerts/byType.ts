import { createRoute, z } from '@hono/zod-openapi';
import { ALERT_CATEGORIES, type AlertCategory } from '../../../rules/listing.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import {
  alertDate,
  alertObjects,
  alertOf,
  alertPage,
  alertFilter,
  daysData,
  daysDataOf,
  typeFilterOf,
} from '../../schemas/alert.ts';
import { errors, ok, TOKEN_ERRORS, answerWith, done } from '../../../../platform/http/schemas/envelope.ts';
import {
  commaList,
  optional,
  requireOrder,
  targetIndustryHeader,
  flag,
  oneOf,
} from '../../../../platform/http/schemas/parameters.ts';
import { listAlertsByCategory, listAlertsByDay, FETCH_TYPES, countByIndustry } from '../../../list-alerts.ts';

const dateRangeQuery = z
  .object({
    startDate: alertDate('startDate'),
    endDate: alertDate('endDate').openapi({ description: 'DD/MM/YYYY; its day is included' }),
    ...alertFilter,
    ...alertPage,
  })
  .superRefine(requireOrder);

/** GET /api/user/alerts/dateRange (specification, User: alerts). */
export const getAlertsDateRange = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/dateRange',
    tags: ['alerts'],
    summary: 'Alerts of business days',
    request: { query: dateRangeQuery, headers: targetIndustryHeader },
    responses: { 200: ok('Alerts', answerWith(daysData)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate, endDate, unitId = null, limit, offset, ...types } = c.req.valid('query');
      const found = await listAlertsByDay(
        context,
        c.get('caller').industry,
        {
          days: { from: startDate, to: endDate },
          types: typeFilterOf(types),
          unitId,
          status: null,
          severity: null,
          assigneeIds: null,
        },
        { limit, offset },
      );
      return c.json({ ...done('Alerts'), data: daysDataOf(found) }, 200);
    },
);

const count = z.number().int();
const allIndustriesQuery = z.object({
  startDate: alertDate('startDate'),
  endDate: optional(alertDate('endDate')).openapi({ description: 'DD/MM/YYYY, included; required with dateRange' }),
  type: oneOf(FETCH_TYPES, 'monthly').openapi({
    description: 'monthly: from the first of the month to startDate; daily: startDate alone',
  }),
  adminAlerts: flag(false).openapi({ description: 'Only types behind which a device may stand that does not work' }),
});

const answer = z
  .object({
    totalAlerts: count,
    totalIndustries: count,
    startDate: z.string().openapi({ example: '01/01/2026' }),
    endDate: z.string().openapi({ example: '15/01/2026' }),
    fetchType: z.enum(FETCH_TYPES),
    excludedIndustries: z.array(z.string()).openapi({ description: 'Test industries' }),
    adminAlertsOnly: z.boolean(),
    alertsByIndustry: z.record(z.string(), z.object({ industryName: z.string(), count })),
  })
  .openapi('AlertsOfIndustries');

/** GET /api/user/alerts/allIndustries (specification, User: alerts). */
export const getAlertsAllIndustries = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/allIndustries',
    tags: ['alerts'],
    summary: 'Counts of alerts per industry, each on its own business days',
    request: { query: allIndustriesQuery },
    responses: { 200: ok('Counts', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { endDate = null, ...asked } = c.req.valid('query');
      return c.json(await countByIndustry(context, { ...asked, endDate }), 200);
    },
);

const isCategory = (name: string): name is AlertCategory => ALERT_CATEGORIES.some((category) => category === name);

/** A comma list of categories, in the words that the specification has for others. */
const categories = z
  .string()
  .min(1)
  .openapi({
    description: `Comma-separated, of ${ALERT_CATEGORIES.join(', ')}`,
    example: 'consumption,flow',
  })
  .transform((value, context): readonly AlertCategory[] => {
    const named = [...new Set(value.split(',').map((name) => name.trim()))].filter((name) => name !== '');
    const unknown = named.filter((name) => !isCategory(name));
    if (unknown.length === 0 && named.length > 0) return named.filter(isCategory);
    context.addIssue({
      code: 'custom',
      message: `Invalid categories: ${shortened(unknown.join(', ') || value)}. Allowed values: ${ALERT_CATEGORIES.join(', ')}`,
      params: { exact: true },
    });
    return z.NEVER;
  });

const MAX_SHOWN_CHARACTERS = 80;
const shortened = (text: string): string =>
  text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}..` : text;

const query = z
  .object({
    startDate: alertDate('startDate'),
    endDate: optional(alertDate('endDate')).openapi({ description: 'DD/MM/YYYY, included; absent: startDate' }),
    categories,
    unit_ids: commaList(),
    ...alertPage,
  })
  .superRefine(requireOrder);

/** GET /api/user/alerts/byType (specification, User: alerts). */
export const getAlertsByType = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/byType',
    tags: ['alerts'],
    summary: 'Alerts of business days by what they are about',
    description: 'limit and offset count in each category.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: ok('Alerts of each category asked for', z.record(z.string(), alertObjects).openapi('AlertsByCategory')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate, endDate, categories: asked, unit_ids: unitIds, ...page } = c.req.valid('query');
      const found = await listAlertsByCategory(
        context,
        c.get('caller').industry,
        { days: { from: startDate, to: endDate ?? startDate }, categories: asked, unitIds },
        page,
      );
      return c.json(Object.fromEntries([...found].map(([category, alerts]) => [category, alerts.map(alertOf)])), 200);
    },
);
