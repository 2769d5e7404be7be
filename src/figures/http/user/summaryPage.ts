import { createRoute, z } from '@hono/zod-openapi';
import { CATEGORY_GENERATIONS } from '../../../kernel/industry/industry.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { completeness, divisionFactor } from '../schemas/deviceData.ts';
import { figure } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { optionalDate, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { readSummaryPage } from '../../device-data/summary-page.ts';

const query = z.object({
  date: optionalDate().openapi({ description: 'DD/MM/YYYY; the running business day when absent' }),
  divisionFactor: divisionFactor(),
});

const summarised = z.object({
  value: figure.openapi({ description: 'Divided by divisionFactor; null: nothing measured' }),
  siUnit: z.string().nullable(),
  ...completeness,
});
const answer = answerWith(
  z.object({
    date: z.string().openapi({ description: 'DD/MM/YYYY', example: '15/01/2026' }),
    running: z.boolean().openapi({ description: 'The day is not over' }),
    stale: z.boolean().openapi({
      description: 'Readings changed after the day was processed; the figures here have the change already',
    }),
    lastUpdatedTime: z
      .string()
      .nullable()
      .openapi({ description: 'Newest reading, ISO 8601 UTC', format: 'date-time' }),
    categories: z
      .array(
        summarised.extend({
          generation: z.enum(CATEGORY_GENERATIONS),
          categoryId: z.string(),
          standardCategoryId: z.string(),
          subCategories: z.array(summarised.extend({ id: z.string(), displayName: z.string() })).readonly(),
        }),
      )
      .readonly(),
  }),
).openapi('SummaryPage');

/** GET /api/user/summaryPage (specification, User: other endpoints). */
export const getSummaryPage = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/summaryPage',
    tags: ['device data'],
    summary: 'One day, a figure per category',
    description: 'date defaults to the running business day.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Figures', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date, divisionFactor: factor } = c.req.valid('query');
      const data = await readSummaryPage(context, c.get('caller').industry, {
        date: date ?? null,
        divisionFactor: factor,
      });
      return c.json({ ...done('Summary'), data }, 200);
    },
);
