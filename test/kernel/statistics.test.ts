import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  MAD_TO_DEVIATION,
  mean,
  median,
  medianAndDistance,
  middleOf,
  quantile,
  upperMedian,
  usualRange,
} from '../../src/kernel/statistics.ts';

const some = fc.array(
  fc.integer({ min: -1e9, max: 1e9 }).map((thousandths) => thousandths / 1000),
  { minLength: 1 },
);

describe('the middle of values', () => {
  it('is the one in the middle, or the mean of the two there', () => {
    expect([median([30, 10, 20]), median([40, 10, 30, 20]), median([7]), median([])]).toEqual([20, 25, 7, 0]);
    expect([middleOf([30, 10, 20]), middleOf([40, 10, 30, 20]), middleOf([])]).toEqual([20, 25, 0]);
  });

  it('is a value itself where the upper one is asked for', () => {
    expect([upperMedian([4, 1, 3, 2]), upperMedian([3, 1, 2]), upperMedian([])]).toEqual([3, 2, null]);
  });

  it('sorts by size, not by letters, and leaves the values as they were', () => {
    const values = [100, 9, 20];
    expect(median(values)).toBe(20);
    expect(values).toEqual([100, 9, 20]);
  });

  it('is moved by no single wrong value', () => {
    expect([median([1, 2, 3, 4, 1e9]), mean([1, 2, 3, 4, 1e9])]).toEqual([3, 200_000_002]);
  });

  // Half of 0.1 + 0.5 is 0.3, and 0.1 + half of 0.5 - 0.1 is a bit more: figures that were told keep their bits.
  it('has two roundings, half of the sum and the quantile at one half', () => {
    expect([median([0.1, 0.5]), middleOf([0.1, 0.5])]).toEqual([0.3, 0.30000000000000004]);
    fc.assert(
      fc.property(some, (values) => {
        expect(middleOf(values)).toBeCloseTo(median(values), 5);
      }),
    );
  });
});

describe('a quantile', () => {
  it('lies on the line between its neighbours, as percentile_cont has it', () => {
    const values = [50, 10, 40, 20, 30];
    expect([0, 0.1, 0.25, 0.9, 1].map((share) => quantile(values, share))).toEqual([10, 14, 20, 46, 50]);
    expect(quantile([], 0.5)).toBe(0);
  });

  it('lies between the least and the most, and rises with the share', () => {
    fc.assert(
      fc.property(
        some,
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        (values, shares) => {
          const [low = 0, high = 0] = shares.toSorted((a, b) => a - b).map((share) => quantile(values, share));
          expect(low).toBeGreaterThanOrEqual(Math.min(...values) - 1e-6);
          expect(high).toBeLessThanOrEqual(Math.max(...values) + 1e-6);
          expect(high - low).toBeGreaterThanOrEqual(-1e-6);
        },
      ),
    );
  });
});

describe('the distance from a median', () => {
  // Rousseeuw and Croux: 1, 1, 2, 2, 4, 6, 9 have the median 2, the distances 1, 1, 0, 0, 2, 4, 7, and so 1 in between.
  it('is the median of all distances', () => {
    expect(medianAndDistance([1, 1, 2, 2, 4, 6, 9])).toEqual({ median: 2, distance: 1 });
    expect(medianAndDistance([10, 20, 30, 60])).toEqual({ median: 25, distance: 10 });
    expect(medianAndDistance([5])).toEqual({ median: 5, distance: 0 });
  });

  it('is the same, bit by bit, as sorting the distances', () => {
    fc.assert(
      fc.property(some, (values) => {
        const { median: middle, distance } = medianAndDistance(values);
        expect(middle).toBe(median(values));
        expect(distance).toBe(median(values.map((value) => Math.abs(value - middle))));
      }),
    );
  });
});

describe('a usual range', () => {
  it('has the wider one of two deviations', () => {
    // Ten days of 100 and one burst: nothing varies but the burst, which neither of them sees.
    expect(usualRange([...Array.from({ length: 10 }, () => 100), 900])).toEqual({
      median: 100,
      low: 100,
      high: 100,
      deviation: 0,
      count: 11,
    });
    // Five days each of 10 and 20: half of the distances are 5.
    expect(usualRange([10, 10, 10, 10, 10, 20, 20, 20, 20, 20])?.deviation).toBe(MAD_TO_DEVIATION * 5);
    // Of 1 to 11 the tenth percentile is 2 and the ninetieth 10: 8 / 2.563 is less than 1.4826 x 3.
    expect(usualRange([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])?.deviation).toBe(MAD_TO_DEVIATION * 3);
    // Most days alike and a quarter far away: the median distance is 0, so the percentiles tell.
    expect(usualRange([1, 1, 1, 1, 1, 1, 9, 9])?.deviation).toBe(8 / 2.563);
    expect(usualRange([])).toBe(null);
  });
});
