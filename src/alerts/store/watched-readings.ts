import type { Querier } from '../../platform/database/database.ts';
import { mapInPieces } from '../../kernel/pieces.ts';
import type { WatchedReading } from '../rules/types.ts';
import { numbersOf, plainArray, timestampArray } from '../../platform/database/array-literal.ts';

/** Positions on the industry's clock, `yyyy-MM-dd HH:MM:SS.mmm`: one unit's readings from here on. */
interface WatchedSpan {
  readonly unitKey: number;
  readonly fromAt: string;
}

interface ReadingsRow {
  unitKey: number;
  instants: string;
  readings: string;
  registers: string;
  estimated: string | null;
}
interface SamplesRow {
  unitKey: number;
  name: string;
  instants: string;
  samples: string;
}

const NO_PARAMETERS: Readonly<Record<string, number>> = {};
const epochMsOf = (seconds: number | null): number => Math.round((seconds ?? 0) * 1000);

/**
 * Readings of units before a position on the clock, by unit key, in time order. Units without any are absent.
 * @param withParameters units of which named parameters are looked at.
 */
export async function watchedReadings(
  db: Querier,
  spans: readonly WatchedSpan[],
  beforeAt: string,
  withParameters: ReadonlySet<number>,
): Promise<Map<number, WatchedReading[]>> {
  const rows = await select<ReadingsRow>(db, 'watched-readings.readings', spans, beforeAt);
  const samples = await select<SamplesRow>(
    db,
    'watched-readings.parameters',
    spans.filter(({ unitKey }) => withParameters.has(unitKey)),
    beforeAt,
  );
  const samplesOf = Map.groupBy(samples, (row) => row.unitKey);
  return new Map(
    await mapInPieces(
      rows,
      (row) => [row.unitKey, toReadings(row, parametersAt(samplesOf.get(row.unitKey) ?? []))] as const,
    ),
  );
}

/** Readings of spans without parameters, in the order of the spans and in time order. */
export async function readingsOfSpans(
  db: Querier,
  spans: readonly (WatchedSpan & { readonly beforeAt: string })[],
): Promise<WatchedReading[][]> {
  const [earliest] = spans.map(({ fromAt }) => fromAt).sort();
  const latest = spans
    .map(({ beforeAt }) => beforeAt)
    .sort()
    .at(-1);
  if (earliest === undefined || latest === undefined) return [];
  const rows = await db.many<Omit<ReadingsRow, 'unitKey'> & { place: number }>('watched-readings.spans', {
    unitKeys: plainArray(spans.map(({ unitKey }) => unitKey)),
    fromAts: timestampArray(spans.map(({ fromAt }) => fromAt)),
    beforeAts: timestampArray(spans.map(({ beforeAt }) => beforeAt)),
    earliest,
    latest,
  });
  const found = new Map(await mapInPieces(rows, (row) => [row.place, toReadings(row, new Map())] as const));
  return spans.map((_, index) => found.get(index + 1) ?? []);
}

const select = async <Row>(
  db: Querier,
  statement: string,
  spans: readonly WatchedSpan[],
  beforeAt: string,
): Promise<Row[]> => {
  const [earliest] = spans.map(({ fromAt }) => fromAt).sort();
  if (earliest === undefined) return [];
  return db.many<Row>(statement, {
    unitKeys: plainArray(spans.map(({ unitKey }) => unitKey)),
    fromAts: timestampArray(spans.map(({ fromAt }) => fromAt)),
    beforeAt,
    earliest,
  });
};

/** Instant to parameters. */
function parametersAt(rows: readonly SamplesRow[]): ReadonlyMap<number, Record<string, number>> {
  const found = new Map<number, Record<string, number>>();
  for (const { name, instants, samples } of rows) {
    const values = numbersOf(samples);
    for (const [index, seconds] of numbersOf(instants).entries()) {
      const epochMs = epochMsOf(seconds);
      const value = values[index];
      if (typeof value === 'number') found.set(epochMs, { ...found.get(epochMs), [name]: value });
    }
  }
  return found;
}

function toReadings(
  row: Omit<ReadingsRow, 'unitKey'>,
  parameters: ReadonlyMap<number, Record<string, number>>,
): WatchedReading[] {
  const [values, registers] = [numbersOf(row.readings), numbersOf(row.registers)];
  const estimated = new Set(row.estimated === null ? [] : numbersOf(row.estimated));
  return numbersOf(row.instants).map((seconds, index) => {
    const epochMs = epochMsOf(seconds);
    return {
      epochMs,
      value: values[index] ?? null,
      register: registers[index] ?? null,
      estimated: estimated.has(seconds),
      parameters: parameters.get(epochMs) ?? NO_PARAMETERS,
    };
  });
}
