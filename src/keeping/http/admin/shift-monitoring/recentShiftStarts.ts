import { createRoute, z } from '@hono/zod-openapi';
import { pushRecentShiftStarts } from '../../../triggers/triggers.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { askedBy } from '../../schemas/trigger.ts';

const answer = z
  .object({
    status: z.literal('success'),
    message: z.literal('Trigger events pushed'),
    data: z.array(
      z.object({
        industryId: z.string(),
        shiftStart: z.string().openapi({ description: 'ISO 8601, UTC' }),
        batchAt: z.string().openapi({ description: 'From when on its batch may run, ISO 8601, UTC' }),
      }),
    ),
  })
  .openapi('RecentShiftStarts');

/**
 * GET /api/admin/shift-monitoring/recent-shift-starts (specification, Admin: operations). Acts although it is a GET.
 */
export const getRecentShiftStarts = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/shift-monitoring/recent-shift-starts',
    tags: ['events'],
    summary: 'Trigger the batch of industries whose shift starts about now',
    description:
      'Active industries whose shift starts within 15 minutes of now, by the clocks of their zones. Each gets a trigger event; the same again, while one waits or is worked on, is the same.',
    request: { query: z.object(askedBy) },
    responses: { 200: ok('Industries that got a trigger event', answer), ...errors(400, 500, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await pushRecentShiftStarts(context, actorOf(c), c.req.valid('query'));
      return c.json({ status: 'success', message: 'Trigger events pushed', data } as const, 200);
    },
);
