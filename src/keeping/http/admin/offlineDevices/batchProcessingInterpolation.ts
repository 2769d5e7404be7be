import { createRoute, z } from '@hono/zod-openapi';
import { readMissingHours } from '../../../workspace/workspace.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { optionalTargetOf } from '../../../../platform/http/target.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { date, narrowingTargetHeader } from '../../../../platform/http/schemas/parameters.ts';

const answer = z
  .object({
    status: z.literal('success'),
    data: z.array(
      z.object({
        industryId: z.string(),
        missingHours: z.array(z.number().int()).openapi({
          description: 'Hours since the business day began, 0 the first; on long days up to 24',
          example: [3, 4],
        }),
      }),
    ),
  })
  .openapi('MissingHours');

/**
 * GET /api/admin/offlineDevices/batchProcessingInterpolation (specification, Admin: operations). Spec gap: which hours
 * are missing. Those in which no unit of the industry has a reading, so that nothing could be processed.
 */
export const getMissingHours = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/offlineDevices/batchProcessingInterpolation',
    tags: ['workspace'],
    summary: 'Hours without any reading, per active industry',
    description: 'Of the business day that runs the hours that have ended.',
    request: {
      query: z.object({ date: date().openapi({ description: 'DD/MM/YYYY, business day' }) }),
      headers: narrowingTargetHeader,
    },
    responses: { 200: ok('Every active industry, by industryId', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await readMissingHours(context, c.req.valid('query').date, optionalTargetOf(c));
      return c.json({ status: 'success', data } as const, 200);
    },
);
