import { createRoute, z } from '@hono/zod-openapi';
import { CHECK_NAMES } from '../../../rules/validation/types.ts';
import { reportChecks, reportReverseFlow } from '../../../validation/validation.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { optionalTargetOf } from '../../../../platform/http/target.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { commaListOf, date, narrowingTargetHeader, optional } from '../../../../platform/http/schemas/parameters.ts';
import { checkAnswer, checkReport, reportGroup } from '../../schemas/validation.ts';
import { validation } from '../../../../platform/http/validation.ts';

/**
 * GET /api/admin/validate/reverseFlow (specification, Admin: operations). The request acts although it is a GET. Spec
 * gap: the check covers readings of the running business day and the one before.
 */
export const getValidateReverseFlow = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/validate/reverseFlow',
    tags: ['validation'],
    summary: 'Meters that run backwards',
    description:
      'All active industries, or the one that targetIndustryId names: the running business day and the one before it. The report is posted to the chat group, and answered.',
    request: { query: z.object({ groupId: reportGroup() }), headers: narrowingTargetHeader },
    responses: { 200: ok('Posted', checkReport), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      const { groupId } = c.req.valid('query');
      return c.json(
        checkAnswer(await reportReverseFlow({ ...context, channels }, actorOf(c), groupId, optionalTargetOf(c))),
        200,
      );
    },
  validation({ parameterCode: 400 }),
);

/**
 * GET /api/admin/validate/checks. The request acts although it is a GET. Spec gap: further validators beside the two of
 * the specification.
 */
export const getValidateChecks = endpoint(
  createRoute({
    method: 'get',
    path: '/api/admin/validate/checks',
    tags: ['validation'],
    summary: 'Check the readings of a day',
    description:
      'All active industries, or the one that targetIndustryId names. With groupId the report is posted to the chat group, too.',
    request: {
      query: z.object({
        date: date().openapi({ description: 'DD/MM/YYYY, business day; the running one as far as it has come' }),
        checks: commaListOf(CHECK_NAMES),
        groupId: optional(reportGroup()),
      }),
      headers: narrowingTargetHeader,
    },
    responses: { 200: ok('What was found', checkReport), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context, channels }) =>
    async (c) => {
      const { date: day, checks, groupId } = c.req.valid('query');
      const told = await reportChecks({ ...context, channels }, actorOf(c), {
        date: day,
        names: checks.length === 0 ? CHECK_NAMES : checks,
        groupId: groupId ?? null,
        industryId: optionalTargetOf(c),
      });
      return c.json(checkAnswer(told), 200);
    },
);
