import { createRoute, type z } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import {
  changeHeaders,
  changeQuery,
  tagHeader,
  unitObject,
  unitPatchBody,
  unitPath,
} from '../../../schemas/industry.ts';
import { jsonBody, targetIndustryHeader } from '../../../../../platform/http/schemas/parameters.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, industryOfPath, tagHeaders } from '../terms.ts';
import { readUnit, type UnitForOperators } from '../../../../read-industry.ts';
import { changeUnit, setInUse } from '../../../../change-unit.ts';

export const unitOnTheWire = ({ unit, lastSeen }: UnitForOperators): z.infer<typeof unitObject> => ({
  ...unit,
  params: { ...unit.params },
  lastSeen: lastSeen?.toISOString() ?? null,
});

const PATH = '/api/admin/industry/{industryId}/units/{unitId}';

/** GET /api/admin/industry/{industryId}/units/{unitId}. Spec gap: a retired unit is answered, too. */
export const getUnitOfIndustry = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['industries'],
    summary: 'A unit with its versions',
    request: { params: unitPath, headers: targetIndustryHeader },
    responses: {
      200: { ...ok('The unit', answerWith(unitObject).openapi('UnitAnswerForOperators')), ...tagHeader },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industryId, unitId } = c.req.valid('param');
      const { value, tag } = await readUnit(context, industryOfPath(c, industryId), unitId);
      return c.json({ ...done('Unit'), data: unitOnTheWire(value) }, 200, tagHeaders(tag));
    },
);

/** PATCH /api/admin/industry/{industryId}/units/{unitId}. Spec gap: fields of the unit, by RFC 7396. */
export const patchUnitOfIndustry = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['industries'],
    summary: 'Change a unit',
    description:
      'All mistakes are told at once, and nothing is written then. Closed days from meta.effectiveFrom on are computed anew, earlier ones stay.',
    request: { params: unitPath, query: changeQuery, headers: changeHeaders, body: jsonBody(unitPatchBody) },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const { industryId, unitId } = c.req.valid('param');
      return answerChange(c, c.req.valid('query'), (terms) =>
        changeUnit(context, { industryId: industryOfPath(c, industryId), unitId, ...terms }, c.req.valid('json')),
      );
    },
);

const settingInUse = (
  verb: 'restore' | 'retire',
  isInUse: boolean,
  words: { readonly summary: string; readonly description: string },
) =>
  endpoint(
    createRoute({
      method: 'post',
      path: `${PATH}/${verb}`,
      tags: ['industries'],
      ...words,
      request: { params: unitPath, query: changeQuery, headers: changeHeaders },
      responses: CHANGE_OF_ONE_RESPONSES,
    }),
    ({ context }) =>
      async (c) => {
        const { industryId, unitId } = c.req.valid('param');
        return answerChange(c, c.req.valid('query'), (terms) =>
          setInUse(context, { industryId: industryOfPath(c, industryId), unitId, ...terms }, isInUse),
        );
      },
  );

/** POST /api/admin/industry/{industryId}/units/{unitId}/restore. Spec gap: a unit that is in use is left as it is. */
export const postUnitRestore = settingInUse('restore', true, {
  summary: 'Bring a retired unit back',
  description: 'It is what it was. Its processed days are computed anew.',
});

/**
 * POST /api/admin/industry/{industryId}/units/{unitId}/retire. Spec gap: nothing is deleted, because a unit can be
 * brought back.
 */
export const postUnitRetire = settingInUse('retire', false, {
  summary: 'Take a unit out of use',
  description:
    'Readings, figures and its place in categories stay. New readings are rejected, and formulas count it as 0.',
});
