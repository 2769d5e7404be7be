import { createRoute, z } from '@hono/zod-openapi';
import { YEAR_STATES } from '../../rules/device-data/trend.ts';
import { MOST_TREND_YEARS, readTrend } from '../../device-data/yearly-trend.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { completeness, divisionFactor } from '../schemas/deviceData.ts';
import { figure } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { optionalDate, targetIndustryHeader, whole } from '../../../platform/http/schemas/parameters.ts';

const query = z.object({
  category: z
    .string()
    .min(1)
    .max(200, 'is longer than 200 characters')
    .default('ID_SOURCE')
    .openapi({ description: 'Key of categories, categoriesV2 or standardCategories', example: 'ID_SOURCE' }),
  years: whole(5, { min: 1, max: MOST_TREND_YEARS }).openapi({ description: 'How many years, the last one included' }),
  date: optionalDate().openapi({
    description: 'DD/MM/YYYY, a day of the last year; the running business day when absent',
  }),
  divisionFactor: divisionFactor(),
});

const number = z.number().nullable();
const siUnit = z.string().nullable();
const years = z
  .array(
    z.object({
      year: z.string().openapi({ description: 'YYYY', example: '2026' }),
      value: figure.openapi({
        description:
          'As deviceDataV2 with type=MONTH shows it; null: nothing measured. A year that is not whole has the figure of what there is',
      }),
      state: z.enum(YEAR_STATES).openapi({
        description:
          'whole: ended, and each month has a figure; running: not ended; partial: months without a figure; missing: no figure',
      }),
      monthsWithFigure: z
        .number()
        .int()
        .openapi({ description: 'Of several units as many as the unit with the fewest has' }),
      change: number.openapi({ description: 'Against the year before; null unless both years are whole' }),
      changePercent: number,
      ...completeness,
    }),
  )
  .readonly();
const unit = z.object({ unitId: z.string(), unitName: z.string(), standardCategoryId: z.string(), siUnit, years });
const answer = answerWith(
  z.object({
    categoryId: z.string(),
    standardCategoryId: z.string(),
    lastUpdatedTime: z
      .string()
      .nullable()
      .openapi({ description: 'Newest reading, ISO 8601 UTC', format: 'date-time' }),
    siUnit,
    years,
    subCategories: z
      .array(z.object({ id: z.string(), displayName: z.string(), siUnit, years, units: z.array(unit).readonly() }))
      .readonly(),
  }),
).openapi('YearlyTrend');

/** GET /api/user/yearlyTrend. Spec gap: the specification compares nothing over more than one year. */
export const getYearlyTrend = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/yearlyTrend',
    tags: ['device data'],
    summary: 'Years of a category side by side',
    description:
      'Each year of a category, its sub-categories and units, with the change against the year before. Years before the first reading are left out.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Years, ascending', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date, ...asked } = c.req.valid('query');
      const data = await readTrend(context, c.get('caller').industry, { ...asked, date: date ?? null });
      return c.json({ ...done('Yearly trend'), data }, 200);
    },
);
