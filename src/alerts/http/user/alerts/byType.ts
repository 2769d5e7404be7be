import { createRoute, z } from '@hono/zod-openapi';
import { ALERT_CATEGORIES, type AlertCategory } from '../../../rules/listing.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertDate, alertObjects, alertOf, alertPage } from '../../schemas/alert.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import {
  commaList,
  optional,
  requireOrder,
  targetIndustryHeader,
} from '../../../../platform/http/schemas/parameters.ts';
import { listByCategory } from '../../../listings.ts';

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
      const found = await listByCategory(
        context,
        c.get('caller').industry,
        { days: { from: startDate, to: endDate ?? startDate }, categories: asked, unitIds },
        page,
      );
      return c.json(Object.fromEntries([...found].map(([category, alerts]) => [category, alerts.map(alertOf)])), 200);
    },
);
