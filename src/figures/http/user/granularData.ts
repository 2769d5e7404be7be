import { createRoute, z } from '@hono/zod-openapi';
import { MOST_INTERVAL_MINUTES, readGranular } from '../../device-data/granular.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../schemas/deviceData.ts';
import { figure, parameters } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, targetIndustryHeader, text, whole } from '../../../platform/http/schemas/parameters.ts';

const query = z.object({
  unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
  startDate: date().openapi({ description: 'DD/MM/YYYY, first business day' }),
  endDate: date().openapi({ description: 'DD/MM/YYYY, last business day, included' }),
  interval: whole(5, { min: 1, max: MOST_INTERVAL_MINUTES }).openapi({ description: 'Minutes' }),
  divisionFactor: divisionFactor(),
});

const number = z.number().nullable();
const answer = answerWith(
  z.object({
    unitId: z.string(),
    unitName: z.string(),
    siUnit: z.string(),
    interval: z.number().int().openapi({ description: 'Minutes' }),
    readings: z
      .array(
        z.object({
          x: z.string().openapi({ description: 'Start of the bucket, ISO 8601 UTC', format: 'date-time' }),
          value: figure.openapi({
            description: 'Divided by divisionFactor; null: nothing measured; quality: parameter to mean',
          }),
          register: number.openapi({ description: 'Last register value / divisionFactor; null: none' }),
          params: parameters.optional().openapi({ description: 'Electrical parameters, means' }),
          slotsExpected: z
            .number()
            .int()
            .openapi({ description: 'Slots of the unit that begin in the bucket and have ended or hold a reading' }),
          slotsGenuine: z.number().int().openapi({ description: 'Those of them with a genuine reading' }),
          readings: z.number().int().openapi({ description: 'Readings of the bucket' }),
          estimated: z.number().int().openapi({ description: 'Estimated ones among them' }),
        }),
      )
      .readonly(),
  }),
).openapi('GranularData');

/** GET /api/user/granularData (specification, User: other endpoints). */
export const getGranularData = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/granularData',
    tags: ['device data'],
    summary: 'Readings of one unit in buckets of minutes',
    description:
      'Buckets of `interval` minutes from the start of each business day, startDate to endDate included, at most 31 days. Missing buckets are null.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Buckets', answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { interval, ...asked } = c.req.valid('query');
      const data = await readGranular(context, c.get('caller').industry, { ...asked, intervalMinutes: interval });
      return c.json({ ...done('Granular data'), data }, 200);
    },
);
