import type { Querier } from '../database/database.ts';
import type { PlacedSample } from '../domain/processors/roll-up.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { numbersOf, plainArray } from './array-literal.ts';

interface ReadingsRow {
  unit_key: number;
  instants: string; readings: string; registers: string;
  /** Instants of the readings that are so; null: none is. */
  estimated: string | null; offline: string | null; excluded: string | null;
}

/**
 * Every reading of these units on one business day, in time order, each with its elapsed minute of the day.
 * @param dayStart start of the day on the clock that places its readings.
 */
export async function readingsOfDay(db: Querier, unitKeys: readonly number[], date: BusinessDate, dayStart: EpochMillis): Promise<{ unitKey: number; rows: PlacedSample[] }[]> {
  if (unitKeys.length === 0) return [];
  const rows = await db.rows<ReadingsRow>('rollups.readings', [plainArray(unitKeys), date]);
  return rows.map((row) => ({ unitKey: row.unit_key, rows: toSamples(row, dayStart) }));
}

const NONE: ReadonlySet<number | null> = new Set();
const instantsIn = (literal: string | null): ReadonlySet<number | null> => (literal === null ? NONE : new Set(numbersOf(literal)));

function toSamples(row: ReadingsRow, dayStart: EpochMillis): PlacedSample[] {
  const [values, registers] = [numbersOf(row.readings), numbersOf(row.registers)];
  const [estimated, offline, excluded] = [instantsIn(row.estimated), instantsIn(row.offline), instantsIn(row.excluded)];
  let isAscending = true;
  let previousEpochMs = -Infinity;
  const samples = numbersOf(row.instants).map((seconds, index): PlacedSample => {
    const epochMs = Math.round((seconds ?? 0) * 1000);
    isAscending &&= epochMs >= previousEpochMs;
    previousEpochMs = epochMs;
    return {
      // Readings recorded before clocks were dated may lie outside the day as it counts now: the first hour takes the early ones.
      epochMs, minute: Math.max(0, Math.floor((epochMs - dayStart) / 60_000)), value: values[index] ?? null,
      register: excluded.has(seconds) ? null : registers[index] ?? null, estimated: estimated.has(seconds), offline: offline.has(seconds),
    };
  });
  return isAscending ? samples : samples.sort((a, b) => a.epochMs - b.epochMs);
}
