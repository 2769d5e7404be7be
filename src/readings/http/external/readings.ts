import { Readable } from 'node:stream';
import { createRoute } from '@hono/zod-openapi';
import { ServiceError, unavailable } from '../../../kernel/errors.ts';
import { emptyResult, type IngestResult, type RowGroups } from '../../ingest.ts';
import { csvRows } from '../../csv-rows.ts';
import { jsonRows, MAX_JSON_BODY_BYTES, MAX_JSON_ROWS } from '../../json-rows.ts';
import { ndjsonRows } from '../../ndjson-rows.ts';
import { receiveSent, storedText, withStored } from './receive-sent.ts';
import type { HttpContext } from '../../../platform/http/environment.ts';
import { asServiceError } from '../../../platform/http/errors.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../platform/http/schemas/envelope.ts';
import { targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { countsOf, ingestAnswer, ingestInterrupted, readingRow } from '../schemas/readings.ts';
import { streamedBody } from '../../../platform/http/streamed-body.ts';

/** @throws ServiceError 415 for a content type that is neither JSON, lines of JSON nor CSV. */
function rowsOf(c: HttpContext): RowGroups {
  const type = (c.req.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type === 'application/x-ndjson') return ndjsonRows(streamedBody(c, 'in pieces'));
  if (type === 'application/json') return jsonRows(streamedBody(c, 'whole'));
  if (type === 'text/csv') return csvRows(Readable.from(streamedBody(c, 'in pieces')));
  throw new ServiceError(
    415,
    `Content-Type '${type.slice(0, 80)}' is not accepted here, use application/json, application/x-ndjson or text/csv`,
  );
}

/** Two sent readings: the first is stored, the second goes to quarantine. */
const SENT = [
  { unitId: 'M2', createdOn: '2026-01-16T06:05:00+05:30', value: 800, summedValue: 128_400 },
  { unitId: 'NO_SUCH', createdOn: '2026-01-16T06:05:00+05:30', value: 1 },
];

const SENT_CSV = 'unitId,createdOn,value,summedValue\nM2,2026-01-16T06:05:00+05:30,800,128400\n';

const interrupted = {
  description: 'The database was lost on the way, or too much is being sent at this moment',
  content: {
    'application/json': {
      schema: ingestInterrupted,
      example: {
        status: 'failed' as const,
        status_code: 503 as const,
        message: `${unavailable().message} What data counts is stored; sending everything again is safe.`,
        data: { received: 5000, inserted: 5000, updated: 0, unchanged: 0, rejected: 0, errors: [] },
      },
    },
  },
};

/**
 * POST /api/external/readings (docs/reference/api-choices.md, Readings HTTP). Spec gap: CSV is taken as the import
 * takes it. Screening for SQL covers names of parameters only, because every other text of a row is parsed or looked
 * up, never stored.
 */
export const postReadings = endpoint(
  createRoute({
    method: 'post',
    path: '/api/external/readings',
    tags: ['readings'],
    summary: 'Send readings',
    description:
      `JSON of up to ${MAX_JSON_ROWS} readings and ${MAX_JSON_BODY_BYTES} bytes, or lines of JSON or CSV of any length; `
      + 'each may be gzip. Idempotent: the same readings again change nothing. '
      + 'A bad reading does not take good ones down with it. '
      + 'Answered after commit. 503 carries the counts so far; sending everything again is safe.',
    request: { headers: targetIndustryHeader },
    // The body is declared here instead of under `request`, because it is read as a stream and not by the validator.
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['readings'],
            properties: { readings: { type: 'array', items: { $ref: '#/components/schemas/Reading' } } },
          },
          example: { readings: SENT },
        },
        'application/x-ndjson': { schema: { $ref: '#/components/schemas/Reading' }, example: SENT[0] },
        'text/csv': { schema: { type: 'string' }, example: SENT_CSV },
      },
    },
    responses: { 200: ok('Verdict', ingestAnswer), ...errors(400, ...TOKEN_ERRORS), 503: interrupted },
  }),
  (services, app) => {
    app.openAPIRegistry.register('Reading', readingRow);
    return async (c) => {
      let soFar: Readonly<IngestResult> = emptyResult();
      try {
        const result = await receiveSent(
          services,
          c,
          () => rowsOf(c),
          (progress) => {
            soFar = progress;
          },
        );
        return c.json({ ...done(storedText(result)), data: countsOf(result) }, 200);
      } catch (error) {
        const known = asServiceError(error);
        if (known?.code !== 503) throw withStored(error, soFar);
        const message = `${known.message} What data counts is stored; sending everything again is safe.`;
        return c.json({ status: 'failed' as const, status_code: 503 as const, message, data: countsOf(soFar) }, 503, {
          'Retry-After': '5',
        });
      }
    };
  },
);
