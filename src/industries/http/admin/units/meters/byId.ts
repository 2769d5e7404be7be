import { entityTag, metersSavingHeaders, versionHeader } from '../../../../../platform/http/schemas/entity-tag.ts';
import { createRoute } from '@hono/zod-openapi';
import { answerWithdrawn, meterTermsOf } from '../../../answer-meters.ts';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import {
  METER_REMOVED_RESPONSES,
  meterAnswer,
  meterFields,
  meterIdPath,
  meterPatchBody,
  removedMeterIdPath,
  toMeterChanges,
} from '../../../schemas/meter.ts';
import { jsonBody, requiredTargetHeader } from '../../../../../platform/http/schemas/parameters.ts';
import { correctMeter } from '../../../../meters/meters.ts';

const PATH = '/api/admin/units/{unitId}/meters/{meterId}';

/** PATCH /api/admin/units/{unitId}/meters/{meterId}. Spec gap: an endpoint for meter swaps. */
export const patchUnitMeter = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
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
    path: PATH,
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
