import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_GENERATIONS } from '../../../kernel/industry/industry.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { categoryObject } from '../schemas/industry.ts';
import { flag, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

/** GET /api/user/categories. Spec gap: keys for requests of device data, in the order of look-up. */
export const getCategories = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/categories',
    tags: ['device data'],
    summary: 'Categories of your industry',
    description:
      'categories is asked of deviceData; deviceDataV2 looks into categories, categoriesV2 and standardCategories, in this order.',
    request: {
      query: z.object({ retired: flag(false).openapi({ description: 'With units that are out of use' }) }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: ok('Categories', answerWith(z.array(categoryObject)).openapi('CategoriesOfIndustry')),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  () => (c) => {
    const { industry } = c.get('caller');
    const { retired } = c.req.valid('query');
    const data = CATEGORY_GENERATIONS.flatMap((generation) =>
      [...industry.categories[generation].values()].map(({ categoryKey, standardCategoryId, subCategories }) => ({
        generation,
        categoryKey,
        standardCategoryId,
        subCategories: subCategories.map((subCategory) => ({
          ...subCategory,
          units: subCategory.units.filter((unitId) => retired || industry.units.has(unitId)),
        })),
      })),
    );
    return c.json({ ...done('Categories'), data }, 200);
  },
);
