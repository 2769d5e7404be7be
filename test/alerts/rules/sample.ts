import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import type { DocumentDay } from '../../../src/alerts/rules/inputs.ts';
import type { WatchedReading } from '../../../src/alerts/rules/types.ts';
import type { Unit } from '../../../src/kernel/measure/unit.ts';
import { processDay } from '../../../src/figures/rules/processors/registry.ts';
import { businessDateOf, dayWindow } from '../../../src/kernel/time/business-clock.ts';
import { eachDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessClock } from '../../../src/kernel/time/types.ts';
import { dayOf } from '../../figures/rules/processors/builders.ts';

/* The sample readings as rules look at them, without a database. */

export const CANTERBURY: BusinessClock = { timezone: 'Pacific/Auckland', shiftStartAt: '06:00:00', daysOffset: 0 };

const numberOf = (cell: string | undefined): number | null => (cell === undefined || cell === '' ? null : Number(cell));

/** Sample readings of a unit between two instants, ISO 8601; the second not among them. */
export function sampleReadings(unitId: string, from = '2000-01-01T00:00Z', to = '2100-01-01T00:00Z'): WatchedReading[] {
  const file = new URL(`../../../scripts/sample-data/readings-${unitId}.csv.gz`, import.meta.url);
  // The first line names the columns, so every row is an object of texts.
  const rows = parse(gunzipSync(readFileSync(file)), { columns: true }) as Record<string, string>[];
  return rows
    .map((row) => ({
      epochMs: Date.parse(row['createdOn'] ?? ''),
      value: numberOf(row['value']),
      register: numberOf(row['summedValue']),
      estimated: row['interpolated'] === 'true',
      parameters: paramsOf(row['params']),
    }))
    .filter(({ epochMs }) => epochMs >= Date.parse(from) && epochMs < Date.parse(to))
    .sort((a, b) => a.epochMs - b.epochMs);
}

// Written by this repository: parameter to number.
const paramsOf = (cell: string | undefined): Record<string, number> =>
  cell === undefined || cell === '' ? {} : (JSON.parse(cell) as Record<string, number>);

/** The documents of all business days that these readings lie in, by the processors that the service uses. */
export function daysOfReadings(clock: BusinessClock, unit: Unit, readings: readonly WatchedReading[]): DocumentDay[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (first === undefined || last === undefined) return [];
  const byDate = Map.groupBy(readings, ({ epochMs }) => businessDateOf(clock, epochMs));
  return [...eachDate(businessDateOf(clock, first.epochMs), businessDateOf(clock, last.epochMs))].map((date) => {
    const { startEpochMs, endEpochMs, lengthSeconds } = dayWindow(clock, date);
    const own = (byDate.get(date) ?? []).map(({ epochMs, value, register, estimated }) => ({
      second: (epochMs - startEpochMs) / 1000,
      value,
      register,
      estimated,
    }));
    const day = dayOf(unit, own, { date, dayStartEpochMs: startEpochMs, dayLengthSeconds: lengthSeconds });
    return { date, startEpochMs, endEpochMs, document: processDay(day) };
  });
}
