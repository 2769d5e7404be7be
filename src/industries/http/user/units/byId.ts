import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { ownIndustryOf } from '../../../../platform/http/target.ts';
import { changeUnit, createUnit, setInUse } from '../../../change-unit.ts';
import { readUnit } from '../../../read-industry.ts';
import { unitOnTheWire } from '../../admin/industry/units/byId.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, tagHeaders } from '../../admin/industry/terms.ts';
import {
  changeHeaders,
  changeQuery,
  tagHeader,
  unitBody,
  unitObject,
  unitPatchBody,
  unitPath,
} from '../../schemas/industry.ts';

const PATH = '/api/user/units/{unitId}';
const ownUnitPath = unitPath.omit({ industryId: true });

/** GET /api/user/units/{unitId}. Spec gap: the units of an industry are kept by its own people, too. */
export const getUserUnit = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['units'],
    summary: 'A unit of your industry with its versions',
    description: 'A retired unit is answered, too.',
    request: {
      params: ownUnitPath.extend({ unitId: ownUnitPath.shape.unitId.openapi({ example: 'M2' }) }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: { ...ok('The unit', answerWith(unitObject).openapi('UnitWithVersionsAnswer')), ...tagHeader },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { value, tag } = await readUnit(context, ownIndustryOf(c), c.req.valid('param').unitId);
      return c.json({ ...done('Unit'), data: unitOnTheWire(value) }, 200, tagHeaders(tag));
    },
);

/** POST /api/user/units. Spec gap: as the unit that is read. */
export const postUserUnit = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/units',
    tags: ['units'],
    summary: 'Add a unit to your industry',
    description: 'All mistakes are told at once, and nothing is written then.',
    request: { query: changeQuery, headers: changeHeaders, body: jsonBody(unitBody) },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerChange(c, c.req.valid('query'), (terms) =>
        createUnit(context, { industryId: ownIndustryOf(c), ...terms }, c.req.valid('json')),
      ),
);

/** PATCH /api/user/units/{unitId}. Spec gap: as the unit that is read. */
export const patchUserUnit = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['units'],
    summary: 'Change a unit of your industry',
    description:
      'All mistakes are told at once, and nothing is written then. Closed days from meta.effectiveFrom on are computed anew, earlier ones stay.',
    request: {
      params: ownUnitPath,
      query: changeQuery,
      headers: changeHeaders,
      body: {
        required: true,
        content: { 'application/json': { schema: unitPatchBody, example: { displayName: 'Kitchen and canteen' } } },
      },
    },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerChange(c, c.req.valid('query'), (terms) =>
        changeUnit(context, { industryId: ownIndustryOf(c), ...c.req.valid('param'), ...terms }, c.req.valid('json')),
      ),
);

const usePosted = (verb: 'retire' | 'restore', summary: string, description: string) =>
  endpoint(
    createRoute({
      method: 'post',
      path: `${PATH}/${verb}`,
      tags: ['units'],
      summary,
      description,
      request: { params: ownUnitPath, query: changeQuery, headers: changeHeaders },
      responses: CHANGE_OF_ONE_RESPONSES,
    }),
    ({ context }) =>
      (c) =>
        answerChange(c, c.req.valid('query'), (terms) =>
          setInUse(context, { industryId: ownIndustryOf(c), ...c.req.valid('param'), ...terms }, verb === 'restore'),
        ),
  );

/** POST /api/user/units/{unitId}/retire. Spec gap: not stated; the answer is that of GET of the unit. */
export const postUserUnitRetire = usePosted(
  'retire',
  'Take a unit of your industry out of use',
  'Readings, figures and its place in categories stay. New readings are rejected, and formulas count it as 0.',
);

/** POST /api/user/units/{unitId}/restore. Spec gap: as the unit that is read. */
export const postUserUnitRestore = usePosted(
  'restore',
  'Bring a retired unit of your industry back',
  'It is what it was. Its processed days are computed anew.',
);
