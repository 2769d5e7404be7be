import { createRoute, z } from '@hono/zod-openapi';
import { publishTest } from '../../../triggers/triggers.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';

const answer = z
  .object({
    message: z.literal('Test event published'),
    status: z.literal('Success'),
    data: z.object({ kind: z.literal('test'), at: z.string().openapi({ description: 'ISO 8601, UTC' }) }),
  })
  .openapi('TestEvent');

/** GET /api/admin/plcEventStream/data (specification, Admin: operations; Events). Acts although it is a GET. */
export const getPlcEventStreamData = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/plcEventStream/data',
    tags: ['events'],
    summary: 'Publish a test event',
    description: 'Its consumer logs it, and tells open pages of GET /api/admin/stream (event `event`).',
    responses: { 200: ok('Published', answer), ...errors(500, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { at } = await publishTest(context, actorOf(c));
      return c.json({ message: 'Test event published', status: 'Success', data: { kind: 'test', at } } as const, 200);
    },
);
