import { createRoute, z } from '@hono/zod-openapi';
import { OPERATOR_INDUSTRY_ID } from '../../../domain/access/caller.ts';
import { endpoint } from '../../endpoint.ts';
import { errors, ok } from '../../schemas/envelope.ts';
import { repeated } from '../../schemas/parameters.ts';

const answer = z.object({ message: z.literal('Reset signal sent'), status: z.literal('Success') }).openapi('UnitReset');

/** Spec gap: who is noted where nobody has to show a token. */
const NOBODY = 'no token';

/** GET /api/admin/validate/unitReset (specification, Admin: operations; Events). Acts although it is a GET. */
export const getUnitReset = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/validate/unitReset',
    tags: ['validation'],
    summary: 'Send a reset message to devices',
    description:
      'The command `{"command":"reset"}` by MQTT. A unitId that several industries use is named `industryId/unitId`. At most 20 units; a unit is reset once a minute and 20 times a day at most.',
    request: {
      query: z.object({
        unitsList: repeated('required').openapi({
          type: 'array',
          items: { type: 'string' },
          description: 'Repeated: unitId or industryId/unitId',
          example: ['WORKS/M2'],
        }),
      }),
    },
    responses: { 200: ok('The broker has taken every message', answer), ...errors(400, 401, 429, 500, 503) },
  }),
  ({ triggers }) =>
    async (c) => {
      const actor = { userId: NOBODY, industryId: OPERATOR_INDUSTRY_ID, address: c.get('client').network };
      await triggers.resetUnits(actor, c.req.valid('query').unitsList);
      return c.json({ message: 'Reset signal sent', status: 'Success' } as const, 200);
    },
);
