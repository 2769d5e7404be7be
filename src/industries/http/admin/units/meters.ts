import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { entityTag, metersSavingHeaders, versionHeader } from '../../../../platform/http/schemas/entity-tag.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, requiredTargetHeader } from '../../../../platform/http/schemas/parameters.ts';
import { correctMeter } from '../../../meters/meters.ts';
import { answerMeters, answerRegistered, answerWithdrawn, meterTermsOf } from '../../answer-meters.ts';
import {
  METER_REGISTERED_RESPONSES,
  METER_REMOVED_RESPONSES,
  meterAnswer,
  meterBody,
  meterFields,
  meterIdPath,
  meterPatchBody,
  METERS_RESPONSES,
  removedMeterIdPath,
  toMeterChanges,
  unitIdPath,
} from '../../schemas/meter.ts';

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

/** PATCH /api/admin/units/{unitId}/meters/{meterId}. Spec gap: an endpoint for meter swaps. */
export const patchUnitMeter = endpoint(
  createRoute({
    method: 'patch',
    path: `${PATH}/{meterId}`,
    tags: ['operations'],
    summary: 'Correct what is known of a meter',
    description: 'What is named is changed, null takes a value out, the rest stays. Closed days follow.',
    request: {
      headers: requiredTargetHeader.extend(metersSavingHeaders),
      params: meterIdPath,
      body: jsonBody(meterPatchBody),
    },
    responses: {
      200: { ...ok('Corrected', meterAnswer), ...versionHeader },
      ...errors(400, 404, 412, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const result = await correctMeter(context, {
        ...meterTermsOf(c),
        ...c.req.valid('param'),
        changes: toMeterChanges(c.req.valid('json')),
      });
      return c.json({ ...done('Meter corrected'), data: meterFields(result) }, 200, {
        ETag: entityTag(result.meter?.version ?? 1),
      });
    },
);

/** DELETE /api/admin/units/{unitId}/meters/{meterId}. Spec gap: an endpoint for meter swaps. */
export const deleteUnitMeter = endpoint(
  createRoute({
    method: 'delete',
    path: `${PATH}/{meterId}`,
    tags: ['operations'],
    summary: 'Take an installation back',
    description: 'As if it had never been registered. Its readings are of the meter before. Closed days follow.',
    request: { headers: requiredTargetHeader.extend(metersSavingHeaders), params: removedMeterIdPath },
    responses: METER_REMOVED_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerWithdrawn(context, c, c.req.valid('param')),
);
