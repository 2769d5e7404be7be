import { z } from '@hono/zod-openapi';

const parameters = z.record(z.string(), z.number().nullable());

/** The newest reading of a unit; the keys after timestamp are ours (Spec gap, see domain/latest). */
export const latestObject = z.object({
  unitId: z.string(),
  unitName: z.string(),
  value: z.union([z.number(), parameters]).nullable().openapi({ description: 'Raw / divisionFactor; stock: the level; quality: object parameter to number' }),
  siUnit: z.string(),
  timestamp: z.string().openapi({ description: 'ISO 8601 UTC, the device\'s own instant', example: '2026-01-15T06:00:00.000Z' }),
  registerValue: z.number().nullable().openapi({ description: 'Cumulative register / divisionFactor' }),
  estimated: z.boolean(),
  percentage: z.number().nullable().optional().openapi({ description: 'Stock units: the reading itself' }),
  paramValue: parameters.optional().openapi({ description: 'Named parameters of units that are not quality units' }),
}).openapi('LatestReading');
