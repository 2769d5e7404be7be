import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import {
  bundleAnswer,
  changeHeaders,
  changeQuery,
  industryPatchBody,
  industryPath,
  tagHeader,
} from '../../schemas/industry.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, industryOfPath, tagHeaders } from './terms.ts';
import { changeIndustry, setActive } from '../../../change-industry.ts';
import { readIndustry } from '../../../read-industry.ts';

const PATH = '/api/admin/industry/{industryId}';

/** GET /api/admin/industry/{industryId}. Spec gap: the answer is the bundle itself, so that it can be posted back. */
export const getIndustryById = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['industries'],
    summary: 'The bundle by which an industry would be provisioned',
    description: 'Without passwords and retired units. Posted back to POST /api/admin/industry it changes nothing.',
    request: { params: industryPath, headers: targetIndustryHeader },
    responses: { 200: { ...ok('The bundle', bundleAnswer), ...tagHeader }, ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { value, tag } = await readIndustry(context, industryOfPath(c, c.req.valid('param').industryId));
      return c.json(value, 200, tagHeaders(tag));
    },
);

/** PATCH /api/admin/industry/{industryId}. Spec gap: fields of the industry, by RFC 7396. */
export const patchIndustryById = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['industries'],
    summary: 'Change fields of an industry',
    description:
      'All mistakes are told at once, and nothing is written then. A changed clock counts from the next business day that has not begun, or from meta.clockEffectiveFrom.',
    request: { params: industryPath, query: changeQuery, headers: changeHeaders, body: jsonBody(industryPatchBody) },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const industryId = industryOfPath(c, c.req.valid('param').industryId);
      return answerChange(c, c.req.valid('query'), (terms) =>
        changeIndustry(context, { industryId, ...terms }, c.req.valid('json')),
      );
    },
);

const settingActive = (
  verb: 'reactivate' | 'deactivate',
  isActive: boolean,
  words: { readonly summary: string; readonly description: string },
) =>
  endpoint(
    createRoute({
      method: 'post',
      path: `${PATH}/${verb}`,
      tags: ['industries'],
      ...words,
      request: { params: industryPath, query: changeQuery, headers: changeHeaders },
      responses: CHANGE_OF_ONE_RESPONSES,
    }),
    ({ context }) =>
      async (c) => {
        const { industryId } = c.req.valid('param');
        return answerChange(c, c.req.valid('query'), (terms) =>
          setActive(context, { industryId: industryOfPath(c, industryId), ...terms }, isActive),
        );
      },
  );

/** POST /api/admin/industry/{industryId}/reactivate. Spec gap: an active industry is left as it is. */
export const postIndustryReactivate = settingActive('reactivate', true, {
  summary: 'Make an inactive industry active again',
  description: 'The next daily run makes up for up to 31 days.',
});

/**
 * POST /api/admin/industry/{industryId}/deactivate. Spec gap: what an inactive industry does is in
 * docs/how-to/operations.md.
 */
export const postIndustryDeactivate = settingActive('deactivate', false, {
  summary: 'Deactivate an industry',
  description: 'Its data stay, its readings are taken and its users may read. Runs, reports and alerts pass it by.',
});
