import { createRoute, z } from '@hono/zod-openapi';
import { daysBetween } from '../../../kernel/time/business-date.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { boundField } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import {
  date,
  flag,
  oneOf,
  optionalDate,
  optionalText,
  targetIndustryHeader,
  text,
} from '../../../platform/http/schemas/parameters.ts';
import { compareFigures } from '../../device-data/comparison.ts';
import { UNCOMPARED } from '../../rules/figures/comparison.ts';
import { completeness, divisionFactor } from '../schemas/deviceData.ts';

const MOST_UNITS = 6;
const MOST_DAYS = 366;

const query = z
  .object({
    unitIds: text(2000)
      .transform((list) =>
        list
          .split(',')
          .map((unitId) => unitId.trim())
          .filter((unitId) => unitId !== ''),
      )
      .openapi({
        type: 'string',
        description: `Comma-separated: one unit with otherFrom and otherTo, or two to ${MOST_UNITS} without`,
        example: 'CB_BORE_1,M2',
      }),
    from: date(),
    to: date(),
    otherFrom: optionalDate().openapi({
      description: 'DD/MM/YYYY; first day of the other period',
      example: '14/01/2026',
    }),
    otherTo: optionalDate().openapi({ description: 'DD/MM/YYYY; last day of the other period', example: '14/01/2026' }),
    by: oneOf(['day', 'hour'], 'day').openapi({ description: 'Buckets; hour: of periods of one day' }),
    parameter: optionalText(100).openapi({ description: 'Compares a parameter; required for units of quality' }),
    profile: flag(false).openapi({ description: 'Also the means by the hour of the business day: profile' }),
    divisionFactor: divisionFactor(),
  })
  .superRefine(({ unitIds, from, to, otherFrom, otherTo, by }, context) => {
    const refuse = (field: string, message: string): void =>
      context.addIssue({ code: 'custom', path: [field], message });
    if ((otherFrom === undefined) !== (otherTo === undefined))
      refuse(otherFrom === undefined ? 'otherFrom' : 'otherTo', 'is missing: a period has a first and a last day');
    const hasTwoPeriods = otherFrom !== undefined;
    if (hasTwoPeriods && unitIds.length !== 1)
      refuse('unitIds', 'must name one unit, because two periods are compared');
    if (!hasTwoPeriods && (unitIds.length < 2 || unitIds.length > MOST_UNITS))
      refuse('unitIds', `must name 2 to ${MOST_UNITS} units, or one and a period to compare with`);
    if (new Set(unitIds).size < unitIds.length) refuse('unitIds', 'names a unit twice');
    for (const [first, last, field] of [
      [from, to, 'to'],
      [otherFrom, otherTo, 'otherTo'],
    ] as const) {
      if (first === undefined || last === undefined) continue;
      const days = daysBetween(first, last) + 1;
      if (days < 1) refuse(field, 'is before the first day of its period');
      if (days > MOST_DAYS) refuse(field, `ends a period of more than ${MOST_DAYS} days`);
      if (by === 'hour' && days > 1) refuse(field, 'must be the first day itself, because hours are told of one day');
    }
  });

const number = z.number().nullable();
const figure = {
  coverage: completeness.coverage,
  estimatedShare: completeness.estimatedShare,
  bound: boundField,
};
const difference = z.object({
  amount: number.openapi({ description: 'Value of the first side less the one of this side' }),
  share: number.openapi({
    description: 'amount / |value of this side|; null where a share means nothing, as of 0 or of degrees',
  }),
  why: z.enum(UNCOMPARED).nullable().openapi({ description: 'Why amount is null' }),
});
const side = z.object({
  unitId: z.string(),
  unitName: z.string(),
  siUnit: z.string(),
  from: z.string().openapi({ description: 'DD/MM/YYYY' }),
  to: z.string().openapi({ description: 'DD/MM/YYYY' }),
  buckets: z.number().int().openapi({ description: 'Days or hours of the period: 23 or 25 when clocks change' }),
  comparedBuckets: z.number().int().openapi({ description: 'How many of them, from the first on, are compared' }),
  value: number.openapi({
    description: 'Of what is compared: a sum of amounts, the last level, a mean of a parameter',
  }),
  ...completeness,
  mean: number.openapi({ description: 'Mean of the compared buckets that have a figure' }),
  weekdays: z
    .array(
      z.object({
        weekday: z.number().int().openapi({ description: '1 is Monday, 7 is Sunday' }),
        mean: number,
        days: z.number().int().openapi({ description: 'Days behind the mean' }),
      }),
    )
    .readonly()
    .openapi({
      description: 'Means of the compared days by weekday. Days that were measured in part are left out. Empty by hour',
    }),
  difference: difference.nullable().openapi({ description: 'The first side against this one; null of the first' }),
});

export const comparison = z
  .object({
    by: z.enum(['day', 'hour']),
    parameter: z.string().nullable(),
    cut: z.boolean().openapi({
      description: 'A period still runs, so only what has ended of it is compared, with as much of the others',
    }),
    sides: z.array(side).readonly(),
    rows: z
      .array(
        z.object({
          name: z
            .string()
            .openapi({ description: "Number of the day in its period, or the hour by the industry's clock" }),
          points: z
            .array(
              z
                .object({
                  x: z.string().openapi({ format: 'date-time' }),
                  date: z.string().openapi({ description: 'DD/MM/YYYY' }),
                  y: number,
                  ...figure,
                })
                .nullable(),
            )
            .readonly()
            .openapi({ description: 'A point per side; null: that side has no such day or hour' }),
        }),
      )
      .readonly(),
    /** Spec gap: how a day goes is what two periods or units differ by most often. */
    profile: z
      .array(
        z.object({
          name: z.string().openapi({ description: "The hour by the industry's clock, `06:00`" }),
          sides: z
            .array(
              z.object({
                mean: number.openapi({ description: 'null: less than half of these hours were measured, or none is' }),
                hours: z.number().int().openapi({ description: 'Hours behind the mean: measured to 90 % at least' }),
                expectedHours: z.number().int().openapi({ description: 'Hours of this name in the compared days' }),
              }),
            )
            .readonly()
            .openapi({ description: 'One per side' }),
        }),
      )
      .readonly()
      .nullable()
      .openapi({
        description:
          'Means by the hour of the business day. An hour that a clock shows twice counts twice. null: not asked for, or hours are compared',
      }),
  })
  .openapi('Comparison');

/**
 * GET /api/user/comparison. Spec gap: deviceDataV2/compare lays two requests beside each other and leaves it to its
 * reader which days belong together, and what of a running period may be compared.
 */
export const getComparison = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/comparison',
    tags: ['device data'],
    summary: 'Two periods of a unit, or two to six units over a period, side by side',
    description:
      'Days stand side by side by their number in the period, hours by the clock. An hour that a clock shows twice has two rows. A difference is told where at least 90 % of both figures was measured.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('The comparison', answerWith(comparison)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { from, to, otherFrom, otherTo, parameter, ...asked } = c.req.valid('query');
      const other = otherFrom === undefined || otherTo === undefined ? [] : [{ from: otherFrom, to: otherTo }];
      const data = await compareFigures(context, c.get('caller').industry, {
        ...asked,
        parameter: parameter ?? null,
        periods: [{ from, to }, ...other],
      });
      return c.json({ ...done('Comparison'), data }, 200);
    },
);
