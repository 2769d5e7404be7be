import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exact, exactToBillionths, minus, plus } from '../../../src/domain/measure/exact.ts';

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
    fc.assert(fc.property(millionths, millionths, (a, b) => {
      expect(plus(decimal(a), decimal(b))).toBe(decimal(a + b) + 0);
      expect(minus(decimal(a), decimal(b))).toBe(decimal(a - b) + 0);
    }), { numRuns: 5000 });
  });

  it('what a reading says is not changed', () => {
    fc.assert(fc.property(millionths, (a) => {
      expect(exact(decimal(a))).toBe(decimal(a) + 0);
      expect(exactToBillionths(decimal(a))).toBe(decimal(a) + 0);
    }), { numRuns: 5000 });
  });

  it('a product with a meter multiplier is rounded to millionths, a mean to billionths', () => {
    expect(exact(0.1 * 3)).toBe(0.3);
    expect(exact(1.1 * 1.23456789)).toBe(1.358025);
    expect(exactToBillionths(2 / 3)).toBe(0.666666667);
  });

  it('numbers too large for millionths keep thousandths, and larger ones are left alone', () => {
    expect(exact(98_765_432_101.2 - 0.1)).toBe(98_765_432_101.1);
    expect(minus(98_765_432_101.2, 98_765_432_100.1)).toBe(1.1);
    expect(exact(9e15 + 2)).toBe(9e15 + 2);
    expect(exact(-3.2e20)).toBe(-3.2e20);
  });

  it('there is no minus zero', () => {
    expect(Object.is(minus(0.3, 0.3), 0)).toBe(true);
    expect(Object.is(exact(-1e-9), 0)).toBe(true);
  });
});
