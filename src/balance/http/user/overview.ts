import { createRoute, z } from '@hono/zod-openapi';
import { UNCHANGED } from '../../../figures/rules/device-data/compared.ts';
import { CATEGORY_SIDES } from '../../../figures/rules/device-data/overview.ts';
import { usualHours } from '../../../figures/http/user/usualHours.ts';
import { largeAnswer } from '../../../platform/http/large-answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { completeness, divisionFactor } from '../../../figures/http/schemas/deviceData.ts';
import { boundField, figure, parameters, unheard } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { waterBalanceAnswer } from '../schemas/waterBalance.ts';
import { flag, optionalDate, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { readOverview } from '../../overview.ts';

const query = z.object({
  date: optionalDate().openapi({ description: 'DD/MM/YYYY; the running business day when absent' }),
  divisionFactor: divisionFactor(),
  usual: flag(false).openapi({ description: 'Also what is usual: usual and usualBefore' }),
});

const number = z.number().nullable();
const day = (description: string) => z.string().openapi({ description: `DD/MM/YYYY, ${description}` });
const instantOrNull = (description: string) => z.string().nullable().openapi({ format: 'date-time', description });
const comparison = z.object({
  value: number.openapi({ description: 'Of the hours that are compared; null: nothing measured' }),
  changePercent: number.openapi({
    description: 'comparedValue against it; null unless 90 % of both was measured, by the same meters',
  }),
  why: z.enum(UNCHANGED).nullable().openapi({ description: 'Why they are not compared; null: they are' }),
  ...completeness,
});
const unit = z.object({
  unitId: z.string(),
  unitName: z.string(),
  standardCategoryId: z.string(),
  siUnit: z.string(),
  value: figure,
  unheard: unheard.optional(),
  ...completeness,
  params: z
    .record(z.string(), z.object({ displayName: z.string(), siUnit: z.string(), isLatest: z.boolean() }))
    .optional(),
  paramValue: parameters.optional(),
});

const overview = z.object({
  date: z.string().openapi({ description: 'DD/MM/YYYY', example: '15/01/2026' }),
  running: z.boolean().openapi({ description: 'The day is not over' }),
  stale: z
    .boolean()
    .openapi({ description: 'Readings changed after the day was processed; the figures have it already' }),
  lastUpdatedTime: instantOrNull('Newest reading, ISO 8601 UTC'),
  comparedHours: z.number().int().nullable().openapi({
    description: 'A running day is compared over its whole hours with the same hours; null: the whole day',
  }),
  dayBefore: day('the day before'),
  weekBefore: day('the same weekday of the week before'),
  categories: z
    .array(
      z.object({
        categoryId: z.string(),
        standardCategoryId: z.string(),
        side: z
          .enum(CATEGORY_SIDES)
          .openapi({ description: 'What it says: water that came in, went out, is in stock ..' }),
        value: number,
        siUnit: z.string().nullable().openapi({ description: 'null when the units have none in common' }),
        unheard: unheard.optional(),
        ...completeness,
        comparedValue: number.openapi({
          description: 'Over the hours that are compared; null also where a formula uses the level of a tank',
        }),
        compared: z.object(completeness).openapi({ description: 'Completeness of comparedValue' }),
        dayBefore: comparison,
        weekBefore: comparison,
        hours: z
          .array(z.object({ x: z.string().openapi({ format: 'date-time' }), y: number, bound: boundField }))
          .readonly()
          .openapi({ description: 'Whole hours of the day before and of the day; none of quality' }),
        subCategories: z
          .array(z.object({ id: z.string(), displayName: z.string(), units: z.array(unit).readonly() }))
          .readonly(),
      }),
    )
    .readonly()
    .openapi({ description: 'Every listed unit in the newest generation of categories that lists it' }),
  balance: waterBalanceAnswer.shape.figures
    .pick({ inflow: true, outflow: true, balance: true, stockChange: true, unaccounted: true })
    .extend({ status: waterBalanceAnswer.shape.waterBalance.shape.status })
    .openapi({ description: 'What waterBalance says of the day' }),
  silent: z
    .array(z.object({ unitId: z.string(), unitName: z.string(), lastSeen: instantOrNull('null: it never sent') }))
    .readonly()
    .openapi({
      description:
        'Running day: units without a reading for an hour, or for three of their slots. A day that is over: units without any genuine reading of it',
    }),
  usual: usualHours
    .nullish()
    .openapi({ description: 'As usualHours; null: no category has amounts whose hours add up' }),
  usualBefore: usualHours.nullish().openapi({ description: 'The same of the day before' }),
});
export type Overview = z.infer<typeof overview>;

/** GET /api/user/overview. Spec gap: one request for a page about today, whatever the number of units. */
export const getOverview = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/overview',
    tags: ['device data'],
    summary: 'A day against the day before and the same weekday',
    description:
      'Each category with its units, their completeness, its hours, the balance, and the units that are silent.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: ok('The day', answerWith(overview).openapi('OverviewAnswer')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { date, divisionFactor: factor, usual } = c.req.valid('query');
      const data = await readOverview(context, c.get('caller').industry, {
        date: date ?? null,
        divisionFactor: factor,
        withUsual: usual,
      });
      return largeAnswer(c, { ...done('Overview'), data });
    },
);
