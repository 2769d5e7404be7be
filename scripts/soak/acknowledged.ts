import type { Querier } from '../../src/platform/database/database.ts';
import type { Industry } from '../../src/kernel/industry/industry.ts';

/** Readings that were acknowledged to a device: of each instant of each unit the last value. */
export class Acknowledged {
  readonly #byUnit = new Map<number, Map<number, number>>();
  #count = 0;

  add(unitKey: number, epochMs: number, value: number): void {
    let ofUnit = this.#byUnit.get(unitKey);
    if (ofUnit === undefined) {
      ofUnit = new Map();
      this.#byUnit.set(unitKey, ofUnit);
    }
    if (!ofUnit.has(epochMs)) this.#count += 1;
    ofUnit.set(epochMs, value);
  }

  /** A correction was sent and not acknowledged: either value may be stored. */
  forget(unitKey: number, epochMs: number): void {
    if (this.#byUnit.get(unitKey)?.delete(epochMs) === true) this.#count -= 1;
  }

  get count(): number {
    return this.#count;
  }

  of(unitKey: number): ReadonlyMap<number, number> {
    return this.#byUnit.get(unitKey) ?? new Map<number, number>();
  }

  get unitKeys(): readonly number[] {
    return [...this.#byUnit.keys()];
  }
}

export interface Kept {
  readonly acknowledged: number;
  /** Readings that are not in the database. */
  readonly missing: number;
  /** Readings that are there with another value. */
  readonly different: number;
}

/** Counts of these that are stored, given the stored readings of the units. */
export function compared(acknowledged: Acknowledged, storedOf: (unitKey: number) => ReadonlyMap<number, number>): Kept {
  let [missing, different] = [0, 0];
  for (const unitKey of acknowledged.unitKeys) {
    const stored = storedOf(unitKey);
    for (const [epochMs, value] of acknowledged.of(unitKey)) {
      const there = stored.get(epochMs);
      if (there === undefined) missing += 1;
      else if (there !== value) different += 1;
    }
  }
  return { acknowledged: acknowledged.count, missing, different };
}

const UNITS_AT_ONCE = 50;

/** Asks the database itself for every reading that was acknowledged. */
export async function verifyKept(
  database: Querier,
  industry: Industry,
  acknowledged: Acknowledged,
  sinceEpochMs: number,
): Promise<Kept> {
  const total = { acknowledged: acknowledged.count, missing: 0, different: 0 };
  const keys = [...industry.units.values()].map(({ unitKey }) => unitKey);
  for (let from = 0; from < keys.length; from += UNITS_AT_ONCE) {
    const some = keys.slice(from, from + UNITS_AT_ONCE);
    const rows = await database.execute<{ unit_key: number; epoch_ms: number; value: number }>(
      `SELECT unit_key, round(extract(epoch FROM created_on) * 1000)::bigint AS epoch_ms, value
       FROM telemetry.reading WHERE unit_key = ANY ($1::int[]) AND created_on >= $2`,
      [some, new Date(sinceEpochMs)],
    );
    const stored = new Map<number, Map<number, number>>(some.map((key) => [key, new Map()]));
    for (const row of rows) stored.get(row.unit_key)?.set(row.epoch_ms, row.value);
    const part = new Acknowledged();
    for (const key of some) for (const [epochMs, value] of acknowledged.of(key)) part.add(key, epochMs, value);
    const kept = compared(part, (key) => stored.get(key) ?? new Map<number, number>());
    total.missing += kept.missing;
    total.different += kept.different;
  }
  return total;
}
