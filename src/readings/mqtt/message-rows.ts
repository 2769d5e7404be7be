import { isObject } from '../../kernel/json.ts';
import type { RefusalCode } from '../rules/reading.ts';
import { jsonText, shortenedText } from '../rules/json-text.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { SentRow } from '../sent-rows.ts';
import { hasTooManyValues, MAX_JSON_ROWS } from '../json-rows.ts';
import { storeOneByOne } from '../store-one-by-one.ts';

// Spec gap: how long a message may be. 20,000 readings, as in a JSON body, are some 3 MB.
export const MAX_PAYLOAD_BYTES = 4 * 1024 * 1024;
const KEPT_BYTES = 1024;

/** The unit is the topic's. A payload may leave the unit out, but must not name another one. */
function rowOf(reading: unknown, unitId: string): SentRow {
  if (!isObject(reading))
    return {
      text: jsonText(reading),
      unitId,
      code: 'not_a_reading',
      problem: `${shortenedText(reading)} is not a reading, allowed is an object`,
    };
  const named = reading['unitId'];
  if (named === undefined || named === null || named === unitId) return { row: { ...reading, unitId } };
  return {
    text: jsonText(reading),
    unitId,
    code: 'unit_mismatch',
    problem: `the payload says unitId ${shortenedText(named)}, the topic says ${shortenedText(unitId)}`,
  };
}

const refused = (payload: Uint8Array, unitId: string, code: RefusalCode, problem: string): SentRow[] => [
  { text: new TextDecoder().decode(payload), unitId, code, problem },
];

const tooLong = (payload: Uint8Array, unitId: string, problem: string): SentRow[] =>
  refused(payload.subarray(0, KEPT_BYTES), unitId, 'message_too_long', problem);

/** Rows of one message: one reading or a list of them. A payload that is neither, or too long, is one refused row. */
export function messageRows(payload: Uint8Array, unitId: string): SentRow[] {
  if (payload.length > MAX_PAYLOAD_BYTES)
    return tooLong(payload, unitId, `the payload has more than ${MAX_PAYLOAD_BYTES} bytes, the most that are allowed`);
  if (hasTooManyValues(payload))
    return tooLong(
      payload,
      unitId,
      `the payload has more values than ${MAX_JSON_ROWS} readings, the most that are allowed`,
    );
  let parsed: unknown;
  try {
    parsed = JSON.parse(new TextDecoder().decode(payload));
  } catch (error) {
    return refused(payload, unitId, 'not_a_reading', `the payload is not JSON: ${reasonOf(error)}`);
  }
  if (!Array.isArray(parsed)) return [rowOf(parsed, unitId)];
  if (parsed.length > MAX_JSON_ROWS)
    return tooLong(payload, unitId, `the payload has ${parsed.length} readings, at most ${MAX_JSON_ROWS} are allowed`);
  return parsed.map((reading) => rowOf(reading, unitId));
}

/** A message with readings of one unit. */
interface UnitMessage {
  readonly unitId: string;
  readonly payload: Uint8Array;
}

/** Messages are parsed one by one, because parsed rows take many times the memory of their text. */
export const rowGroupsOf = (messages: readonly UnitMessage[]): Iterable<SentRow[]> => ({
  *[Symbol.iterator]() {
    for (const { payload, unitId } of messages) yield messageRows(payload, unitId);
  },
});

/** Stores messages of one sender together. A message that cannot be stored is quarantined as it came. */
export const storeMessages = (
  messages: readonly UnitMessage[],
  ingest: (groups: Iterable<SentRow[]>) => Promise<void>,
): Promise<void> =>
  storeOneByOne(
    messages,
    (some) => ingest(rowGroupsOf(some)),
    ({ payload, unitId }) => {
      const text = new TextDecoder().decode(payload);
      return ingest([
        [{ text, unitId, code: 'not_storable', problem: 'the message could not be stored as it is' } as const],
      ]);
    },
  );
