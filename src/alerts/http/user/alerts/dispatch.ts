import { createRoute, z } from '@hono/zod-openapi';
import { isObject } from '../../../../kernel/json.ts';
import { requestAlert } from '../../../request-alert.ts';
import { addAlertRule } from '../../../manage-rules.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { alertRuleBody } from '../../schemas/alertRule.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';
import { validation } from '../../../../platform/http/validation.ts';
import { alertRequestBody } from '../../../rules/alert-request.ts';

const SHOWN_ALERT = {
  type: 'threshold',
  unitId: 'CB_BORE_1',
  createdOn: '2026-01-15T09:30:00Z',
  severity: 'high',
  meta: { alertType: 'unit_threshold', threshold: 1000, currentValue: 1214, unit: 'KL' },
  recipients: [{ userId: 'asha.rao' }],
};

/** The body as it is documented. Its rules have an order of their own, so {@link requestAlert} reads it again. */
const alertRequest = alertRequestBody
  .extend({
    unitId: z.string(),
    createdOn: z.string().nullish().openapi({
      description:
        'YYYY-MM-DDTHH:MM:SSZ. The same type, unitId, alertType and createdOn again are the same alert: until it is over, recipients who have no message about it yet are told, and the others get nothing',
    }),
  })
  .openapi('AlertRequest');

const entry = z.string().openapi({ description: 'channel:recipient', example: 'email:asha@works.example' });

/** Spec gap: the answer also has `problems`, and `failed` also names users who were told nothing, as `user:ID`. */
const alertAnswer = z
  .object({
    message: z
      .string()
      .openapi({ description: "'Alert processing completed', or 'Alert type not implemented' and nothing was sent" }),
    status: z.literal('Success'),
    success: z.array(entry).openapi({ description: 'Of the recipients of this request' }),
    failed: z.array(entry),
    problems: z
      .array(z.object({ entry: z.string(), problem: z.string() }))
      .openapi({ description: 'Of each that failed, why' }),
  })
  .openapi('AlertAnswer');

const ruleDefined = answerWith(z.object({ alertId: z.string(), createdAt: z.string() })).openapi('AlertRuleDefined');

/** True for a rule. A rule has a condition; an alert to dispatch has its type in `meta`. */
const isRule = (body: unknown): boolean => isObject(body) && ('condition' in body || 'alertType' in body);

/**
 * POST /api/user/alerts (specification, User: alerts). Spec gap: a body with `condition` or `alertType` defines a rule,
 * any other dispatches an alert.
 */
export const postAlerts = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/alerts',
    tags: ['alerts'],
    summary: 'Dispatch an alert, or define a rule',
    description:
      'An alert is sent once to each mail address, number and device of the recipients and to the open pages of the industry, in the order email, sms, chat-messaging, push, web. The answer comes once all were tried. A message whose operator is out of reach is tried again for two hours. Any of the 16 types is dispatched for any unit. A body with condition or alertType defines a rule instead.',
    request: {
      headers: targetIndustryHeader,
      // The schema of rules lets everything through, because the rules of a dispatch have an order of their own.
      body: {
        required: true,
        content: { 'application/json': { schema: z.union([alertRequest, alertRuleBody]), example: SHOWN_ALERT } },
      },
    },
    responses: {
      200: ok('Every recipient was tried, or the rule is defined', z.union([alertAnswer, ruleDefined])),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  (services) => async (c) => {
    const { industry } = c.get('caller');
    const body = c.req.valid('json');
    if (!isRule(body)) return c.json(await requestAlert(services, services.queue, industry, body, actorOf(c)), 200);
    const { ruleId, createdAt } = await addAlertRule(services.context, services.queue, industry, body, actorOf(c));
    const data = { alertId: ruleId, createdAt: createdAt.toISOString() };
    return c.json({ ...done('Alert created successfully'), data }, 200);
  },
  validation({ bodyCode: 400 }),
);
