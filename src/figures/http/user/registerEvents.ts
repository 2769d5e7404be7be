import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, optionalDate, targetIndustryHeader, text } from '../../../platform/http/schemas/parameters.ts';
import { listRegisters } from '../../register-checks/register-checks.ts';

const register = z.number().nullable();

/** A register event with its evidence, as it is listed and as explain shows it. */
export const registerEvent = z
  .object({
    kind: z.enum(['dropout', 'glitch', 'spike', 'rollover', 'reset', 'replacement', 'exchange', 'silence']).openapi({
      description:
        'exchange: an operator has registered another meter; the registers are those that were written down, else those sent around it. silence: the register counted on while nothing was sent, and no hour has what passed',
    }),
    action: z
      .enum(['exclude', 'keep'])
      .openapi({ description: "What the unit's checks do with the readings concerned" }),
    from: z.string().openapi({ description: 'First reading concerned' }),
    last: z.string().openapi({ description: 'Last reading concerned' }),
    to: z.string().nullable().openapi({
      description: 'Dropout, glitch, spike and silence: first reading that is back; null while there is none',
    }),
    readingCount: z.number().int(),
    registerBefore: register,
    registerDuring: register.openapi({
      description:
        'The lowest register among the readings concerned; of a register that counts down the highest, unless some are at or below 0. Of an exchange that of the new meter, null while it is not known. Of a silence null',
    }),
    registerAfter: register,
    provisional: z.boolean().openapi({ description: 'Further readings may still change the verdict' }),
    detectedAt: z.string(),
  })
  .openapi('RegisterEvent');

export const overruleObject = z
  .object({
    createdOn: z.string(),
    action: z.enum(['keep', 'exclude']),
    decidedBy: z.string().openapi({ description: 'userId' }),
    decidedAt: z.string(),
  })
  .openapi('RegisterOverrule');

const query = z.object({
  unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
  startDate: date().openapi({ description: 'DD/MM/YYYY, first business day' }),
  endDate: optionalDate().openapi({ description: 'DD/MM/YYYY; startDate when absent; at most 1,100 days' }),
});

const answer = answerWith(
  z.object({
    unitId: z.string(),
    unitName: z.string(),
    siUnit: z.string(),
    checksInForce: z
      .boolean()
      .openapi({ description: 'Whether the unit has meta.registerChecks today; without them nothing is classified' }),
    events: z.array(registerEvent).readonly(),
    overrules: z.array(overruleObject).readonly(),
  }),
).openapi('RegisterEvents');

/**
 * GET /api/user/registerEvents. Spec gap: register checks are an addition (docs/explanation/architecture.md, Every
 * figure can be explained).
 */
export const getRegisterEvents = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/registerEvents',
    tags: ['explain'],
    summary: 'Backward steps of a register, as classified',
    description:
      'Resets, rollovers, replacements, dropouts, glitches, spikes and known meter exchanges that concern readings of business days startDate to endDate, with their evidence, and what operators said of single readings. Registers are raw: milli-units, flowFactor not applied.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Events and overrules', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { unitId, startDate, endDate } = c.req.valid('query');
      const data = await listRegisters(context, c.get('caller').industry, unitId, startDate, endDate ?? startDate);
      return c.json({ ...done('Register events'), data }, 200);
    },
);
