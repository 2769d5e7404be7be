import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../schemas/deviceData.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { latestObject } from '../../schemas/latest.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { readLatestOfAll } from '../../../latest/latest.ts';

/** GET /api/external/latest/all (specification, External). */
export const getLatestAll = endpoint(
  createRoute({
    method: 'get',
    path: '/api/external/latest/all',
    tags: ['latest'],
    summary: 'The most recent reading of every unit that ever transmitted',
    request: { query: z.object({ divisionFactor: divisionFactor() }), headers: targetIndustryHeader },
    responses: {
      200: ok(
        'The readings',
        z.object({ data: z.array(latestObject), status: z.literal('Success') }).openapi('LatestReadings'),
      ),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) =>
      c.json(
        {
          data: await readLatestOfAll(context, c.get('caller').industry, c.req.valid('query').divisionFactor),
          status: 'Success' as const,
        },
        200,
      ),
);
