import { createRoute, z } from '@hono/zod-openapi';
import { pushBatch, pushBatchUnauthenticated } from '../../../triggers/triggers.ts';
import { shownActor } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { hasIndustryAccess, shownCaller } from '../../../../platform/http/open-endpoint-access.ts';
import { errors, ok } from '../../../../platform/http/schemas/envelope.ts';
import { text } from '../../../../platform/http/schemas/parameters.ts';
import { askedBy } from '../../schemas/trigger.ts';

const answer = z
  .object({
    status: z.literal('success'),
    message: z.literal('Trigger event pushed'),
    data: z.object({
      batchAt: z.string().nullable().openapi({
        description: 'From when on the batch may run, ISO 8601, UTC; null for a caller who has not shown who he is',
      }),
    }),
  })
  .openapi('BatchTriggered');

/** GET /api/admin/bpTrigger/trigger (specification, Admin: operations). Acts although it is a GET. */
export const getBpTrigger = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/bpTrigger/trigger',
    tags: ['events'],
    summary: 'Push the event that runs the batch of an industry',
    description:
      'The business day that ends at the shift start of the date of `time` is processed, as GET /api/user/batchProcess does. A day that ends within a day from now is waited for. The same again, while one waits or is worked on, is the same. Without a shared secret and without a token the answer does not say whether there is such an industry.',
    request: {
      query: z.object({
        industryId: text(64).openapi({ description: 'The industry to process', example: 'WORKS' }),
        time: text(64).openapi({
          description: 'ISO 8601; in UTC unless it has an offset',
          example: '2026-01-16T00:30:00Z',
        }),
        ...askedBy,
      }),
    },
    responses: { 200: ok('Pushed', answer), ...errors(400, 401, 404, 429, 500, 503) },
  }),
  (services) => async (c) => {
    const trigger = c.req.valid('query');
    const { context, queueDepth, limiter } = services;
    const { network } = c.get('client');
    const batchAt = (await hasIndustryAccess(c, services, trigger.industryId))
      ? await pushBatch(context, shownActor(c, await shownCaller(c, services)), trigger)
      : await pushBatchUnauthenticated({ ...context, queueDepth, limiter }, trigger, network).then(() => null);
    return c.json({ status: 'success', message: 'Trigger event pushed', data: { batchAt } } as const, 200);
  },
);
