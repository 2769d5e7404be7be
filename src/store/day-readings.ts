import type { Querier } from '../database/database.ts';
import type { PlacedSample } from '../domain/processors/roll-up.ts';
import type { BusinessDate, EpochMillis } from '../domain/time/types.ts';
import { numbersOf, plainArray, textsOf } from './array-literal.ts';

interface ReadingsRow {
  unit_key: number;
  instants: string; places: string; readings: string; registers: string; estimated: string; offline: string;
}

const DAY_MINUTES = 1440;
/** Readings have whole milliseconds; 23:59:59.999999 stands for whatever lies beyond 24 hours. */
const FOLDED_FROM_SECONDS = 86_399.9995;

/**
 * Every reading of these units on one business day, in time order, each with the minute of its day: where it was recorded,
 * whatever the industry's clock is today, and by elapsed time for what a day of more than 24 hours folds into its last instant.
 */
export async function readingsOfDay(db: Querier, unitKeys: readonly number[], date: BusinessDate, dayStart: EpochMillis): Promise<{ unitKey: number; rows: PlacedSample[] }[]> {
  if (unitKeys.length === 0) return [];
  const rows = await db.rows<ReadingsRow>('rollups.readings', [plainArray(unitKeys), date]);
  const midnightSeconds = Date.parse(date) / 1000;
  return rows.map((row) => ({ unitKey: row.unit_key, rows: toSamples(row, midnightSeconds, dayStart) }));
}

/** @param midnightSeconds start of the day as places on the clock count. */
function toSamples(row: ReadingsRow, midnightSeconds: number, dayStart: EpochMillis): PlacedSample[] {
  const [instants, places, values, registers] = [numbersOf(row.instants), numbersOf(row.places), numbersOf(row.readings), numbersOf(row.registers)];
  const [estimated, offline] = [textsOf(row.estimated), textsOf(row.offline)];
  const minuteOf = (epochMs: EpochMillis, placeSeconds: number): number => {
    const seconds = placeSeconds - midnightSeconds;
    return seconds > FOLDED_FROM_SECONDS ? Math.max(Math.floor((epochMs - dayStart) / 60_000), DAY_MINUTES - 1) : Math.floor(seconds / 60);
  };
  let isAscending = true;
  let previousEpochMs = -Infinity;
  const samples = instants.map((instant, index): PlacedSample => {
    const epochMs = Math.round((instant ?? 0) * 1000);
    isAscending &&= epochMs >= previousEpochMs;
    previousEpochMs = epochMs;
    return {
      epochMs, minute: minuteOf(epochMs, places[index] ?? 0), value: values[index] ?? null, register: registers[index] ?? null,
      estimated: estimated[index] === 't', offline: offline[index] === 't',
    };
  });
  return isAscending ? samples : samples.sort((a, b) => a.epochMs - b.epochMs);
}
