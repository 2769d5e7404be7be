import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, optionalDate, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { listStaleDays } from '../../completeness/completeness.ts';

const query = z.object({
  startDate: date().openapi({ description: 'DD/MM/YYYY, first business day' }),
  endDate: optionalDate().openapi({ description: 'DD/MM/YYYY; startDate when absent; at most 1,100 days' }),
});

const staleDay = z
  .object({
    date: z.string().openapi({ description: 'DD/MM/YYYY' }),
    causes: z
      .record(z.string(), z.number().int())
      .openapi({ description: 'Why, and how often: late reading, correction, configuration, ..' }),
    markedAt: z.string().openapi({ format: 'date-time', description: 'Since when it waits' }),
    units: z.number().int().nullable().openapi({ description: 'Units it concerns; null: all of the industry' }),
  })
  .openapi('StaleDay');

/** GET /api/user/staleDays. Spec gap: people who look at figures ask whether and why these may still change. */
export const getStaleDays = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/staleDays',
    tags: ['device data'],
    summary: 'Closed days whose stored figures wait for a rebuild',
    description: 'Figures of a day that waits are computed when they are asked for, so nobody sees an outdated one.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: ok('Days, the oldest first', answerWith(z.array(staleDay).readonly())),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { startDate, endDate } = c.req.valid('query');
      const data = await listStaleDays(context, c.get('caller').industry, startDate, endDate ?? startDate);
      return c.json({ ...done('Stale days'), data }, 200);
    },
);

/** A day of the answer. */
export type ListedStaleDay = z.infer<typeof staleDay>;
