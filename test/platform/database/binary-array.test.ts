import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../src/platform/database/database.ts';
import {
  boolArray,
  doublesIn,
  float4Array,
  float8Array,
  instantArray,
  instantsIn,
  int4Array,
  businessAtArray,
} from '../../../src/platform/database/binary-array.ts';
import { testDatabase } from '../../support/database.ts';
import { runs } from '../../support/property-runs.ts';

let database: Database;
beforeAll(async () => {
  database = (await testDatabase()).database;
});

const same = <T>(value: T): T => value;
/** What the database reads in an array, element by element. */
const read = async (array: Buffer, type: string, shown = 'e'): Promise<unknown[]> =>
  (
    await database.execute<{ read: unknown }>(
      `SELECT ${shown} AS read FROM unnest($1::${type}[]) WITH ORDINALITY AS u (e, n) ORDER BY n`,
      [array],
    )
  ).map((row) => row.read);
const nullable = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<(T | null)[]> =>
  fc.array(fc.option(of, { nil: null }), { maxLength: 50 });
const RUNS = { numRuns: runs(40) };

describe('a binary array reaches the database as it is', () => {
  it('of whole numbers', () =>
    fc.assert(
      fc.asyncProperty(nullable(fc.integer()), async (values) => {
        expect(await read(int4Array(values, same), 'int')).toEqual(values);
      }),
      RUNS,
    ));

  it('of numbers, in double and in single precision, zero without a sign', () =>
    fc.assert(
      fc.asyncProperty(nullable(fc.double({ noNaN: true })), async (values) => {
        const plain = values.map((value) => (value === null ? null : value + 0));
        expect(await read(float8Array(values, same), 'float8')).toEqual(plain);
        const single = plain.map((value) => (value === null ? null : Math.fround(value) + 0));
        expect(await read(float4Array(single, same), 'real', 'e::float8')).toEqual(single);
      }),
      RUNS,
    ));

  it('of minus zero, which is zero', async () => {
    expect(await read(float8Array([-0], same), 'float8', 'e::text')).toEqual(['0']);
  });

  it('of flags', () =>
    fc.assert(
      fc.asyncProperty(fc.array(fc.boolean()), async (values) => {
        expect(await read(boolArray(values, same), 'bool')).toEqual(values);
      }),
      RUNS,
    ));

  it('of instants, to the millisecond, before and after the year 2000', () => {
    const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
    return fc.assert(
      fc.asyncProperty(nullable(instant), async (values) => {
        expect(await read(instantArray(values, same), 'timestamptz', 'round(extract(epoch FROM e) * 1000)')).toEqual(
          values,
        );
        expect(
          await read(
            businessAtArray(values, (value) => (value === null ? null : value * 1000 + 7)),
            'timestamp',
            'extract(epoch FROM e) * 1000000',
          ),
        ).toEqual(values.map((value) => (value === null ? null : value * 1000 + 7)));
      }),
      RUNS,
    );
  });
});

describe('instants that the database sends in its own form', () => {
  it('are read to the millisecond', () => {
    const instant = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) });
    return fc.assert(
      fc.asyncProperty(fc.array(instant, { maxLength: 50 }), async (instants) => {
        const [row] = await database.execute<{ sent: Buffer }>('SELECT array_send($1::timestamptz[]) AS sent', [
          instantArray(instants, same),
        ]);
        expect([...instantsIn(row?.sent ?? Buffer.alloc(0))]).toEqual(instants);
      }),
      RUNS,
    );
  });
});

describe('numbers that the database sends in its own form', () => {
  it('are what they were, and what is null is no number', () =>
    fc.assert(
      fc.asyncProperty(nullable(fc.double({ noNaN: true })), async (values) => {
        const [row] = await database.execute<{ sent: Buffer }>('SELECT array_send($1::float8[]) AS sent', [
          float8Array(values, same),
        ]);
        const found = [...doublesIn(row?.sent ?? Buffer.alloc(0))];
        expect(found).toEqual(values.map((value) => (value === null ? NaN : value + 0)));
      }),
      RUNS,
    ));
});
