import { z } from '@hono/zod-openapi';
import { formatRequestDate, monthOf } from '../../../kernel/time/business-date.ts';
import type { WaterRatioMonth, WaterRatioRecord } from '../../rules/water-ratio/record.ts';
import { date } from '../../../platform/http/schemas/parameters.ts';

/** Required time of day HH:MM:SS. */
const time = () =>
  z
    .string()
    .min(1)
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/, 'is not a time HH:MM:SS')
    .openapi({ example: '06:00:00', description: 'HH:MM:SS, local to the industry' });

export const recordQuery = z.object({ date: date(), time: time() });

/** Names and values are checked by domain/water-ratio, which names what is wrong with which. */
export const fieldsBody = z.record(z.string(), z.unknown()).openapi({
  description:
    'Data fields: name to any value, at most 100 and 16 KiB. date, time, industryId and recordCount are reserved.',
  example: { ratio: 0.82, produced: 1200, consumed: 984 },
});

export const recordAnswer = z
  .object({
    date: z.string().openapi({ description: 'DD/MM/YYYY; type=monthly: MM/YYYY', example: '15/01/2026' }),
    time: z.string().nullable().openapi({ description: 'HH:MM:SS; type=monthly: null', example: '06:00:00' }),
    industryId: z.string(),
  })
  .catchall(z.unknown())
  .openapi('WaterRatioRecord');

type RecordAnswer = z.infer<typeof recordAnswer>;

export const recordAnswerOf = (industryId: string, record: WaterRatioRecord): RecordAnswer => ({
  ...record.fields,
  date: formatRequestDate(record.date),
  time: record.time,
  industryId,
});

/**
 * Spec gap: what "aggregated per month" does. The mean of every numeric field over the records that have it, and how
 * many records there are.
 */
export const monthAnswerOf = (industryId: string, month: WaterRatioMonth): RecordAnswer => ({
  ...month.means,
  date: monthOf(month.month),
  time: null,
  industryId,
  recordCount: month.recordCount,
});
