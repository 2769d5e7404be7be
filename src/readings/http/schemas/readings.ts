import { z } from '@hono/zod-openapi';
import { answerWith } from '../../../platform/http/schemas/envelope.ts';
import type { IngestResult } from '../../ingest.ts';

export const ingestCounts = z.object({
  received: z.number().int().openapi({ description: 'inserted + updated + unchanged + rejected' }),
  inserted: z.number().int(),
  updated: z.number().int().openapi({ description: 'Corrected: the same unit and instant with other figures' }),
  unchanged: z.number().int().openapi({ description: 'Already stored exactly so' }),
  rejected: z.number().int().openapi({ description: 'Kept in the quarantine with the reason' }),
  errors: z
    .array(z.object({ index: z.number().int(), unitId: z.string().nullable(), reason: z.string() }))
    .openapi({ description: 'The first 100 rejections; index counts rows from 0' }),
});

export const ingestAnswer = answerWith(ingestCounts).openapi('IngestAnswer');

/** The answer when the database is lost on the way: the counts of rows that had been committed until then. */
export const ingestInterrupted = z
  .object({ status: z.literal('failed'), status_code: z.literal(503), message: z.string(), data: ingestCounts })
  .openapi('IngestInterrupted');

export const countsOf = ({
  received,
  inserted,
  updated,
  unchanged,
  rejected,
  errors,
}: Readonly<IngestResult>): z.infer<typeof ingestCounts> => ({
  received,
  inserted,
  updated,
  unchanged,
  rejected,
  errors: [...errors],
});

const number = z.number().nullable().optional();

/**
 * One reading as a sender writes it. This schema serves the documentation alone: rules/parse-reading.ts checks the
 * rows.
 */
export const readingRow = z
  .object({
    unitId: z.string().openapi({ description: 'A unit of the industry', example: 'M2' }),
    createdOn: z.string().openapi({
      description: 'ISO 8601 instant with offset',
      format: 'date-time',
      example: '2026-01-16T06:05:00+05:30',
    }),
    value: z
      .union([z.number(), z.record(z.string(), z.number())])
      .nullable()
      .optional()
      .openapi({ description: 'Interval value in milli-units, or parameter to number (quality)', example: 800 }),
    summedValue: number.openapi({ description: 'Register value in milli-units', example: 128_400 }),
    interpolated: z.boolean().optional().openapi({ description: 'Estimated, not measured' }),
    offlinePeriod: number.openapi({ description: 'Minutes the device was offline before this reading' }),
    paramValue: z
      .record(z.string(), z.number())
      .nullable()
      .optional()
      .openapi({ description: 'Electrical parameters, each in its own unit' }),
  })
  .openapi('Reading');
