import { ServiceError } from '../kernel/errors.ts';
import { isObject, hasMoreValues, JsonValueCounter } from '../kernel/json.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import type { SentRow } from './sent-rows.ts';

// Spec gap: how much may be sent as one JSON body.
/** A JSON body is held in memory as a whole. Longer bodies are sent as a stream of lines. */
export const MAX_JSON_BODY_BYTES = 16 * 1024 * 1024;
export const MAX_JSON_ROWS = 20_000;
/** A reading has eight fields, and up to 64 parameters. */
const MAX_JSON_VALUES = MAX_JSON_ROWS * 80;

const tooLarge = (than: string): ServiceError =>
  new ServiceError(413, `The request body ${than}; send more as application/x-ndjson, one reading a line`);

/**
 * Whether the body holds more values than the largest allowed number of readings can have. The count is taken before
 * parsing, which could exhaust memory.
 */
export const hasTooManyValues = (json: Uint8Array): boolean => hasMoreValues(json, MAX_JSON_VALUES);

/**
 * Rows of a JSON document `{"readings": [..]}`, as one group.
 * @throws ServiceError 413 beyond the limits, 1430 for a body that is no JSON or has no readings.
 */
export async function* jsonRows(stream: AsyncIterable<Uint8Array>): AsyncGenerator<SentRow[]> {
  const readings = readingsOf(
    await readJson(stream, {
      bytes: MAX_JSON_BODY_BYTES,
      values: MAX_JSON_VALUES,
      tooLarge,
      most: `${MAX_JSON_ROWS} readings, the most that are allowed as application/json`,
    }),
  );
  if (readings.length > MAX_JSON_ROWS)
    throw tooLarge(`has ${readings.length} readings, at most ${MAX_JSON_ROWS} are allowed as application/json`);
  yield readings.map((row) => ({ row }));
}

interface JsonLimits {
  readonly bytes: number;
  readonly values: number;
  readonly tooLarge: (than: string) => ServiceError;
  /** How the most values are told. */
  readonly most: string;
}

/**
 * A body of JSON, of which no more is held than is allowed.
 * @throws ServiceError 413 beyond the limits, 1430 for a body that is no JSON.
 */
export async function readJson(
  stream: AsyncIterable<Uint8Array>,
  { bytes: mostBytes, values, tooLarge: refusal, most }: JsonLimits,
): Promise<unknown> {
  const pieces: Uint8Array[] = [];
  const counter = new JsonValueCounter();
  let bytes = 0;
  for await (const piece of stream) {
    bytes += piece.length;
    if (bytes > mostBytes) throw refusal(`is larger than ${mostBytes} bytes`);
    if (counter.add(piece) > values) throw refusal(`has more values than ${most}`);
    pieces.push(piece);
  }
  return parsed(new TextDecoder().decode(Buffer.concat(pieces.splice(0))));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new ServiceError(1430, `The request body is not valid JSON: ${reasonOf(error)}`);
  }
}

function readingsOf(body: unknown): readonly unknown[] {
  const other = isObject(body) ? Object.keys(body).find((key) => key !== 'readings') : undefined;
  if (other !== undefined)
    throw new ServiceError(1430, `Invalid 'body': '${other.slice(0, 80)}' is not a field of it, allowed is readings`, [
      { field: other.slice(0, 80), problem: 'is not a field of the body, allowed is readings' },
    ]);
  const readings = isObject(body) ? body['readings'] : undefined;
  if (Array.isArray(readings)) return readings;
  throw new ServiceError(
    1430,
    readings === undefined ? "'readings' missing" : "Invalid 'readings': it is not a list of readings",
    [{ field: 'readings', problem: 'is required: a list of readings' }],
  );
}
