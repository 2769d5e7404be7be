import { createRoute } from '@hono/zod-openapi';
import { administratorsChannel, OPERATORS_CHANNEL } from '../../rules/web-event.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { STREAM_TERMS, streamAnswer, streamHeaders, streamOf, streamQuery } from '../live-stream.ts';
import { errors, TOKEN_ERRORS } from '../../../http/schemas/envelope.ts';

/** GET /api/admin/stream. Spec gap: how admin dashboards receive their channel. */
export const getAdminStream = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/stream',
    tags: ['live'],
    summary: 'What operators are told, as it happens',
    description: `The operators' channel. Event: \`broadcast\` (POST /api/admin/notification/). Beside it comes the channel of the administrators of the industry that targetIndustryId chooses, or of INTERNAL. Event: \`Notification Assigned\`. Neither is kept, so whoever is away misses it. ${STREAM_TERMS}`,
    request: { query: streamQuery, headers: streamHeaders },
    responses: {
      200: streamAnswer(
        'retry: 2000\nid: 7\n\nevent: broadcast\ndata: {"title":"Maintenance","body":"Tonight from 22:00"}\n\n',
      ),
      ...errors(...TOKEN_ERRORS),
    },
  }),
  ({ live }) =>
    (c) =>
      streamOf(live, c, [OPERATORS_CHANNEL, administratorsChannel(c.get('caller').industryId)]),
);
