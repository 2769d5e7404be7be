import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../schemas/deviceData.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { latestObject } from '../../schemas/latest.ts';
import { targetIndustryHeader, text } from '../../../../platform/http/schemas/parameters.ts';
import { readLatestOfUnit } from '../../../latest/latest.ts';

/** GET /api/external/latest/unit (specification, External). */
export const getLatestUnit = endpoint(
  createRoute({
    method: 'get',
    path: '/api/external/latest/unit',
    tags: ['latest'],
    summary: 'The most recent reading of one unit, whatever its date',
    request: {
      query: z.object({
        unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
        divisionFactor: divisionFactor(),
      }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: ok(
        'The reading',
        z.object({ data: latestObject, status: z.literal('Success') }).openapi('LatestReadingOfUnit'),
      ),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const asked = c.req.valid('query');
      return c.json(
        {
          data: await readLatestOfUnit(context, c.get('caller').industry, asked.unitId, asked.divisionFactor),
          status: 'Success' as const,
        },
        200,
      );
    },
);
