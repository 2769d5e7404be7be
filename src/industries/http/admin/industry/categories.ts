import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { categoryObject, industryPath } from '../../schemas/industry.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { industryOfPath } from './terms.ts';
import { listCategories } from '../../../read-industry.ts';

const list = answerWith(z.array(categoryObject)).openapi('CategoryList');

/** GET /api/admin/industry/{industryId}/categories. Spec gap: the order is the one in which a key is looked up. */
export const getCategoriesOfIndustry = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/industry/{industryId}/categories',
    tags: ['industries'],
    summary: 'Categories of an industry',
    request: { params: industryPath, headers: targetIndustryHeader },
    responses: { 200: ok('Categories', list), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await listCategories(context, industryOfPath(c, c.req.valid('param').industryId));
      return c.json({ ...done('Categories'), data }, 200);
    },
);
