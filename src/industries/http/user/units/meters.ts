import { createRoute } from '@hono/zod-openapi';
import { answerMeters, answerRegistered, answerWithdrawn } from '../../answer-meters.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { metersSavingHeaders } from '../../../../platform/http/schemas/entity-tag.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import {
  METER_REGISTERED_RESPONSES,
  METER_REMOVED_RESPONSES,
  meterBody,
  METERS_RESPONSES,
  ownMeterIdPath,
  unitIdPath,
} from '../../schemas/meter.ts';

const PATH = '/api/user/units/{unitId}/meters';

/** GET /api/user/units/{unitId}/meters. Spec gap: meters are exchanged by the industry's own people, too. */
export const getUserUnitMeters = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['units'],
    summary: 'Meters of a unit of your industry, in the order of their installation',
    description: 'The first one is there, too. Registers are raw: milli-units, flowFactor not applied.',
    request: { headers: targetIndustryHeader, params: unitIdPath },
    responses: METERS_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerMeters(context, c, c.req.valid('param').unitId),
);

/** POST /api/user/units/{unitId}/meters. Spec gap: as the list of meters. */
export const postUserUnitMeter = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['units'],
    summary: 'Register that another meter was installed',
    description:
      'The hour counts the old meter up to its last register and the new one from its first. It may be registered at any later time; closed days follow. `If-Match` takes the version of the list. All mistakes are told at once, and nothing is written then.',
    request: {
      headers: targetIndustryHeader.extend(metersSavingHeaders),
      params: unitIdPath.extend({ unitId: unitIdPath.shape.unitId.openapi({ example: 'CB_BORE_1' }) }),
      body: jsonBody(meterBody),
    },
    responses: METER_REGISTERED_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerRegistered(context, c, { ...c.req.valid('param'), meter: c.req.valid('json') }),
);

/** DELETE /api/user/units/{unitId}/meters/{meterId}. Spec gap: as the list of meters. */
export const deleteUserUnitMeter = endpoint(
  createRoute({
    method: 'delete',
    path: `${PATH}/{meterId}`,
    tags: ['units'],
    summary: 'Take an installation back',
    description: 'As if it had never been registered. Its readings are of the meter before. Closed days follow.',
    request: { headers: targetIndustryHeader.extend(metersSavingHeaders), params: ownMeterIdPath },
    responses: METER_REMOVED_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerWithdrawn(context, c, c.req.valid('param')),
);
