import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_SIDES } from '../../rules/device-data/overview.ts';
import { readUsualHours } from '../../usual-hours.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { boundField } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { optionalDate, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { divisionFactor } from '../schemas/deviceData.ts';

const query = z.object({
  date: optionalDate().openapi({ description: 'DD/MM/YYYY; the running business day when absent' }),
  divisionFactor: divisionFactor(),
});

const number = z.number().nullable();
const estimatedShare = number.openapi({ description: 'Estimated readings / readings; null without readings' });
const band = {
  low: number.openapi({ description: 'Tenth percentile; null: fewer than four days are known' }),
  middle: number.openapi({ description: 'Median' }),
  high: number.openapi({ description: 'Ninetieth percentile' }),
  days: z.number().int().openapi({ description: 'Days that it rests on, eight at most' }),
};

export const usualHours = z
  .object({
    date: z.string().openapi({ description: 'DD/MM/YYYY' }),
    running: z.boolean().openapi({ description: 'The day is not over' }),
    wholeHours: z.number().int().nullable().openapi({ description: 'Hours of a running day that are over; null: all' }),
    categoryId: z
      .string()
      .openapi({ description: 'What went out, else what came in, else the first with amounts whose hours add up' }),
    standardCategoryId: z.string(),
    side: z.enum(CATEGORY_SIDES),
    siUnit: z.string().nullable(),
    total: z
      .object({
        y: number.openapi({ description: 'As comparedValue of the overview' }),
        bound: boundField,
        estimatedShare,
        ...band,
      })
      .openapi({ description: 'Of the hours that are over' }),
    hours: z
      .array(
        z.object({
          x: z.string().openapi({ format: 'date-time' }),
          y: number.openapi({ description: 'As in the overview; null: nothing measured, or not over' }),
          coverage: number.openapi({ description: 'Genuine slots / expected slots; null: not over, or none expected' }),
          bound: boundField,
          measuredShare: number.openapi({
            description:
              'Share of the usual use whose meters have any figure, by which examples are chosen; null: not over, or nothing is usual',
          }),
          estimatedShare,
          ...band,
        }),
      )
      .readonly(),
  })
  .openapi('UsualHours');

/** GET /api/user/usualHours. Spec gap: people ask of a day by the hour whether it is as usual. */
export const getUsualHours = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/usualHours',
    tags: ['device data'],
    summary: 'The use of a day by the hour, beside what is usual',
    description:
      'Usual is the same weekday of the eight weeks before, of days whose figures are settled. An hour is an example where the meters of 95 % of the usual use have a figure.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('The day', answerWith(usualHours)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date, divisionFactor: factor } = c.req.valid('query');
      const data = await readUsualHours(context, c.get('caller').industry, {
        date: date ?? null,
        divisionFactor: factor,
      });
      return c.json({ ...done('Usual hours'), data }, 200);
    },
);
