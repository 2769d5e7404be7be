import { entityTag, ruleSavingHeaders, versionHeader } from '../../../../platform/http/schemas/entity-tag.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { expectedVersion } from '../../../../kernel/versions/if-match.ts';
import { changeAlertRule, removeAlertRule } from '../../../manage-rules.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertIdPath, alertRuleBody, deletedIdPath } from '../../schemas/alertRule.ts';
import { answerWith, done, errors, ok, succeeded, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const PATH = '/api/user/alerts/{alertId}';

/**
 * PUT /api/user/alerts/{alertId} (specification, User: alerts). Spec gap: body and answer are not shown; the body is
 * that of the definition, and replaces all of it. If-Match is optional.
 */
export const putAlertById = endpoint(
  createRoute({
    method: 'put',
    path: PATH,
    tags: ['alerts'],
    summary: 'Define a rule anew',
    description:
      'All mistakes are told at once, and nothing is written then. What was open by another condition, scope or hold time is resolved.',
    request: {
      headers: targetIndustryHeader.extend(ruleSavingHeaders),
      params: alertIdPath,
      body: jsonBody(alertRuleBody),
    },
    responses: {
      200: {
        ...ok(
          'Defined',
          answerWith(z.object({ alertId: z.string(), createdAt: z.string(), updatedAt: z.string() })).openapi(
            'AlertRuleReplaced',
          ),
        ),
        ...versionHeader,
      },
      ...errors(400, 404, 412, ...TOKEN_ERRORS),
    },
  }),
  ({ context, queue }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const rule = await changeAlertRule(context, queue, industry, c.req.valid('json'), {
        ruleId: c.req.valid('param').alertId,
        by: actorOf(c),
        expected: expectedVersion(c.req.header('If-Match')),
      });
      const data = {
        alertId: rule.ruleId,
        createdAt: rule.createdAt.toISOString(),
        updatedAt: rule.updatedAt.toISOString(),
      };
      return c.json({ ...done('Alert updated successfully'), data }, 200, { ETag: entityTag(rule.version) });
    },
);

/** DELETE /api/user/alerts/{alertId} (specification, User: alerts). Spec gap: the answer; If-Match is optional. */
export const deleteAlertById = endpoint(
  createRoute({
    method: 'delete',
    path: PATH,
    tags: ['alerts'],
    summary: 'Delete a rule',
    description: 'What it has found stays. What is open is resolved.',
    request: { headers: targetIndustryHeader.extend(ruleSavingHeaders), params: deletedIdPath },
    responses: { 200: ok('Deleted', succeeded.openapi('AlertRuleDeleted')), ...errors(400, 404, 412, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      await removeAlertRule(context, industry, {
        ruleId: c.req.valid('param').alertId,
        by: actorOf(c),
        expected: expectedVersion(c.req.header('If-Match')),
      });
      return c.json(done('Alert deleted successfully'), 200);
    },
);
