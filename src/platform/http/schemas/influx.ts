import { z } from '@hono/zod-openapi';
import type { InfluxVersion } from '../route-terms.ts';

const errorOfV1 = z.object({ error: z.string() }).openapi('InfluxErrorV1');
const errorOfV2 = z
  .object({
    code: z.string(),
    message: z.string(),
    line: z.number().int().optional().openapi({ description: 'The first line that was refused, from 1' }),
  })
  .openapi('InfluxErrorV2');

const REFUSED =
  'partial write: 1 of 2 lines refused and kept in the quarantine, the others are stored. '
  + "line 2: the tag 'unitId' is missing (1 line) dropped=1";

/** Meaning, message and the word of version 2, by status. */
const ERRORS = {
  400: ['Some lines were refused and the others are stored; or the request does not fit', REFUSED, 'invalid'],
  401: ['No key, a wrong one, or one that has ended', 'Invalid device key', 'unauthorized'],
  403: [
    'The key is of another industry',
    "'targetIndustryId': a device key sends for its own industry only",
    'forbidden',
  ],
  413: [
    'The body expands beyond all reason',
    'The request body expands to more than 200 times its compressed size',
    'request too large',
  ],
  415: [
    'Another encoding than gzip',
    "Content-Encoding 'br' is not accepted here, use gzip or none",
    'unsupported media type',
  ],
  429: ['Too many requests; see Retry-After', 'Too many requests. Please try again later.', 'too many requests'],
  500: ['A fault of the service; the message names the request to quote', 'Internal error.', 'internal error'],
  503: [
    'Busy or not available at the moment; see Retry-After',
    'The database is not available at the moment. Please try again.',
    'unavailable',
  ],
} as const;

/**
 * The error answers of an endpoint that speaks as InfluxDB does, for its documentation.
 * @param isOpen it asks for no key and takes no body.
 */
export function influxErrors(version: InfluxVersion, isOpen: boolean) {
  // Version 1 has no 429: its clients would drop what they sent.
  const statuses = Object.entries(ERRORS).filter(([status]) =>
    isOpen ? status === '500' : version === 'v2' || status !== '429',
  );
  return Object.fromEntries(
    statuses.map(([status, [description, message, code]]) => {
      const media =
        version === 'v1'
          ? { schema: errorOfV1, example: { error: message } }
          : { schema: errorOfV2, example: { code, message, ...(message === REFUSED ? { line: 2 } : {}) } };
      return [status, { description, content: { 'application/json': media } }];
    }),
  );
}
