import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { doublesOf } from '../../src/store/span-readings.ts';

const literalOf = (values: readonly (number | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;
const listOf = (literal: string): (number | null)[] =>
  Array.from(doublesOf(literal), (value) => (Number.isNaN(value) ? null : value));

describe('numbers of an array as text', () => {
  it.each([
    ['{}', []],
    ['{1}', [1]],
    ['{1,NULL,-2.5}', [1, null, -2.5]],
    ['{1767225600000,0.1,1e-07,123456789012345678}', [1767225600000, 0.1, 1e-7, 123456789012345678]],
  ])('%s', (literal, expected) => {
    expect(listOf(literal)).toEqual(expected);
  });

  it('are the numbers they were', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer(),
      fc.integer({ min: 0 }).map((whole) => whole / 1000),
    );
    fc.assert(
      fc.property(fc.array(fc.option(number), { minLength: 1 }), (values) => {
        // A minus before nothing is nothing.
        expect(listOf(literalOf(values))).toEqual(values.map((value) => (value === 0 ? 0 : value)));
      }),
    );
  });
});
