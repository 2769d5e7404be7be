import { createRoute, z } from '@hono/zod-openapi';
import { FETCH_TYPES, countByIndustry } from '../../../industry-counts.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertDate } from '../../schemas/alert.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { flag, oneOf, optional } from '../../../../platform/http/schemas/parameters.ts';

const count = z.number().int();
const query = z.object({
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
    request: { query },
    responses: { 200: ok('Counts', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { endDate = null, ...asked } = c.req.valid('query');
      const counts = await countByIndustry(context, { ...asked, endDate });
      return c.json(
        {
          ...counts,
          excludedIndustries: [...counts.excludedIndustries],
          alertsByIndustry: { ...counts.alertsByIndustry },
        },
        200,
      );
    },
);
