import { createRoute, z } from '@hono/zod-openapi';
import { readAssignees } from '../../../platform/directory/assignees.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';

const answer = answerWith(
  z.array(z.object({ userId: z.string(), username: z.string() })).openapi({ description: 'By name' }),
).openapi('Assignees');

/** GET /api/user/assignees. Spec gap: whoever hands a finding or an alert on needs to know to whom. */
export const getAssignees = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/assignees',
    tags: ['alerts'],
    summary: 'People to whom a finding or an alert can be handed',
    description: 'Users of the industry who may log in.',
    request: { headers: targetIndustryHeader },
    responses: { 200: ok('People', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) =>
      c.json({ ...done('Assignees'), data: await readAssignees(context, c.get('caller').industry) }, 200),
);
