import { z } from '@hono/zod-openapi';

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
