import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertDate, alertFilter, alertPage, daysData, daysDataOf, typeFilterOf } from '../../schemas/alert.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { requireOrder, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { listDays } from '../../../listings.ts';

const query = z
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
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Alerts', answerWith(daysData)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate, endDate, unitId = null, limit, offset, ...types } = c.req.valid('query');
      const found = await listDays(
        context,
        c.get('caller').industry,
        { days: { from: startDate, to: endDate }, types: typeFilterOf(types), unitId, status: null, severity: null },
        { limit, offset },
      );
      return c.json({ ...done('Alerts'), data: daysDataOf(found) }, 200);
    },
);
