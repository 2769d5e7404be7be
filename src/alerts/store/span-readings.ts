import type { Querier } from '../../platform/database/database.ts';
import type { WatchedReading } from '../rules/types.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { plainArray } from '../../platform/database/array-literal.ts';
import { doublesIn, instantsIn } from '../../platform/database/binary-array.ts';

/** A span of the industry's clock, as positions `yyyy-MM-dd HH:MM:SS.mmm`, the end not in it. */
interface ReadingsSpan {
  readonly unitKeys: readonly number[];
  readonly fromAt: string;
  readonly beforeAt: string;
  /** True when values are needed, and not only times. */
  readonly withValues: boolean;
  /** The named parameter that is looked at; null: none. */
  readonly parameter: string | null;
}

interface ReadingsRow {
  unitKey: number;
  instants: Buffer;
  readings: Buffer | null;
  estimated: Buffer | null;
}
interface RegistersRow {
  unitKey: number;
  instants: Buffer;
  registers: Buffer;
}
interface SamplesRow {
  unitKey: number;
  instants: Buffer;
  samples: Buffer;
}

const NO_PARAMETERS: Readonly<Record<string, number>> = {};
const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const positionsOf = ({ unitKeys, fromAt, beforeAt }: Omit<ReadingsSpan, 'withValues' | 'parameter'>) => ({
  unitKeys: plainArray(unitKeys),
  fromAt,
  beforeAt,
});

/** Readings of the span by unit key, in time order and without registers. Units without any are absent. */
export async function readingsOfSpan(db: Querier, span: ReadingsSpan): Promise<Map<number, WatchedReading[]>> {
  const rows = await db.many<ReadingsRow>('span-readings.readings', {
    ...positionsOf(span),
    withValues: span.withValues,
  });
  const sampled =
    span.parameter === null
      ? []
      : await db.many<SamplesRow>('span-readings.samples', { ...positionsOf(span), parameter: span.parameter });
  const samples = new Map(sampled.map((row) => [row.unitKey, figuresAt(row.instants, row.samples)]));
  return new Map(
    rows.map((row) => [row.unitKey, toReadings(row, span.parameter, samples.get(row.unitKey) ?? new Map())]),
  );
}

/** Registers of the span by unit key and instant; NaN: it has none, or a check excluded it. */
export async function registersOfSpan(
  db: Querier,
  span: Omit<ReadingsSpan, 'withValues' | 'parameter'>,
): Promise<Map<number, ReadonlyMap<number, number>>> {
  const rows = await db.many<RegistersRow>('span-readings.registers', positionsOf(span));
  return new Map(rows.map((row) => [row.unitKey, figuresAt(row.instants, row.registers)]));
}

/**
 * Times of the last genuine readings before an instant, by unit key; null: never. Units heard only later are absent.
 */
export async function lastHeardBefore(
  db: Querier,
  unitKeys: readonly number[],
  { at, instant }: { readonly at: string; readonly instant: EpochMillis },
): Promise<Map<number, EpochMillis | null>> {
  if (unitKeys.length === 0) return new Map();
  const rows = await db.many<{ unitKey: number; lastAt: string | null }>('span-readings.last_before', {
    unitKeys: plainArray(unitKeys),
    at,
    instant: new Date(instant),
  });
  return new Map(rows.map((row) => [row.unitKey, row.lastAt === null ? null : Date.parse(row.lastAt)]));
}

function figuresAt(instants: Buffer, sent: Buffer): ReadonlyMap<number, number> {
  const figures = doublesIn(sent);
  return new Map(Array.from(instantsIn(instants), (at, index) => [at, figures[index] ?? NaN]));
}

function toReadings(
  row: ReadingsRow,
  parameter: string | null,
  samples: ReadonlyMap<number, number>,
): WatchedReading[] {
  const values = row.readings === null ? null : doublesIn(row.readings);
  const estimated = new Set(row.estimated === null ? [] : instantsIn(row.estimated));
  const found: WatchedReading[] = [];
  let isAscending = true;
  let before = -Infinity;
  for (const [index, epochMs] of instantsIn(row.instants).entries()) {
    isAscending &&= epochMs >= before;
    before = epochMs;
    const sample = parameter === null ? undefined : samples.get(epochMs);
    found.push({
      epochMs,
      value: numberOrNull(values?.[index]),
      register: null,
      estimated: estimated.size > 0 && estimated.has(epochMs),
      parameters: parameter === null || sample === undefined ? NO_PARAMETERS : { [parameter]: sample },
    });
  }
  return isAscending ? found : found.sort((a, b) => a.epochMs - b.epochMs);
}
