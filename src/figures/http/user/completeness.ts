import { createRoute, z } from '@hono/zod-openapi';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { divisionFactor } from '../schemas/deviceData.ts';
import { figure } from '../../../platform/http/schemas/document.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { date, targetIndustryHeader, text } from '../../../platform/http/schemas/parameters.ts';
import { readCompleteness } from '../../completeness/completeness.ts';

const query = z.object({
  unitId: text(200).openapi({ description: 'A unit of the industry', example: 'CB_BORE_1' }),
  date: date().openapi({ description: 'DD/MM/YYYY, the business day' }),
  divisionFactor: divisionFactor(),
});

const instant = z.string().openapi({ format: 'date-time' });
const readings = z.number().int();

export const dayCompleteness = z
  .object({
    unitId: z.string(),
    unitName: z.string(),
    siUnit: z.string(),
    date: z.string().openapi({ description: 'DD/MM/YYYY' }),
    late: z
      .object({ readings, firstReceivedAt: instant.nullable(), lastReceivedAt: instant.nullable() })
      .openapi({ description: 'Readings that came after the day had ended; estimates are left out' }),
    held: z.object({
      reasons: z
        .array(z.object({ reasonCode: z.string(), reason: z.string(), readings }))
        .readonly()
        .openapi({ description: 'Rejected readings of the day that nobody has decided about, by why' }),
      undated: readings.openapi({ description: 'Rejected rows of the unit that do not say of which day they are' }),
      isComplete: z.boolean().openapi({ description: 'false: only the newest 2,000 rejected rows were looked at' }),
    }),
    change: z
      .object({
        causes: z.array(z.string()).readonly(),
        oldValue: figure.openapi({ description: 'Before it; null also where there was no document' }),
        newValue: figure,
        computedAt: instant,
      })
      .nullable()
      .openapi({
        description:
          'Why the stored figure was written last (causes as in GET /api/user/changes), and what it was before',
      }),
    edits: z
      .array(
        z.object({
          kind: z.enum(['edit', 'delete', 'estimate']),
          readings,
          madeAt: instant,
          undoneAt: instant.nullable(),
        }),
      )
      .readonly()
      .openapi({ description: 'What people did to readings of the day, the newest first, 50 at most' }),
  })
  .openapi('DayCompleteness');

/** GET /api/user/completeness. Spec gap: people who look at a gap ask for late, rejected and healed readings. */
export const getCompleteness = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/completeness',
    tags: ['explain'],
    summary: 'What came late, was rejected or was put right on a day of a unit',
    description:
      'The rest of the reasons beside GET /api/user/explain, which tells silent times, estimates and registers that were left out.',
    request: { query, headers: targetIndustryHeader },
    responses: { 200: ok('The day', answerWith(dayCompleteness)), ...errors(400, 404, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const data = await readCompleteness(context, c.get('caller').industry, c.req.valid('query'));
      return c.json({ ...done('Completeness'), data }, 200);
    },
);
