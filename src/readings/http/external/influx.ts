import { createRoute, z } from '@hono/zod-openapi';
import { counted } from '../../../kernel/text.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import { type Endpoint, endpoint } from '../../../platform/http/endpoint.ts';
import { asServiceError } from '../../../platform/http/errors.ts';
import type { InfluxVersion } from '../../../platform/http/route-terms.ts';
import { optional, targetIndustryHeader } from '../../../platform/http/schemas/parameters.ts';
import { streamedBody } from '../../../platform/http/streamed-body.ts';
import { emptyResult, type IngestResult } from '../../ingest.ts';
import { lineRows } from '../../line-rows.ts';
import { PRECISIONS, type PrecisionName } from '../../rules/line-protocol/timestamp.ts';
import { receiveSent } from './receive-sent.ts';

/**
 * Each reason for a refusal once, with the first line that it befell, because ten thousand lines of one device have one
 * mistake.
 */
function refusedText({ received, rejected, reasons, examples }: Readonly<IngestResult>): string {
  const kinds = Object.entries(examples)
    .sort(([, one], [, other]) => one.index - other.index)
    .map(([code, { index, reason }]) => `line ${index}: ${reason} (${counted(reasons[code] ?? 0, 'line')})`);
  const rest = received === rejected ? 'none is stored' : 'the others are stored';
  return `partial write: ${rejected} of ${counted(received, 'line')} refused and kept in the quarantine, ${rest}. ${kinds.join('; ')} dropped=${rejected}`;
}

/** The first line that was refused. */
const firstRefused = ({ errors }: Readonly<IngestResult>): number => errors[0]?.index ?? 1;

const PRECISION_NAMES = Object.keys(PRECISIONS) as [PrecisionName, ...PrecisionName[]]; // its keys, and there are some
const SHOWN_LINE = 'water,unitId=M2 value=800,summedValue=128400 1768523700000000000\n';

const ignored = (name: string) =>
  z
    .string()
    .optional()
    .openapi({ description: `Means nothing here: the key says whose readings these are`, example: name });

const precision = optional(z.enum(PRECISION_NAMES)).openapi({
  description: 'Of the timestamps; ns when absent. n, u, m and h are words of version 1',
  example: 'ns',
});

const QUERIES = {
  v1: z.object({ precision, db: ignored('water'), rp: ignored('autogen') }),
  v2: z.object({ precision, org: ignored('works'), bucket: ignored('water') }),
};

const WAYS = {
  v1: 'The key is the password of HTTP Basic or of the parameters `u` and `p`, or comes as `Authorization: Token`.',
  v2: 'The key comes as `Authorization: Token`.',
};

/**
 * Readings as InfluxDB line protocol (docs/reference/api-choices.md, Readings line protocol). Spec gap: it is an
 * addition. Agents such as Telegraf speak it by themselves. They drop a batch that gets 400, so what was refused
 * of it waits in the quarantine, like every refused row.
 */
const writeEndpoint = (version: InfluxVersion, path: string): Endpoint =>
  endpoint(
    createRoute({
      method: 'post',
      path,
      tags: ['readings'],
      summary: `Send readings as InfluxDB ${version === 'v1' ? '1' : '2'} takes points`,
      description:
        `Line protocol of any length, which may be gzip. ${WAYS[version]} The tag \`unitId\` (or \`unit\`) names the unit, `
        + 'fields are those of a reading, and any other field is a parameter of the unit. '
        + '204 comes after commit. A bad line does not take good ones down with it: 400 tells of each kind of mistake '
        + 'once, and everything else is stored. Idempotent, except for lines without a timestamp, which are of now.',
      request: { headers: targetIndustryHeader, query: QUERIES[version] },
      // Declared here instead of under `request`, because it is read as a stream.
      requestBody: {
        required: true,
        content: { 'text/plain': { schema: { type: 'string' }, example: SHOWN_LINE } },
      },
      responses: { 204: { description: 'All lines are stored' } },
    }),
    (services) => async (c) => {
      const { precision: named = 'ns' } = c.req.valid('query');
      const arrivedAt = services.context.clock.now();
      let soFar: Readonly<IngestResult> = emptyResult();
      try {
        const body = streamedBody(c, 'in pieces');
        const result = await receiveSent(
          services,
          c,
          ({ units }) => lineRows(body, { units, precision: named, arrivedAt }),
          (progress) => {
            soFar = progress;
          },
        );
        if (result.rejected === 0) return c.body(null, 204);
        const message = refusedText(result);
        return version === 'v1'
          ? c.json({ error: message }, 400)
          : c.json({ code: 'invalid', message, line: firstRefused(result) }, 400);
      } catch (error) {
        const known = asServiceError(error);
        if (known === null || soFar.received === 0) throw error;
        throw new ServiceError(
          known.code,
          `${known.message} ${counted(soFar.received - soFar.rejected, 'line')} stored before that; sending all again is safe.`,
        );
      }
    },
  );

export const postInfluxV2Write = writeEndpoint('v2', '/api/v2/write');
export const postInfluxV1Write = writeEndpoint('v1', '/write');
