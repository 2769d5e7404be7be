import { z } from '@hono/zod-openapi';
import { answerWith } from '../../../platform/http/schemas/envelope.ts';
import { completeness } from './deviceData.ts';

const number = z.number().nullable();
const figure = z.union([number, z.record(z.string(), number)]);
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
        }),
      )
      .readonly(),
    statistics: z.object({
      min: figure,
      max: figure,
      avg: figure,
      total: figure.openapi({ description: 'null for levels and parameters, which do not add up' }),
      ...completeness,
    }),
    latest: z
      .object({ timestamp: z.string(), value: figure, register: number, unit: z.string(), status })
      .nullable()
      .optional()
      .openapi({ description: 'Newest reading; present with includeToday' }),
  })
  .openapi('DeviceDataV1Unit');
const units = z.array(unit).readonly();

export const v1Answer = answerWith(
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
