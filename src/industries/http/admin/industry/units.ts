import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { changeHeaders, changeQuery, industryPath, unitBody, unitObject } from '../../schemas/industry.ts';
import {
  jsonBody,
  oneOf,
  optionalText,
  page,
  targetIndustryHeader,
} from '../../../../platform/http/schemas/parameters.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, industryOfPath } from './terms.ts';
import { unitOnTheWire } from './units/byId.ts';
import { createUnit } from '../../../change-unit.ts';
import { listUnits } from '../../../read-industry.ts';

const PATH = '/api/admin/industry/{industryId}/units';

const query = z.object({
  status: oneOf(['active', 'retired', 'all'], 'active').openapi({ description: 'In use, out of use, or both' }),
  standardCategoryId: optionalText(64).openapi({ description: 'Of the newest version' }),
  search: optionalText(100).openapi({ description: 'Part of id or name, in whatever letters' }),
  ...page(500, 1000),
});
const list = answerWith(z.object({ units: z.array(unitObject), total: z.number().int() })).openapi(
  'UnitListForOperators',
);

/** GET /api/admin/industry/{industryId}/units. Spec gap: each unit has all its versions with their dates. */
export const getUnitsOfIndustry = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['industries'],
    summary: 'Units of an industry with their versions',
    description: 'In the order of the bundle.',
    request: { params: industryPath, query, headers: targetIndustryHeader },
    responses: { 200: ok('A page', list), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { status, standardCategoryId, search, limit, offset } = c.req.valid('query');
      const found = await listUnits(context, industryOfPath(c, c.req.valid('param').industryId), {
        status,
        standardCategoryId: standardCategoryId ?? null,
        search: search ?? null,
      });
      const units = found.slice(offset, offset + limit).map(unitOnTheWire);
      return c.json({ ...done('Units'), data: { units, total: found.length } }, 200);
    },
);

/** POST /api/admin/industry/{industryId}/units. Spec gap: the body is a unit in the form of a bundle. */
export const postUnitsOfIndustry = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['industries'],
    summary: 'Create a unit',
    description: 'All mistakes are told at once, and nothing is written then.',
    request: { params: industryPath, query: changeQuery, headers: changeHeaders, body: jsonBody(unitBody) },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const industryId = industryOfPath(c, c.req.valid('param').industryId);
      return answerChange(c, c.req.valid('query'), (terms) =>
        createUnit(context, { industryId, ...terms }, c.req.valid('json')),
      );
    },
);
