import { createRoute, z } from '@hono/zod-openapi';
import { divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { requireUnit } from '../../../kernel/industry/industry.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { optionalText, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { readTanks } from '../../insights/read-tanks.ts';
import { tankObject } from '../schemas/tanks.ts';

const query = z.object({
  unitId: optionalText(200).openapi({ description: 'This tank alone; absent: every tank in use' }),
  divisionFactor: divisionFactor(),
});

/** GET /api/user/tanks. Spec gap: people ask of a tank when it will be empty or full. */
export const getTanks = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/tanks',
    tags: ['insights'],
    summary: 'Tanks as they stand, and when they will be low, empty or full',
    description:
      'At the rate of the last three hours, or of twelve update intervals where these are longer. A refill, a reset, a silence of the tank or another capacity ends the span. The rate is the slope of Theil and Sen, its band 95 %.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: ok('Tanks', answerWith(z.object({ tanks: z.array(tankObject).readonly() })).openapi('TanksAnswer')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, divisionFactor: factor } = c.req.valid('query');
      const { industry } = c.get('caller');
      const unitIds = unitId === null || unitId === undefined ? null : [requireUnit(industry, unitId).current.unitId];
      const tanks = await readTanks(context, industry, { unitIds, divisionFactor: factor });
      return c.json({ ...done('Tanks'), data: { tanks } }, 200);
    },
);
