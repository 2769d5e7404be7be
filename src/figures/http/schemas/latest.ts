import { z } from '@hono/zod-openapi';

const parameters = z.record(z.string(), z.number().nullable());

/** The newest reading of a unit; the keys after timestamp are ours (Spec gap, see domain/latest). */
export const latestObject = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    value: z.union([z.number(), parameters]).nullable().openapi({
      description:
        'Raw / divisionFactor; stock: the level; quality: object parameter to number; null: nothing measured',
    }),
    siUnit: z.string().openapi({ description: 'Unit of measure after division, e.g. KL', example: 'KL' }),
    timestamp: z.string().openapi({
      description: "ISO 8601 UTC, the device's own instant",
      format: 'date-time',
      example: '2026-01-15T06:00:00.000Z',
    }),
    registerValue: z
      .number()
      .nullable()
      .openapi({ description: 'Cumulative register / divisionFactor; null: none was sent' }),
    estimated: z.boolean().openapi({ description: 'Filled in by the device, not measured' }),
    percentage: z.number().nullable().optional().openapi({ description: 'Stock units: the reading itself' }),
    paramValue: parameters.optional().openapi({ description: 'Named parameters of units that are not quality units' }),
  })
  .openapi('LatestReading');
