import { createRoute } from '@hono/zod-openapi';
import { endpoint } from '../../../../../platform/http/endpoint.ts';
import { changeHeaders, changeQuery, unitPath } from '../../../schemas/industry.ts';
import { answerChange, CHANGE_OF_ONE_RESPONSES, industryOfPath } from '../terms.ts';
import { setInUse } from '../../../../change-unit.ts';

const settingInUse = (
  verb: 'restore' | 'retire',
  isInUse: boolean,
  words: { readonly summary: string; readonly description: string },
) =>
  endpoint(
    createRoute({
      method: 'post',
      path: `/api/admin/industry/{industryId}/units/{unitId}/${verb}`,
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
