import { createRoute, z } from '@hono/zod-openapi';
import { discardRows, type QuarantineCase, readQuarantine, releaseRows } from '../../quarantine.ts';
import { actorOf } from '../../../platform/http/actor.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { answerWith, done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { jsonBody, oneOf, targetIndustryHeader, whole } from '../../../platform/http/schemas/parameters.ts';

// Spec gap: the specification has no quarantine. Rejected readings would be lost without one.
const MAX_PAGE = 500;
const MAX_IDS = 1000;

export const quarantineCase = z
  .object({
    id: z.number().int(),
    unitId: z.string().nullable(),
    raw: z.string().openapi({ description: 'The row as it was sent' }),
    reasonCode: z.string().openapi({ description: 'For programs', example: 'unit_unknown' }),
    reason: z.string(),
    source: z.string().openapi({ description: 'http, csv, mqtt, quarantine or archive' }),
    receivedAt: z.string().openapi({ description: 'When it came first, ISO 8601 UTC', format: 'date-time' }),
    timesReceived: z.number().int(),
    status: z.enum(['held', 'released', 'discarded']),
    decidedBy: z.string().nullable().openapi({ description: 'userId; null while held' }),
    decidedAt: z.string().nullable().openapi({ description: 'ISO 8601 UTC; null while held' }),
  })
  .openapi('QuarantineCase');

const caseOf = ({ quarantineId, receivedAt, decidedAt, ...same }: QuarantineCase): z.infer<typeof quarantineCase> => ({
  id: quarantineId,
  ...same,
  receivedAt: receivedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

const pageQuery = z.object({
  status: oneOf(['held', 'released', 'discarded'], 'held').openapi({ description: 'held: nobody has decided yet' }),
  after: whole(0, { min: 0 }).openapi({ description: 'Ids above this one; `next` of the page before' }),
  limit: whole(100, { min: 1, max: MAX_PAGE }).openapi({ description: 'Rows of a page' }),
});

const ids = z
  .array(z.number().int().min(1).max(Number.MAX_SAFE_INTEGER))
  .min(1)
  .max(MAX_IDS, `is a list of more than ${MAX_IDS} ids`)
  .openapi({ description: 'Ids of GET /api/user/quarantine', example: [101] });
const idList = z.array(z.number().int());

export const getQuarantine = endpoint(
  createRoute({
    method: 'get',
    path: '/api/user/quarantine',
    tags: ['quarantine'],
    summary: 'Rejected readings, in order of arrival',
    request: { query: pageQuery, headers: targetIndustryHeader },
    responses: {
      200: ok(
        'A page',
        answerWith(
          z.object({
            cases: z.array(quarantineCase),
            next: z
              .number()
              .int()
              .nullable()
              .openapi({ description: 'Ask for `after` with this; null: there is no more' }),
          }),
        ),
      ),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { status, after, limit } = c.req.valid('query');
      const found = await readQuarantine(context, c.get('caller').industryKey, status, after, limit + 1);
      const page = found.slice(0, limit);
      return c.json(
        {
          ...done('Quarantine'),
          data: { cases: page.map(caseOf), next: found.length > limit ? (page.at(-1)?.quarantineId ?? null) : null },
        },
        200,
      );
    },
);

const releaseBody = z
  .object({
    ids,
    reading: z
      .record(z.string(), z.unknown())
      .optional()
      .openapi({
        description: 'Fields that replace those of every row; null takes a field out',
        example: { unitId: 'M2' },
      }),
  })
  .strict();
const releaseAnswer = z.object({
  released: idList,
  held: z.array(z.object({ id: z.number().int(), reason: z.string() })),
  notHeld: idList,
});

export const postQuarantineRelease = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/quarantine/release',
    tags: ['quarantine'],
    summary: 'Submit rejected readings again, with corrections',
    description: 'A row that is refused again stays held. A row that was decided before is in `notHeld`.',
    request: { headers: targetIndustryHeader, body: jsonBody(releaseBody) },
    responses: { 200: ok('What became of each', answerWith(releaseAnswer)), ...errors(400, ...TOKEN_ERRORS) },
  }),
  ({ context }) =>
    async (c) => {
      const given = c.req.valid('json');
      const { industry } = c.get('caller');
      const { released, held, notHeld } = await releaseRows(
        context,
        { industry, ids: given.ids, by: actorOf(c) },
        given.reading ?? {},
      );
      return c.json(
        {
          ...done(`${released.length} released, ${held.length} refused again`),
          data: { released: [...released], held: [...held], notHeld: [...notHeld] },
        },
        200,
      );
    },
);

export const postQuarantineDiscard = endpoint(
  createRoute({
    method: 'post',
    path: '/api/user/quarantine/discard',
    tags: ['quarantine'],
    summary: 'Give rejected readings up',
    description: 'The rows stay on record as discarded; the same rows sent again stay so.',
    request: { headers: targetIndustryHeader, body: jsonBody(z.object({ ids }).strict()) },
    responses: {
      200: ok('What became of each', answerWith(z.object({ discarded: idList, notHeld: idList }))),
      ...errors(400, ...TOKEN_ERRORS),
    },
  }),
  ({ context }) =>
    async (c) => {
      const { industry } = c.get('caller');
      const { discarded, notHeld } = await discardRows(context, {
        industry,
        ids: c.req.valid('json').ids,
        by: actorOf(c),
      });
      return c.json(
        { ...done(`${discarded.length} discarded`), data: { discarded: [...discarded], notHeld: [...notHeld] } },
        200,
      );
    },
);
