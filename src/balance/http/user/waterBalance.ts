import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { waterBalanceAnswer } from '../schemas/waterBalance.ts';
import { readBalance } from '../../read-balance.ts';

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
