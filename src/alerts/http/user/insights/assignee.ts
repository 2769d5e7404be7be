import { createRoute } from '@hono/zod-openapi';
import { actOnFinding } from '../../../../findings/http/user/insights/byId.ts';
import { findingOf } from '../../../../findings/http/schemas/insights.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { assignment } from '../../../../platform/http/schemas/assignee.ts';
import { done } from '../../../../platform/http/schemas/envelope.ts';
import { assignFindingAndTell } from '../../../tell-assignee.ts';

/** PUT /api/user/insights/{findingId}/assignee. Alerts have it, because the assignee is mailed. */
export const putUserInsightAssignee = endpoint(
  createRoute({
    method: 'put',
    path: '/api/user/insights/{findingId}/assignee',
    summary: 'Hand it to somebody, or take it away',
    description:
      "The assignee is mailed, unless it is the caller. Event `finding` on the industry's channel names the assignee.",
    ...actOnFinding(assignment),
  }),
  ({ context, queue }) =>
    async (c) => {
      const { findingId } = c.req.valid('param');
      const { userId: assigneeId, note = null } = c.req.valid('json');
      const asked = { findingId, assigneeId, note };
      const finding = await assignFindingAndTell(context, queue, c.get('caller').industry, actorOf(c), asked);
      return c.json({ ...done('Assignee changed'), data: findingOf(finding) }, 200);
    },
);
