import { createRoute } from '@hono/zod-openapi';
import { administratorsChannel, industryChannel } from '../../rules/web-event.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { STREAM_TERMS, streamAnswer, streamHeaders, streamOf, streamQuery } from '../live-stream.ts';
import { errors, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../http/schemas/parameters.ts';

/** GET /api/user/stream. Spec gap: how pages receive the web channel V2_{industryId}. */
export const getStream = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/stream',
    tags: ['live'],
    summary: 'What happens in the industry, as it happens',
    description: `The channel V2_{industryId}. Events: \`alert\`, \`reading\` (new readings are stored; at most one a second), \`figures\` (days have changed figures) and \`finding\` (somebody has handled a finding, or set a kind of them; it is not kept). Users of role admin also hear the channel of the industry's administrators: \`Notification Assigned\`, which is not kept, so whoever is away misses it. ${STREAM_TERMS}`,
    request: { query: streamQuery, headers: targetIndustryHeader.extend(streamHeaders.shape) },
    responses: {
      200: streamAnswer(
        'retry: 2000\nid: 41\n\nid: 42\nevent: reading\ndata: {"units":12,"newest":"2026-01-15T08:05:00.000Z"}\n\n',
      ),
      ...errors(...TOKEN_ERRORS),
    },
  }),
  ({ live }) =>
    (c) => {
      const { industryId, role } = c.get('caller');
      return streamOf(live, c, [
        industryChannel(industryId),
        ...(role === 'admin' ? [administratorsChannel(industryId)] : []),
      ]);
    },
);
