import { entityTag, versionHeader } from '../../../../platform/http/schemas/entity-tag.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { missingPermissions } from '../../../../platform/login/rules/permissions.ts';
import { readAlertRule, readAlertRules } from '../../../manage-rules.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertIdPath, alertRule, ruleOnTheWire } from '../../schemas/alertRule.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const mayChangeRules = (permissions: readonly string[]): boolean =>
  missingPermissions(permissions, ['alerts:write']).length === 0;

/** GET /api/user/alerts/rules. Spec gap: rules are defined, but no path to read them is shown. */
export const getAlertRules = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/rules',
    tags: ['alerts'],
    summary: 'The rules of the industry',
    description:
      'In the order in which they were defined. Recipients are shown with the permission alerts:write. PUT takes the address of a chat space as it is shown here, and keeps the stored one.',
    request: { headers: targetIndustryHeader },
    responses: {
      200: ok(
        'The rules',
        answerWith(z.object({ rules: z.array(alertRule), total: z.number().int() })).openapi('AlertRules'),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industry, permissions } = c.get('caller');
      const showsRecipients = mayChangeRules(permissions);
      const rules = (await readAlertRules(context, industry)).map((rule) => ruleOnTheWire(rule, showsRecipients));
      return c.json({ ...done('Rules of alerts'), data: { rules, total: rules.length } }, 200);
    },
);

/** GET /api/user/alerts/rules/{alertId}. Spec gap: as the list of rules. */
export const getAlertRuleById = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/alerts/rules/{alertId}',
    tags: ['alerts'],
    summary: 'One rule',
    request: { headers: targetIndustryHeader, params: alertIdPath },
    responses: {
      200: { ...ok('The rule', answerWith(alertRule).openapi('AlertRuleAnswer')), ...versionHeader },
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industry, permissions } = c.get('caller');
      const rule = await readAlertRule(context, industry, c.req.valid('param').alertId);
      const data = ruleOnTheWire(rule, mayChangeRules(permissions));
      return c.json({ ...done('Rule of alerts'), data }, 200, { ETag: entityTag(rule.version) });
    },
);
