import { createRoute, z } from '@hono/zod-openapi';
import { askedInstant } from '../../../../platform/http/schemas/instant.ts';
import { endpoint } from '../../../../platform/http/endpoint.ts';
import { divisionFactor } from '../../schemas/deviceData.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';
import {
  oneOf,
  optionalText,
  targetIndustryHeader,
  text,
  whole,
} from '../../../../platform/http/schemas/parameters.ts';
import { readThinned } from '../../../device-data/thinned.ts';

const MOST_POINTS = 8000;

const query = z.object({
  unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
  from: askedInstant().openapi({ description: 'With its offset', example: '2026-01-15T00:30:00Z' }),
  to: askedInstant().openapi({
    description: 'Exclusive; at most 1,100 days after from',
    example: '2026-01-16T00:30:00Z',
  }),
  points: whole(2000, { min: 4, max: MOST_POINTS }).openapi({ description: 'At most; a screen has some thousand' }),
  measure: oneOf(['value', 'register'], 'value').openapi({ description: 'Interval values and levels, or registers' }),
  parameter: optionalText(200).openapi({
    description: 'A named parameter in place of it; quality units show their first one without it',
  }),
  divisionFactor: divisionFactor(),
});

const instant = z.string().openapi({ format: 'date-time' });
const spans = z.array(z.object({ from: instant, to: instant })).readonly();

const thinned = z.object({
  unitId: z.string(),
  unitName: z.string(),
  siUnit: z.string(),
  measure: z.enum(['value', 'register', 'parameter']),
  parameter: z.string().nullable(),
  from: instant,
  to: instant,
  bucketSeconds: z
    .number()
    .openapi({ description: 'Of each such stretch the first, lowest, highest and last reading' }),
  readings: z.number().int().openapi({ description: 'All of the span, those left out included' }),
  estimated: z.number().int(),
  points: z
    .array(z.object({ x: instant, y: z.number().nullable() }))
    .readonly()
    .openapi({ description: 'In order of time; null parts a line where nothing was received' }),
  gaps: spans.openapi({
    description: 'Nothing received for longer than a slot and a half. What was removed is no gap',
  }),
  estimatedSpans: spans.openapi({ description: 'Where readings are estimated' }),
  removed: spans.openapi({
    description: 'Readings are gone from here, by retention or into the archive; figures of those days remain',
  }),
  removedBefore: instant.nullable().openapi({
    description:
      'Retention has removed readings before this instant; figures of those days remain. null: none of the span',
  }),
});

/** GET /api/user/readings/thinned. Spec gap: a year of readings as a line that a page can draw at once. */
export const getReadingsThinned = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/readings/thinned',
    tags: ['device data'],
    summary: 'Readings of one unit as a line, peaks kept',
    description:
      'As few points as asked for, chosen so that a drawn line looks as if it went through all readings. Ask again for a part to see more of it.',
    request: { query, headers: targetIndustryHeader },
    responses: {
      200: ok('The line', answerWith(thinned).openapi('ThinnedReadings')),
      ...errors(400, 404, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { from, to, parameter, ...asked } = c.req.valid('query');
      const data = await readThinned(context, c.get('caller').industry, {
        ...asked,
        parameter: parameter ?? null,
        fromEpochMs: from,
        toEpochMs: to,
      });
      return c.json({ ...done('Readings'), data }, 200);
    },
);
