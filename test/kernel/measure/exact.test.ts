import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  dividedBy,
  exact,
  exactToBillionths,
  fromMillionths,
  minus,
  plus,
  sum,
  times,
} from '../../../src/kernel/measure/exact.ts';
import { runs } from '../../support/property-runs.ts';

/** A decimal of whole millionths as the double nearest to it. */
const decimal = (millionths: number): number => Number(`${millionths}e-6`);
/** Differences and sums of these stay below 2^31. */
const millionths = fc.integer({ min: -1_000_000_000_000_000, max: 1_000_000_000_000_000 });

describe('figures are decimals as their readings are', () => {
  it('a difference of registers carries no binary noise', () => {
    expect(20650.6 - 20469.7).not.toBe(180.9);
    expect(minus(20650.6, 20469.7)).toBe(180.9);
    expect(minus(1e9 + 0.1, 1e9)).toBe(0.1);
    expect(minus(0.3, plus(0.1, 0.2))).toBe(0);
  });

  it('sums and differences of millionths are exactly those of whole numbers', () => {
    fc.assert(
      fc.property(millionths, millionths, (a, b) => {
        expect(plus(decimal(a), decimal(b))).toBe(decimal(a + b) + 0);
        expect(minus(decimal(a), decimal(b))).toBe(decimal(a - b) + 0);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('what a reading says is not changed', () => {
    fc.assert(
      fc.property(millionths, (a) => {
        expect(exact(decimal(a))).toBe(decimal(a) + 0);
        expect(exactToBillionths(decimal(a))).toBe(decimal(a) + 0);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('a product with a meter multiplier is rounded to millionths, a mean to billionths', () => {
    expect(times(0.1, 3)).toBe(0.3);
    expect(times(1.1, 1.23456789)).toBe(1.358025);
    expect(times(98_765_432_101.2, 0.1)).toBe(9_876_543_210.12);
    expect(times(123_456_789_012, 1000)).toBe(123_456_789_012_000);
    expect(exactToBillionths(2 / 3)).toBe(0.666666667);
  });

  it('numbers whose decimals doubles hardly hold are added by the decimals they are written with', () => {
    expect(minus(98_765_432_101.2, 0.1)).toBe(98_765_432_101.1);
    expect(minus(98_765_432_101.2, 98_765_432_100.1)).toBe(1.1);
    expect(minus(3_000_000_000.1234, 3_000_000_000)).toBe(0.1234);
    expect([exact(3_000_000_000.1234), exact(9e15 + 2), exact(-3.2e20), exact(Infinity)]).toEqual([
      3_000_000_000.1234,
      9e15 + 2,
      -3.2e20,
      Infinity,
    ]);
    expect([plus(9e15, 2), plus(-3.2e20, 1), plus(Infinity, 1)]).toEqual([9e15 + 2, -3.2e20, Infinity]);
  });

  it('a sum is rounded once, however large it becomes on the way', () => {
    // 31 days of 3225806451.612903: 99999999999.999993, to the double nearest to it; rounded at every day it was off by
    // 0.001.
    expect(sum(new Array<number>(31).fill(3_225_806_451.612903))).toBe(99_999_999_999.999993);
    expect(sum([...new Array<number>(30).fill(3_333_333_333.333), 0.01])).toBe(100_000_000_000);
    expect(sum([8_499_999_999.999999, 0.000001, -8_500_000_000])).toBe(0);
    expect(sum([1e11, 0.001, -1e11])).toBe(0.001);
    expect(sum([3_000_000.123456789, 0.000000001])).toBe(3_000_000.12345679);
    expect([sum([]), sum([0.1, 0.2]), sum([9e15, 9e15, 1]), sum([Infinity, 1])]).toEqual([0, 0.3, 18e15, Infinity]);
  });

  it('sums are those of whole numbers, whatever their size and sign', () => {
    // Up to 2^33 doubles hold millionths.
    const anyMillionths = fc.oneof(
      fc.bigInt(-(10n ** 7n), 10n ** 7n),
      fc.bigInt(-(10n ** 15n), 10n ** 15n),
      fc.bigInt(-(2n ** 33n) * 1_000_000n, 2n ** 33n * 1_000_000n),
    );
    fc.assert(
      fc.property(fc.array(anyMillionths, { maxLength: 40 }), (parts) => {
        expect(sum(parts.map((part) => fromMillionths(part)))).toBe(
          Number(`${parts.reduce((total, part) => total + part, 0n)}e-6`) + 0,
        );
      }),
      { numRuns: runs(3000) },
    );
  });

  it('a quantity divided for people keeps every decimal', () => {
    expect(dividedBy(1_235_182.6, 1000)).toBe(1235.1826);
    expect(dividedBy(98_765_432_101.123, 1000)).toBe(98_765_432.101123);
    expect(dividedBy(3_000_000_000.123456, 1000)).toBe(3_000_000.000123456);
    expect(dividedBy(7e9, 3)).toBe(2_333_333_333.3333335);
    expect(dividedBy(1e300, 1e-20)).toBe(Infinity);
  });

  it('a whole number divided by a power of ten is the decimal that people write', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.integer({ min: 0, max: 9 }), (whole, decimals) => {
        expect(dividedBy(whole, 10 ** decimals)).toBe(Number(`${whole}e-${decimals}`));
      }),
    );
  });

  it('there is no minus zero', () => {
    expect(Object.is(minus(0.3, 0.3), 0)).toBe(true);
    expect(Object.is(exact(-1e-9), 0)).toBe(true);
  });
});
