import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { changeHeaders, changeQuery, industryPath } from '../../schemas/industry.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, industryOfPath } from './terms.ts';
import { setActive } from '../../../change-industry.ts';

const settingActive = (
  verb: 'reactivate' | 'deactivate',
  isActive: boolean,
  words: { readonly summary: string; readonly description: string },
) =>
  endpoint(
    createRoute({
      method: 'post',
      path: `/api/admin/industry/{industryId}/${verb}`,
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
