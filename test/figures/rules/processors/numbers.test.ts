import { describe, expect, it } from 'vitest';
import {
  firstKnown,
  lastKnown,
  maxOrNull,
  meanOrNull,
  minOrNull,
  sumOrNull,
} from '../../../../src/figures/rules/processors/numbers.ts';

describe('figures that may be missing', () => {
  it('are left out of sums, means and extremes', () => {
    expect(sumOrNull([null, 2, -5])).toBe(-3);
    expect(meanOrNull([null, 2, 4])).toBe(3);
    expect([minOrNull([3, null, -1]), maxOrNull([3, null, -1])]).toEqual([-1, 3]);
    expect([firstKnown([null, 0, 3]), lastKnown([2, 0, null])]).toEqual([0, 0]);
  });

  it('make null, not 0, when there is none', () => {
    expect([
      sumOrNull([null]),
      meanOrNull([]),
      minOrNull([null]),
      maxOrNull([]),
      firstKnown([null]),
      lastKnown([]),
    ]).toEqual([null, null, null, null, null, null]);
  });
});

describe('sums and means', () => {
  it('are decimals as their parts are', () => {
    expect(0.1 + 0.2 + 0.3).not.toBe(0.6);
    expect(sumOrNull([0.1, 0.2, 0.3])).toBe(0.6);
    expect(meanOrNull([0.1, 0.2])).toBe(0.15);
    expect(meanOrNull([1, 1, 0])).toBe(0.666666667);
  });
});
