import { createRoute, z } from '@hono/zod-openapi';
import { giveVerdict, VERDICTS } from '../../insights/handle-finding.ts';
import { readFindings } from '../../insights/read-findings.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { findingIdPath, findingObject, findingOf, precisionObject } from '../schemas/insights.ts';
import { assigneeFilter, assigneesAsked } from '../../../platform/http/schemas/assignee.ts';
import {
  freeText,
  flag,
  jsonBody,
  optionalText,
  targetIndustryHeader,
  whole,
} from '../../../platform/http/schemas/parameters.ts';

const MOST_DAYS = 366;

const query = z.object({
  days: whole(7, { min: 0, max: MOST_DAYS }).openapi({ description: 'Findings that showed within so many days' }),
  all: flag(false).openapi({ description: 'Also those that were rejected, have healed or are muted' }),
  unitId: optionalText(200).openapi({ description: 'Of this unit; a swapped pair is of both its units' }),
  open: flag(false).openapi({ description: 'Those alone that still show' }),
  assignee: assigneeFilter('Those'),
});

const answer = answerWith(z.object({ findings: z.array(findingObject), precision: z.array(precisionObject) })).openapi(
  'Findings',
);

/** GET /api/user/insights. Spec gap: users see the findings of their own industry. */
export const getUserInsights = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/insights',
    tags: ['insights'],
    summary: 'What is wrong, the most urgent first',
    description:
      'Leaks, bursts, unusual use, meters that stick, creep, run backwards or miss data, tanks, energy, balance. `precision` says how often people agreed with each kind.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Findings', answer), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { days, all, unitId, open, assignee } = c.req.valid('query');
      const caller = c.get('caller');
      const { findings, precision } = await readFindings(context, caller.industry, {
        days,
        withSettled: all,
        unitId,
        openOnly: open,
        assigneeIds: assigneesAsked(assignee, caller),
      });
      const data = { findings: findings.map(findingOf), precision: [...precision] };
      return c.json({ ...done('Findings'), data }, 200);
    },
);

const verdict = z
  .strictObject({
    verdict: z.enum(VERDICTS).openapi({ description: 'none takes the word back' }),
    reason: freeText().nullish().openapi({ description: 'For whoever reads it later' }),
  })
  .openapi('FindingVerdict', { example: { verdict: 'confirmed', reason: 'Cistern of the west wing' } });

/** POST /api/user/insights/{findingId}. Spec gap: people may say whether a finding is right. */
export const postUserInsight = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/insights/{findingId}',
    tags: ['insights'],
    summary: 'Confirm or reject a finding',
    description: 'What is rejected is how the unit is used: from its first day on the usual is learnt anew.',
    request: { headers: targetIndustryHeader, params: findingIdPath, body: jsonBody(verdict) },
    responses: { 200: ok('Noted', answerWith(findingObject)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { verdict: word, reason } = c.req.valid('json');
      const finding = await giveVerdict(context, c.get('caller').industry, actorOf(c), {
        findingId: c.req.valid('param').findingId,
        verdict: word,
        reason: reason ?? null,
      });
      return c.json({ ...done('Noted'), data: findingOf(finding) }, 200);
    },
);
