import { createRoute, z } from '@hono/zod-openapi';
import { V1_TYPES } from '../../rules/figures/span.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor, completeness } from '../schemas/deviceData.ts';
import { boundField, figure, unheard } from '../../../platform/http/schemas/document.ts';
import { done, errors, ok, TOKEN_ERRORS, answerWith } from '../../../platform/http/schemas/envelope.ts';
import {
  date,
  flag,
  optionalDate,
  optionalText,
  targetIndustryHeader,
  text,
} from '../../../platform/http/schemas/parameters.ts';
import { readV1 } from '../../device-data/v1.ts';

const number = z.number().nullable();
const status = z
  .enum(['ok', 'estimated', 'missing', 'upcoming'])
  .openapi({ description: 'estimated: part of it was booked without a genuine reading; upcoming: it has not begun' });

const unit = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    categoryType: z.string().openapi({ description: 'standardCategoryId of the unit' }),
    readings: z
      .array(
        z.object({
          timestamp: z.string().openapi({ description: 'Start of the bucket, ISO 8601 UTC', format: 'date-time' }),
          value: figure.openapi({
            description: 'Divided by divisionFactor; null: missing; quality: parameter to mean',
          }),
          unit: z.string(),
          status,
          coverage: number.openapi({ description: '0 to 1' }),
          estimatedShare: number.openapi({ description: 'Estimated readings / readings' }),
          bound: boundField.optional(),
        }),
      )
      .readonly(),
    statistics: z.object({
      min: figure.openapi({
        description: 'Of buckets without a bound, because others may have had more; amounts: of those that have ended',
      }),
      max: figure,
      avg: figure.openapi({ description: 'Amounts: of buckets that have ended' }),
      total: figure.openapi({ description: 'null for levels and parameters, which do not add up' }),
      ...completeness,
    }),
    unheard: unheard.optional(),
    latest: z
      .object({ timestamp: z.string(), value: figure, register: number, unit: z.string(), status })
      .nullable()
      .optional()
      .openapi({ description: 'Newest reading; present with includeToday' }),
  })
  .openapi('DeviceDataV1Unit');
const units = z.array(unit).readonly();

const v1Answer = answerWith(
  z.object({
    units,
    comparison: z.object({ units }).nullable().openapi({ description: 'The same for date2; null without it' }),
    lastUpdatedTime: z
      .string()
      .nullable()
      .openapi({ description: 'Newest reading, ISO 8601 UTC', format: 'date-time' }),
    qualityWeek: z
      .object({ units, comparison: units.nullable() })
      .nullable()
      .openapi({ description: 'Quality of the seven days up to date1 and date2, with type=HOUR' }),
  }),
).openapi('DeviceDataV1');

const query = z.object({
  date1: date(),
  type: z.enum(V1_TYPES).openapi({
    description: 'HOUR: hours of date1; DAY: days of its month; MONTH: months of its year',
    example: 'HOUR',
  }),
  category: text(200).openapi({ description: 'Key of `categories`', example: 'sourceCategory' }),
  date2: optionalDate().openapi({ description: 'DD/MM/YYYY; gives the second series' }),
  subCategory: optionalText(200).openapi({ description: 'Id of a sub-category; all of the category when absent' }),
  divisionFactor: divisionFactor(),
  includeToday: flag(true).openapi({ description: 'Whether each unit carries its newest reading' }),
});

/** GET /api/user/deviceData (specification, User: device data v1). */
export const getDeviceData = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/deviceData',
    tags: ['device data'],
    summary: 'Figures of a category, first generation',
    description:
      'HOUR: hours of date1; DAY: days of its month; MONTH: months of its year; date2 gives a second series. Only `categories` is searched.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('Figures', v1Answer), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const { date2, subCategory, ...asked } = c.req.valid('query');
      const data = await readV1(context, c.get('caller').industry, {
        ...asked,
        date2: date2 ?? null,
        subCategory: subCategory ?? null,
      });
      return c.json({ ...done('Device data'), data }, 200);
    },
);
