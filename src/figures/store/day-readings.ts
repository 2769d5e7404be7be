import type { Querier } from '../../platform/database/database.ts';
import type { Sample } from '../rules/processors/types.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { numbersOf, plainArray } from '../../platform/database/array-literal.ts';

interface ReadingsRow {
  unitKey: number;
  instants: string;
  readings: string;
  registers: string;
  /** Instants of the readings that are so; null: none is. */
  estimated: string | null;
  offline: string | null;
  excluded: string | null;
}

/** Every reading of these units on one business day, in time order. */
export async function readingsOfDay(
  db: Querier,
  unitKeys: readonly number[],
  date: BusinessDate,
): Promise<{ unitKey: number; rows: Sample[] }[]> {
  if (unitKeys.length === 0) return [];
  const rows = await db.many<ReadingsRow>('rollups.readings', { unitKeys: plainArray(unitKeys), date });
  return rows.map((row) => ({ unitKey: row.unitKey, rows: toSamples(row) }));
}

const NONE: ReadonlySet<number | null> = new Set();
const instantsIn = (literal: string | null): ReadonlySet<number | null> =>
  literal === null ? NONE : new Set(numbersOf(literal));

function toSamples(row: ReadingsRow): Sample[] {
  const [values, registers] = [numbersOf(row.readings), numbersOf(row.registers)];
  const [estimated, offline, excluded] = [instantsIn(row.estimated), instantsIn(row.offline), instantsIn(row.excluded)];
  let isAscending = true;
  let previousEpochMs = -Infinity;
  const samples = numbersOf(row.instants).map((seconds, index): Sample => {
    const epochMs = Math.round((seconds ?? 0) * 1000);
    isAscending &&= epochMs >= previousEpochMs;
    previousEpochMs = epochMs;
    return {
      epochMs,
      value: values[index] ?? null,
      register: excluded.has(seconds) ? null : (registers[index] ?? null),
      estimated: estimated.has(seconds),
      offline: offline.has(seconds),
    };
  });
  return isAscending ? samples : samples.sort((a, b) => a.epochMs - b.epochMs);
}
