import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../../platform/http/schemas/envelope.ts';
import {
  categoryBody,
  categoryObject,
  categoryPatchBody,
  categoryPath,
  changeHeaders,
  changeQuery,
  otherCategoryPath,
  tagHeader,
} from '../../../schemas/industry.ts';
import { jsonBody, targetIndustryHeader } from '../../../../../platform/http/schemas/parameters.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, industryOfPath, tagHeaders } from '../terms.ts';
import { changeCategory, createCategory, removeCategory } from '../../../../change-category.ts';
import { readCategory } from '../../../../read-industry.ts';

const PATH = '/api/admin/industry/{industryId}/categories/{generation}/{categoryKey}';

/** GET of a category. Spec gap: generation and key name a category. */
export const getCategoryOfIndustry = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['industries'],
    summary: 'A category',
    request: { params: categoryPath, headers: targetIndustryHeader },
    responses: {
      200: { ...ok('The category', answerWith(categoryObject).openapi('CategoryAnswer')), ...tagHeader },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industryId, ...name } = c.req.valid('param');
      const { value, tag } = await readCategory(context, industryOfPath(c, industryId), name);
      return c.json({ ...done('Category'), data: value }, 200, tagHeaders(tag));
    },
);

/** POST of a category. Spec gap: an existing category is refused, not replaced. */
export const postCategoryOfIndustry = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['industries'],
    summary: 'Create a category',
    description: 'All mistakes are told at once, and nothing is written then.',
    request: { params: otherCategoryPath, query: changeQuery, headers: changeHeaders, body: jsonBody(categoryBody) },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const { industryId, ...name } = c.req.valid('param');
      return answerChange(c, c.req.valid('query'), (terms) =>
        createCategory(context, { industryId: industryOfPath(c, industryId), ...name, ...terms }, c.req.valid('json')),
      );
    },
);

/** PATCH of a category. Spec gap: sub-categories are replaced by a list, or changed one by one by an object. */
export const patchCategoryOfIndustry = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['industries'],
    summary: 'Change a category',
    description:
      'What the category holds counts for all of history where it is added up for an answer. Figures of virtual units that were processed before stay, see docs/how-to/operations.md.',
    request: { params: categoryPath, query: changeQuery, headers: changeHeaders, body: jsonBody(categoryPatchBody) },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const { industryId, ...name } = c.req.valid('param');
      return answerChange(c, c.req.valid('query'), (terms) =>
        changeCategory(context, { industryId: industryOfPath(c, industryId), ...name, ...terms }, c.req.valid('json')),
      );
    },
);

/** DELETE of a category. Spec gap: the units of the category stay. */
export const deleteCategoryOfIndustry = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['industries'],
    summary: 'Remove a category',
    description: 'Its units stay, and so do their figures.',
    request: { params: otherCategoryPath, query: changeQuery, headers: changeHeaders },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    async (c) => {
      const { industryId, ...name } = c.req.valid('param');
      return answerChange(c, c.req.valid('query'), (terms) =>
        removeCategory(context, {
          industryId: industryOfPath(c, industryId),
          ...name,
          ...terms,
        }),
      );
    },
);
