import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { largeAnswer } from '../../../platform/http/large-answer.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS, succeeded } from '../../../platform/http/schemas/envelope.ts';
import { date, targetIndustryHeader, oneOf, optionalDate } from '../../../platform/http/schemas/parameters.ts';
import { waterBalanceAnswer } from '../schemas/waterBalance.ts';
import { readBalance } from '../../read-balance.ts';
import { DIAGRAM_TYPES } from '../../rules/window.ts';
import { diagramAnswer } from '../schemas/waterBalanceDiagram.ts';
import { readDiagram } from '../../read-diagram.ts';

const dataQuery = z.object({
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
    request: { query: dataQuery, headers: targetIndustryHeader },
    responses: {
      200: ok('The diagram', succeeded.extend(diagramAnswer).openapi('WaterBalanceData')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { date2, ...asked } = c.req.valid('query');
      const { answer } = await readDiagram(context, c.get('caller').industry, { ...asked, date2: date2 ?? null });
      return largeAnswer(c, { ...done('Water balance'), ...answer });
    },
);

const query = z.object({
  startDate: date().openapi({ description: 'DD/MM/YYYY, first business day' }),
  endDate: date().openapi({ description: 'DD/MM/YYYY, last business day, included; at most 1,100 days' }),
  divisionFactor: divisionFactor(),
});

/** GET /api/user/waterBalance (specification, User: water balance, the generic form). */
export const getWaterBalance = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/waterBalance',
    tags: ['water balance'],
    summary: 'What came in, what went out, and how sure that is',
    description:
      'Inflow is ID_SOURCE, outflow ID_CONSUMPTION, each as deviceDataV2 shows it. Every figure has its completeness and a 95 % error bar by the GUM (JCGM 100:2008), '
      + 'from the accuracy of the meters (meta.accuracyPercent, else ISO 4064-1:2014 class 2), what was estimated and what is missing.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('The balance', answerWith(waterBalanceAnswer)), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await readBalance(context, c.get('caller').industry, c.req.valid('query'));
      return c.json({ ...done('Water balance'), data }, 200);
    },
);
