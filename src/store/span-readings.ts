import type { Querier } from '../database/database.ts';
import type { WatchedReading } from '../domain/alerts/types.ts';
import { plainArray } from './array-literal.ts';
import { instantsIn } from './binary-array.ts';

/** A span of the industry's clock, as positions `yyyy-MM-dd HH:MM:SS.mmm`, the end not in it. */
interface ReadingsSpan {
  readonly unitKeys: readonly number[];
  readonly fromAt: string;
  readonly beforeAt: string;
  /** Whether values are looked at, or only when something came. */
  readonly withValues: boolean;
  /** The named parameter that is looked at; null: none. */
  readonly parameter: string | null;
}

interface ReadingsRow {
  unit_key: number;
  instants: Buffer;
  readings: string | null;
  estimated: string | null;
}
interface RegistersRow {
  unit_key: number;
  instants: Buffer;
  registers: string;
}
interface SamplesRow {
  unit_key: number;
  instants: Buffer;
  samples: string;
}

const NO_PARAMETERS: Readonly<Record<string, number>> = {};
const numberOrNull = (value: number | undefined): number | null =>
  value === undefined || Number.isNaN(value) ? null : value;

const positionsOf = ({ unitKeys, fromAt, beforeAt }: Omit<ReadingsSpan, 'withValues' | 'parameter'>) => [
  plainArray(unitKeys),
  fromAt,
  beforeAt,
];

/** Readings of the span by unit key, in time order and without registers. Units without any are absent. */
export async function readingsOfSpan(db: Querier, span: ReadingsSpan): Promise<Map<number, WatchedReading[]>> {
  const rows = await db.many<ReadingsRow>('span-readings.readings', [...positionsOf(span), span.withValues]);
  const sampled =
    span.parameter === null
      ? []
      : await db.many<SamplesRow>('span-readings.samples', [...positionsOf(span), span.parameter]);
  const samples = new Map(sampled.map((row) => [row.unit_key, figuresAt(row.instants, row.samples)]));
  return new Map(
    rows.map((row) => [row.unit_key, toReadings(row, span.parameter, samples.get(row.unit_key) ?? new Map())]),
  );
}

/** Registers of the span by unit key and instant; NaN: it has none, or a check excluded it. */
export async function registersOfSpan(
  db: Querier,
  span: Omit<ReadingsSpan, 'withValues' | 'parameter'>,
): Promise<Map<number, ReadonlyMap<number, number>>> {
  const rows = await db.many<RegistersRow>('span-readings.registers', positionsOf(span));
  return new Map(rows.map((row) => [row.unit_key, figuresAt(row.instants, row.registers)]));
}

function figuresAt(instants: Buffer, literal: string): ReadonlyMap<number, number> {
  const figures = doublesOf(literal);
  return new Map(Array.from(instantsIn(instants), (at, index) => [at, figures[index] ?? NaN]));
}

function toReadings(
  row: ReadingsRow,
  parameter: string | null,
  samples: ReadonlyMap<number, number>,
): WatchedReading[] {
  const values = row.readings === null ? null : doublesOf(row.readings);
  const estimated = new Set(row.estimated === null ? [] : doublesOf(row.estimated));
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

const COMMA = 44;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
/** So many digits a double holds whatever they are. */
const SURE_DIGITS = 15;
const POWERS = Array.from({ length: SURE_DIGITS + 1 }, (_, index) => 10 ** index);

/** The numbers of an array that a statement cast to text; NaN where it has NULL. Ten million of them take a second. */
export function doublesOf(literal: string): Float64Array {
  let count = 1;
  for (let at = literal.indexOf(',', 1); at !== -1; at = literal.indexOf(',', at + 1)) count += 1;
  const found = new Float64Array(literal.length <= 2 ? 0 : count);
  for (let index = 0, at = 1; index < found.length; index += 1) {
    const start = at;
    let [whole, digits, decimals, isPlain] = [0, 0, -1, true];
    const isNegative = literal.charCodeAt(at) === MINUS;
    if (isNegative) at += 1;
    for (; at < literal.length - 1; at += 1) {
      const code = literal.charCodeAt(at);
      if (code === COMMA) break;
      if (code >= ZERO && code <= NINE) {
        whole = whole * 10 + code - ZERO;
        digits += 1;
      } else if (code === POINT) decimals = digits;
      else isPlain = false;
    }
    if (isPlain && digits > 0 && digits <= SURE_DIGITS) {
      const number = whole / (decimals === -1 ? 1 : (POWERS[digits - decimals] ?? NaN));
      found[index] = isNegative ? -number : number;
    } else found[index] = Number(literal.slice(start, at).replace('NULL', 'NaN'));
    at += 1;
  }
  return found;
}
