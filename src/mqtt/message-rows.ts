import { isObject } from '../domain/json.ts';
import { jsonText, shown } from '../domain/reading/shown.ts';
import type { RawRow } from '../services/readings/batch.ts';

/** The topic says which unit it is; a payload may leave it out but must not say otherwise. */
function rowOf(reading: unknown, unitId: string): RawRow {
  if (!isObject(reading)) return { text: jsonText(reading), unitId, code: 'not_a_reading', problem: `${shown(reading)} is not a reading, allowed is an object` };
  const named = reading['unitId'];
  if (named === undefined || named === null || named === unitId) return { row: { ...reading, unitId } };
  return { text: jsonText(reading), unitId, code: 'unit_mismatch', problem: `the payload says unitId ${shown(named)}, the topic says ${shown(unitId)}` };
}

/** Rows of one message: one reading or a list of them. A payload that is neither is one refused row. */
export function messageRows(payload: Uint8Array, unitId: string): RawRow[] {
  const text = new TextDecoder().decode(payload);
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    return [{ text, unitId, code: 'not_a_reading', problem: `the payload is not JSON: ${error instanceof Error ? error.message : String(error)}` }];
  }
  return Array.isArray(parsed) ? parsed.map((reading) => rowOf(reading, unitId)) : [rowOf(parsed, unitId)];
}
