import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  added,
  divided,
  multiplied,
  negated,
  ratioOf,
  roundedTo,
  withinDoubles,
} from '../../../src/kernel/measure/ratio.ts';
import { runs } from '../../support/property-runs.ts';

const finite = fc.double({ noNaN: true, noDefaultInfinity: true });
const rounded = (figure: number, decimals = 9): number => roundedTo(decimals, ratioOf(figure));

describe('exact numbers', () => {
  it.each([
    [0.1, 100n, 1000n],
    [-0.5, -500n, 1000n],
    [0.123456, 123_456n, 10n ** 6n],
    [8_741_588_353.379887, 8_741_588_353_379_887n, 10n ** 6n],
    [1e-7, 1n, 10n ** 7n],
    [1.5e-7, 15n, 10n ** 8n],
    [12, 12n, 1n],
    [1e23, 10n ** 23n, 1n],
    [1.5e300, 15n * 10n ** 299n, 1n],
    [1_000_000_000.1, 1_000_000_000_100n, 1000n],
    [0, 0n, 1n],
  ])('%d is the decimal it is written as', (figure, numerator, denominator) => {
    expect(ratioOf(figure)).toEqual({ numerator, denominator });
  });

  it('every double comes back from the decimal it is written as', () => {
    fc.assert(
      fc.property(finite, (figure) => {
        expect(roundedTo(400, ratioOf(figure))).toBe(figure + 0);
      }),
      { numRuns: runs(2000) },
    );
  });

  it.each([
    [0.0000005, 6, 0.000001],
    [-0.0000005, 6, 0],
    [-0.0000015, 6, -0.000001],
    [-0.0000016, 6, -0.000002],
    [2.5, 1, 2.5],
    [98_765_432_101.123456, 3, 98_765_432_101.123],
    [-1e-9, 6, 0],
  ])('%d rounded to %d decimals is %d: halves upwards, no minus zero', (figure, decimals, expected) => {
    expect(Object.is(rounded(figure, decimals), expected)).toBe(true);
  });

  it('are added, multiplied and divided without any rounding', () => {
    const third = divided(ratioOf(1), ratioOf(3));
    if (third === null) throw new Error('1 / 3');
    expect(roundedTo(9, added(added(third, third), third))).toBe(1);
    expect(roundedTo(9, multiplied(added(ratioOf(1e9 + 0.1), negated(ratioOf(1e9))), ratioOf(1000)))).toBe(100);
    expect(roundedTo(9, divided(ratioOf(1), ratioOf(-4)) ?? ratioOf(0))).toBe(-0.25);
    expect(divided(ratioOf(1), added(ratioOf(0.3), added(ratioOf(-0.1), ratioOf(-0.2))))).toBeNull();
  });

  it('end where doubles end, and long chains of factors do not make them longer and longer', () => {
    expect(withinDoubles(multiplied(ratioOf(1e308), ratioOf(10)))).toBeNull();
    expect(withinDoubles(multiplied(ratioOf(-1e308), ratioOf(10)))).toBeNull();
    expect(withinDoubles(ratioOf(Number.MAX_VALUE))).not.toBeNull();
    let tiny = ratioOf(1);
    for (let factor = 0; factor < 500; factor += 1) tiny = withinDoubles(multiplied(tiny, ratioOf(1e-308))) ?? tiny;
    expect(tiny.numerator).toBe(0n);
    expect(String(tiny.denominator).length).toBeLessThan(1200);
  });
});
