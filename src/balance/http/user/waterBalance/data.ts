import { createRoute, z } from '@hono/zod-openapi';
import { DIAGRAM_TYPES } from '../../../rules/window.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../../../figures/http/schemas/deviceData.ts';
import { done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, oneOf, optionalDate, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { diagramAnswer } from '../../schemas/waterBalanceDiagram.ts';
import { readDiagram } from '../../../read-diagram.ts';

const query = z.object({
  date1: date(),
  date2: optionalDate().openapi({
    description: 'DD/MM/YYYY; last day with type=DATE, date1 when absent. With type=HOUR it is not used',
  }),
  divisionFactor: divisionFactor(),
  type: oneOf(DIAGRAM_TYPES, 'HOUR').openapi({
    description:
      'HOUR: the hours of date1; DATE: the days from date1 to date2, tanks at the end of their month, in the running month as they stand now',
  }),
});

/** GET /api/user/waterBalance/data (specification, User: water balance). */
export const getWaterBalanceData = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/waterBalance/data',
    tags: ['water balance'],
    summary: 'The saved graph with its values',
    description: 'Figures are those of deviceDataV2. Without a saved graph nodes, edges and pages are empty.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: ok('The diagram', succeeded.extend(diagramAnswer).openapi('WaterBalanceData')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { date2, ...asked } = c.req.valid('query');
      const { answer } = await readDiagram(context, c.get('caller').industry, { ...asked, date2: date2 ?? null });
      return c.json({ ...done('Water balance'), ...answer }, 200);
    },
);
