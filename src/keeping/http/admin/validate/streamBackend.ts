import { createRoute, z } from '@hono/zod-openapi';
import { probeStream } from '../../../triggers/triggers.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { depth } from '../../schemas/trigger.ts';

const answer = z
  .object({
    message: z.literal('The event stream answers'),
    status: z.literal('Success'),
    data: z.object({ events: depth, batchTriggers: depth }).openapi({ description: 'What waits and is worked on' }),
  })
  .openapi('StreamProbe');

/** GET /api/admin/validate/stream_backend (specification, Admin: operations). */
export const getStreamBackend = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/validate/stream_backend',
    tags: ['validation'],
    summary: 'Ask the event stream whether it answers',
    responses: { 200: ok('It answers', answer), ...errors(500, ...TOKEN_ERRORS) },
  }),
  ({ queueDepth }) =>
    async (c) => {
      const data = await probeStream({ queueDepth });
      return c.json({ message: 'The event stream answers', status: 'Success', data } as const, 200);
    },
);
