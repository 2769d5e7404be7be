import { describe, expect, it } from 'vitest';
import { excessOver, firstKnown, lastKnown, maxOrNull, meanOrNull, minOrNull, sumOrNull } from '../../../src/domain/processors/numbers.ts';

describe('figures that may be missing', () => {
  it('are left out of sums, means and extremes', () => {
    expect(sumOrNull([null, 2, -5])).toBe(-3);
    expect(meanOrNull([null, 2, 4])).toBe(3);
    expect([minOrNull([3, null, -1]), maxOrNull([3, null, -1])]).toEqual([-1, 3]);
    expect([firstKnown([null, 0, 3]), lastKnown([2, 0, null])]).toEqual([0, 0]);
  });

  it('make null, not 0, when there is none', () => {
    expect([sumOrNull([null]), meanOrNull([]), minOrNull([null]), maxOrNull([]), firstKnown([null]), lastKnown([])]).toEqual([
      null, null, null, null, null, null,
    ]);
  });
});

describe('the excess of one quantity over another', () => {
  it('is their difference when positive, else 0', () => {
    expect(excessOver(7, 4)).toBe(3);
    expect(excessOver(4, 7)).toBe(0);
  });

  it('is 0 when the difference is rounding noise of the numbers it was made from', () => {
    expect(0.3 + 0.6 - 0.9).not.toBe(0);
    expect(excessOver(0.9, 0.3 + 0.6)).toBe(0);
    // 1e9 + 0.1 - 1e9 is 0.10000002384: the excess over 0.1 is noise of the registers, though not of 0.1 itself.
    expect(excessOver(1e9 + 0.1 - 1e9, 0.1)).toBeGreaterThan(0);
    expect(excessOver(1e9 + 0.1 - 1e9, 0.1, 1e9)).toBe(0);
  });
});
