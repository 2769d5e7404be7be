import { createRoute, z } from '@hono/zod-openapi';
import { ServiceError } from '../../../kernel/errors.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { readinessInTime } from '../../../platform/http/surface-app.ts';
import { VERSION } from '../../../platform/version.ts';

/*
 * Requests of InfluxDB's clients before they write. Spec gap: the specification has none of them.
 */

const SHOWN_QUERY = 'create database "water"';

/**
 * Telegraf creates its database before the first write, and goes on with a warning where it cannot. Databases mean
 * nothing here, so each is there already.
 */
export const postInfluxQuery = endpoint(
  createRoute({
    method: 'post',
    path: '/query',
    tags: ['readings'],
    summary: 'The query of InfluxDB 1 for a new database, which does nothing',
    description: 'Telegraf asks it before its first write. Every other query is refused.',
    request: {
      query: z.object({ q: z.string().optional().openapi({ description: 'The query, where the form has none' }) }),
      body: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: z.object({ q: z.string().optional() }),
            example: { q: SHOWN_QUERY },
          },
        },
      },
    },
    responses: {
      200: {
        description: 'The database is there',
        content: {
          'application/json': {
            schema: z
              .object({ results: z.array(z.object({ statement_id: z.number().int() })) })
              .openapi('InfluxResults'),
          },
        },
      },
    },
  }),
  () => (c) => {
    const query = c.req.valid('form').q ?? c.req.valid('query').q ?? '';
    if (!/^\s*create\s+database\s/i.test(query))
      throw new ServiceError(
        400,
        'Only CREATE DATABASE is answered here: figures are read by GET /api/external/latest',
      );
    return c.json({ results: [{ statement_id: 0 }] }, 200);
  },
);

export const getInfluxPing = endpoint(
  createRoute({
    method: 'get',
    path: '/ping',
    tags: ['readings'],
    summary: 'The ping of InfluxDB',
    description: 'Tells that the service answers, with its version in the header X-Influxdb-Version.',
    responses: { 204: { description: 'The service answers' } },
  }),
  () => (c) => c.body(null, 204, { 'X-Influxdb-Version': VERSION }),
);

const health = z
  .object({ name: z.string(), status: z.enum(['pass', 'fail']), message: z.string(), version: z.string() })
  .openapi('InfluxHealth');
const HEALTHY = {
  name: 'metered-water',
  status: 'pass',
  message: 'ready for queries and writes',
  version: VERSION,
} as const;

export const getInfluxHealth = endpoint(
  createRoute({
    method: 'get',
    path: '/health',
    tags: ['readings'],
    summary: 'The health of InfluxDB 2',
    description: 'Tells whether readings can be stored.',
    responses: {
      200: { description: 'Ready', content: { 'application/json': { schema: health } } },
      503: {
        description: 'Not ready',
        content: {
          'application/json': {
            schema: health,
            example: { ...HEALTHY, status: 'fail', message: 'The database is too busy to answer.' },
          },
        },
      },
    },
  }),
  (services) => async (c) => {
    const { problems } = await readinessInTime(services);
    return problems.length === 0
      ? c.json(HEALTHY, 200)
      : c.json({ ...HEALTHY, status: 'fail' as const, message: problems.join(' ') }, 503, { 'Retry-After': '5' });
  },
);
