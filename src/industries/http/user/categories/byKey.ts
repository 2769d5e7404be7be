import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { ownIndustryOf } from '../../../../platform/http/target.ts';
import { changeCategory, createCategory, removeCategory } from '../../../change-category.ts';
import { readCategory } from '../../../read-industry.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, tagHeaders } from '../../admin/industry/terms.ts';
import {
  categoryBody,
  categoryObject,
  categoryPatchBody,
  categoryPath,
  changeHeaders,
  changeQuery,
  tagHeader,
} from '../../schemas/industry.ts';

const PATH = '/api/user/categories/{generation}/{categoryKey}';
const ownCategoryPath = categoryPath.omit({ industryId: true });
/** Path of the category that the documented examples create, change and remove. */
const madeCategoryPath = ownCategoryPath.extend({
  categoryKey: ownCategoryPath.shape.categoryKey.openapi({ example: 'ID_GARDEN' }),
});

/** GET of a category. Spec gap: the categories of an industry are kept by its own people, too. */
export const getUserCategory = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['units'],
    summary: 'A category of your industry',
    request: { params: ownCategoryPath, headers: targetIndustryHeader },
    responses: {
      200: { ...ok('The category', answerWith(categoryObject).openapi('OwnCategoryAnswer')), ...tagHeader },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { value, tag } = await readCategory(context, ownIndustryOf(c), c.req.valid('param'));
      return c.json({ ...done('Category'), data: value }, 200, tagHeaders(tag));
    },
);

/** POST of a category. Spec gap: as the category that is read. */
export const postUserCategory = endpoint(
  createRoute({
    method: 'post',
    path: PATH,
    tags: ['units'],
    summary: 'Add a category to your industry',
    description: 'All mistakes are told at once, and nothing is written then.',
    request: {
      params: madeCategoryPath,
      query: changeQuery,
      headers: changeHeaders,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: categoryBody,
            example: {
              standardCategoryId: 'FLOW_CATEGORY',
              subCategories: [{ id: 'LAWNS', displayName: 'Lawns', units: ['M2'] }],
            },
          },
        },
      },
    },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerChange(c, c.req.valid('query'), (terms) =>
        createCategory(
          context,
          { industryId: ownIndustryOf(c), ...c.req.valid('param'), ...terms },
          c.req.valid('json'),
        ),
      ),
);

/** PATCH of a category. Spec gap: as the category that is read. */
export const patchUserCategory = endpoint(
  createRoute({
    method: 'patch',
    path: PATH,
    tags: ['units'],
    summary: 'Change a category of your industry',
    description:
      'Of subCategories a list replaces all, an object changes those that it names by id, and null removes one.',
    request: {
      params: madeCategoryPath,
      query: changeQuery,
      headers: changeHeaders,
      body: {
        required: true,
        content: {
          'application/json': {
            schema: categoryPatchBody,
            example: { subCategories: { LAWNS: { displayName: 'Lawns and trees' } } },
          },
        },
      },
    },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerChange(c, c.req.valid('query'), (terms) =>
        changeCategory(
          context,
          { industryId: ownIndustryOf(c), ...c.req.valid('param'), ...terms },
          c.req.valid('json'),
        ),
      ),
);

/** DELETE of a category. Spec gap: no such endpoint is stated; its answer is that of GET of the category. */
export const deleteUserCategory = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['units'],
    summary: 'Remove a category of your industry',
    description: 'Its units stay, and so do their figures.',
    request: { params: madeCategoryPath, query: changeQuery, headers: changeHeaders },
    responses: CHANGE_OF_ONE_RESPONSES,
  }),
  ({ context }) =>
    (c) =>
      answerChange(c, c.req.valid('query'), (terms) =>
        removeCategory(context, { industryId: ownIndustryOf(c), ...c.req.valid('param'), ...terms }),
      ),
);
