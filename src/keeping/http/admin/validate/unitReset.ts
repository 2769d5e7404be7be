import { createRoute, z } from '@hono/zod-openapi';
import { isOperator } from '../../../../platform/login/rules/caller.ts';
import { shownActor } from '../../../../platform/http/actor.ts';
import { resetUnits, resetUnitsUnauthenticated } from '../../../triggers/reset-units.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok } from '../../../../platform/http/schemas/envelope.ts';
import { repeated } from '../../../../platform/http/schemas/parameters.ts';
import { hasShownSecret, shownCaller } from '../../../../platform/http/open-endpoint-access.ts';

const answer = z.object({ message: z.literal('Reset signal sent'), status: z.literal('Success') }).openapi('UnitReset');

/** GET /api/admin/validate/unitReset (specification, Admin: operations; Events). Acts although it is a GET. */
export const getUnitReset = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/validate/unitReset',
    tags: ['validation'],
    summary: 'Send a reset message to devices',
    description:
      'The command `{"command":"reset"}` by MQTT. A unitId that several industries use is named `industryId/unitId`. At most 20 units; a unit is reset once a minute and 20 times a day at most. Whoever shows neither the shared secret nor an operator’s token hears the same whether or not there are such units: resets are sent after the answer.',
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
    responses: {
      200: ok('The broker has taken every message, or the caller has not shown who he is', answer),
      ...errors(400, 401, 429, 500, 503),
    },
  }),
  (services) => async (c) => {
    const { unitsList } = c.req.valid('query');
    const caller = await shownCaller(c, services);
    const operator = caller !== null && isOperator(caller) ? caller : null;
    const actor = shownActor(c, operator);
    const { context, channels, limiter } = services;
    const reset = operator !== null || hasShownSecret(services) ? resetUnits : resetUnitsUnauthenticated;
    await reset({ ...context, channels, limiter }, actor, unitsList);
    return c.json({ message: 'Reset signal sent', status: 'Success' } as const, 200);
  },
);
