import { createRoute, z } from '@hono/zod-openapi';
import { formatRequestDate } from '../../../../kernel/time/business-date.ts';
import { OVERRULE_ACTIONS, overruleRegister } from '../../../register-checks/register-checks.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import { askedInstant } from '../../../../platform/http/schemas/instant.ts';
import { jsonBody, targetIndustryHeader } from '../../../../platform/http/schemas/parameters.ts';

const body = z
  .object({
    unitId: z.string().min(1).max(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
    createdOn: askedInstant().openapi({
      description: "The reading's own instant, ISO 8601 with offset",
      example: '2026-01-15T15:05:00+05:30',
    }),
    action: z.enum(OVERRULE_ACTIONS).openapi({
      description:
        'keep: the register counts; exclude: it takes no part in first and last; withdraw: the classification decides again',
      example: 'keep',
    }),
  })
  .openapi('RegisterOverruleRequest');

const answer = answerWith(
  z.object({
    unitId: z.string(),
    createdOn: z.string().openapi({ description: 'ISO 8601 UTC', format: 'date-time' }),
    action: z.enum(OVERRULE_ACTIONS),
    register: z.number().openapi({ description: 'The register decided about, raw' }),
    changedDates: z
      .array(z.string())
      .openapi({ description: 'Closed business days whose figures change, DD/MM/YYYY; they are being rebuilt' }),
  }),
).openapi('RegisterOverruled');

/**
 * POST /api/user/registerEvents/overrule. Spec gap: register checks are an addition (docs/explanation/architecture.md,
 * Every figure can be explained).
 */
export const postRegisterEventsOverrule = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/registerEvents/overrule',
    tags: ['explain'],
    summary: 'Decide about one register reading',
    description:
      'The word outranks the classification and survives every new one. The reading itself is never changed.',
    request: { headers: targetIndustryHeader, body: jsonBody(body) },
    responses: { 200: ok('Decided', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, createdOn, action } = c.req.valid('json');
      const { industry } = c.get('caller');
      const { register, changedDates } = await overruleRegister(context, industry, {
        unitId,
        createdOnEpochMs: createdOn,
        action,
        by: actorOf(c),
      });
      const data = {
        unitId,
        createdOn: new Date(createdOn).toISOString(),
        action,
        register,
        changedDates: changedDates.map(formatRequestDate),
      };
      return c.json({ ...done('Register overruled'), data }, 200);
    },
);
