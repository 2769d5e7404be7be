import { createRoute, z } from '@hono/zod-openapi';
import { readVisibleLeak } from '../../../insights/read-visible-leak.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader, text } from '../../../../platform/http/schemas/parameters.ts';

export const visibleLeak = z
  .object({
    unitId: z.string(),
    siUnit: z.string().openapi({ description: 'Of the amounts, which are thousandths of it' }),
    leak: z
      .object({
        perDay: z.number().openapi({ description: 'Leaks below it are not told within three days' }),
        pulse: z.number().nullable().openapi({ description: 'One step of the meter; null: its steps are too fine' }),
        isByPulses: z.boolean().openapi({ description: 'The steps of the meter hide smaller leaks, and not its use' }),
      })
      .nullable()
      .openapi({ description: 'null: too little is known, or the use hides every leak' }),
    says: z.string().nullable().openapi({ description: 'The same in a sentence; null: the unit is no water meter' }),
  })
  .openapi('VisibleLeak');

/** GET /api/user/insights/visibleLeak. Spec gap: people have to know which leaks nobody would tell them. */
export const getUserVisibleLeak = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/insights/visibleLeak',
    tags: ['insights'],
    summary: 'The smallest leak that a meter shows',
    description: "By trial: leaks are added to the unit's own last days, as its meter would count them.",
    request: {
      headers: targetIndustryHeader,
      query: z.object({ unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }) }),
    },
    responses: { 200: ok('The leak', answerWith(visibleLeak)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await readVisibleLeak(context, c.get('caller').industry, c.req.valid('query').unitId);
      return c.json({ ...done('The smallest leak that shows'), data }, 200);
    },
);
