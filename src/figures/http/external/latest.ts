import { createRoute, z } from '@hono/zod-openapi';
import { largeAnswer } from '../../../platform/http/large-answer.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../schemas/deviceData.ts';
import { parameters } from '../../../platform/http/schemas/document.ts';
import { errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader, text } from '../../../platform/http/schemas/parameters.ts';
import { readLatestOfUnit, readLatestOfAll } from '../../latest/latest.ts';

/** The newest reading of a unit; the keys after timestamp are ours (Spec gap, see figures/latest). */
const latestObject = z
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

/** GET /api/external/latest/all (specification, External). */
export const getLatestAll = endpoint(
  createRoute({
    method: 'get',
    path: '/api/external/latest/all',
    tags: ['latest'],
    summary: 'The most recent reading of every unit that ever transmitted',
    request: { query: z.object({ divisionFactor: divisionFactor() }), headers: targetIndustryHeader },
    responses: {
      200: ok(
        'The readings',
        z.object({ data: z.array(latestObject), status: z.literal('Success') }).openapi('LatestReadings'),
      ),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) =>
      largeAnswer(c, {
        data: await readLatestOfAll(context, c.get('caller').industry, c.req.valid('query').divisionFactor),
        status: 'Success' as const,
      }),
);

/** GET /api/external/latest/unit (specification, External). */
export const getLatestUnit = endpoint(
  createRoute({
    method: 'get',
    path: '/api/external/latest/unit',
    tags: ['latest'],
    summary: 'The most recent reading of one unit, whatever its date',
    request: {
      query: z.object({
        unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
        divisionFactor: divisionFactor(),
      }),
      headers: targetIndustryHeader,
    },
    responses: {
      200: ok(
        'The reading',
        z.object({ data: latestObject, status: z.literal('Success') }).openapi('LatestReadingOfUnit'),
      ),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const asked = c.req.valid('query');
      return c.json(
        {
          data: await readLatestOfUnit(context, c.get('caller').industry, asked.unitId, asked.divisionFactor),
          status: 'Success' as const,
        },
        200,
      );
    },
);
