import { metersSavingHeaders } from '../../../../platform/http/schemas/entity-tag.ts';
import { createRoute } from '@hono/zod-openapi';
import { answerMeters, answerRegistered } from '../../answer-meters.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { METER_REGISTERED_RESPONSES, meterBody, METERS_RESPONSES, unitIdPath } from '../../schemas/meter.ts';
import { jsonBody, requiredTargetHeader } from '../../../../platform/http/schemas/parameters.ts';

const PATH = '/api/admin/units/{unitId}/meters';

/**
 * GET /api/admin/units/{unitId}/meters. Spec gap: the specification has no endpoint for meter swaps. A unit is a place
 * where meters are installed one after another.
 */
export const getUnitMeters = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['operations'],
    summary: 'Meters of a unit, in the order of their installation',
    description: 'The first one is there, too. Registers are raw: milli-units, flowFactor not applied.',
    request: { headers: requiredTargetHeader, params: unitIdPath },
    responses: METERS_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerMeters(context, c, c.req.valid('param').unitId),
);

/** POST /api/admin/units/{unitId}/meters. Spec gap: an endpoint for meter swaps. */
export const postUnitMeter = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['operations'],
    summary: 'Register that another meter was installed',
    description:
      'From the instant on the unit is measured by another meter, whatever its register shows: the hour counts the old meter up to its last register and the new one from its first. Readings stay as they were sent. It may be registered at any later time; closed days follow. `If-Match` takes the version of the list. All mistakes are told at once, and nothing is written then.',
    request: {
      headers: requiredTargetHeader.extend(metersSavingHeaders),
      params: unitIdPath,
      body: jsonBody(meterBody),
    },
    responses: METER_REGISTERED_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerRegistered(context, c, { ...c.req.valid('param'), meter: c.req.valid('json') }),
);
