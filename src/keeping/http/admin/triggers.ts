import { createRoute, z } from '@hono/zod-openapi';
import { isStorable } from '../../../kernel/json.ts';
import { actorOf, shownActor } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { hasIndustryAccess, shownCaller } from '../../../platform/http/open-endpoint-access.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { text } from '../../../platform/http/schemas/parameters.ts';
import {
  probeStream,
  publishTest,
  pushBatch,
  pushBatchUnauthenticated,
  pushRecentShiftStarts,
} from '../../triggers/triggers.ts';

/** Spec gap: how long they may be. */
const words = () => text(100).refine(isStorable, 'holds half a character');

/** Who asks for a batch, and what for: both end in the log. */
const askedBy = {
  source: words().openapi({ description: 'Who asks', example: 'scheduler' }),
  purpose: words().openapi({ description: 'What for', example: 'shift start' }),
};

const batchTriggered = z
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
    responses: { 200: ok('Pushed', batchTriggered), ...errors(400, 401, 404, 429, 500, 503) },
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

const shiftStarts = z
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
    responses: { 200: ok('Industries that got a trigger event', shiftStarts), ...errors(400, 500, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await pushRecentShiftStarts(context, actorOf(c), c.req.valid('query'));
      return c.json({ status: 'success', message: 'Trigger events pushed', data } as const, 200);
    },
);

const testEvent = z
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
    responses: { 200: ok('Published', testEvent), ...errors(500, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { at } = await publishTest(context, actorOf(c));
      return c.json({ message: 'Test event published', status: 'Success', data: { kind: 'test', at } } as const, 200);
    },
);

const depth = z.object({ queued: z.number().int(), active: z.number().int() });

const streamProbe = z
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
    responses: { 200: ok('It answers', streamProbe), ...errors(500, ...TOKEN_ERRORS) },
  }),
  ({ queueDepth }) =>
    async (c) => {
      const data = await probeStream({ queueDepth });
      return c.json({ message: 'The event stream answers', status: 'Success', data } as const, 200);
    },
);
