import { createRoute, type z } from '@hono/zod-openapi';
import { acknowledgeFinding, commentOnFinding } from '../../../insights/handle-finding.ts';
import { readFinding } from '../../../insights/read-findings.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { commentBody, noteBody } from '../../../../platform/http/schemas/assignee.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { findingDetail, findingDetailOf, findingIdPath, findingObject, findingOf } from '../../schemas/insights.ts';

const PATH = '/api/user/insights/{findingId}';

/** GET /api/user/insights/{findingId}. Spec gap: a finding leads on to what people do about it. */
export const getUserInsight = endpoint(
  createRoute({
    method: 'get',
    path: PATH,
    tags: ['insights'],
    summary: 'A finding, and what was done about it',
    description: 'With the meaning of its kind, the limit in force, and the alert rule that can be made of it.',
    request: { headers: targetIndustryHeader, params: findingIdPath },
    responses: { 200: ok('Finding', answerWith(findingDetail)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const detail = await readFinding(context, c.get('caller').industry, c.req.valid('param').findingId);
      return c.json({ ...done('Finding'), data: findingDetailOf(detail) }, 200);
    },
);

/** The request of an act, and its answer: the finding as it is afterwards. */
export const actOnFinding = <S extends z.ZodType>(schema: S) => ({
  tags: ['insights'],
  request: { headers: targetIndustryHeader, params: findingIdPath, body: jsonBody(schema) },
  responses: { 200: ok('The finding', answerWith(findingObject)), ...errors(400, 404, ...TOKEN_ERRORS) },
});

const acknowledgement = noteBody.openapi('FindingAcknowledgement', {
  example: { note: 'Looking at it this afternoon' },
});

/** POST /api/user/insights/{findingId}/acknowledge */
export const postUserInsightAcknowledge = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/acknowledge`,
    summary: 'Somebody has seen it',
    description: 'Of several the first counts. A later one changes nothing, and its note becomes a comment.',
    ...actOnFinding(acknowledgement),
  }),
  ({ context }) =>
    async (c) => {
      const { findingId } = c.req.valid('param');
      const note = c.req.valid('json').note ?? null;
      const finding = await acknowledgeFinding(context, c.get('caller').industry, actorOf(c), { findingId, note });
      return c.json({ ...done('Finding acknowledged'), data: findingOf(finding) }, 200);
    },
);

const comment = commentBody.openapi('FindingComment', {
  example: { text: 'The cistern of the west wing runs; the plumber comes on Monday' },
});

/** POST /api/user/insights/{findingId}/comments */
export const postUserInsightComment = endpoint(
  createRoute({
    method: 'post',
    path: `${PATH}/comments`,
    summary: 'Write down what is known of it',
    description: 'GET of the finding lists comments among its acts.',
    ...actOnFinding(comment),
  }),
  ({ context }) =>
    async (c) => {
      const { findingId } = c.req.valid('param');
      const { text: written } = c.req.valid('json');
      const finding = await commentOnFinding(context, c.get('caller').industry, actorOf(c), {
        findingId,
        text: written,
      });
      return c.json({ ...done('Comment added'), data: findingOf(finding) }, 200);
    },
);
