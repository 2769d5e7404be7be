import { describe, expect, it } from 'vitest';
import type { Figure } from '../../../../src/kernel/document/types.ts';
import { statisticsOf } from '../../../../src/figures/rules/figures/statistics.ts';

const whole = (...figures: readonly Figure[]) => figures.map((value) => ({ value, bound: null, isGrowing: false }));

describe('statistics', () => {
  it('are taken over the buckets that have a figure', () => {
    expect(statisticsOf(whole(1, null, 2.1, 0, null), 3.1)).toEqual({
      min: 0,
      max: 2.1,
      avg: 1.033333333,
      total: 3.1,
    });
  });

  it('are null without any', () => {
    expect(statisticsOf(whole(null, null), null)).toEqual({ min: null, max: null, avg: null, total: null });
  });

  it('never call a figure with a bound the lowest, because there may have been more of it', () => {
    const partly = [...whole(5, 8), { value: 1, bound: 'at least' as const, isGrowing: false }];
    expect(statisticsOf(partly, 14)).toMatchObject({ min: 5, max: 8 });
    expect(statisticsOf(partly.slice(2), 1)).toMatchObject({ min: null, max: 1 });
  });

  it('leave an amount that still grows out of the lowest and the mean', () => {
    const running = { value: 8, bound: null, isGrowing: true };
    expect(statisticsOf([...whole(120, 100), running], 228)).toEqual({ min: 100, max: 120, avg: 110, total: 228 });
    expect(statisticsOf([running], 8)).toEqual({ min: null, max: 8, avg: null, total: 8 });
  });

  it('are taken per parameter, over the buckets that have it', () => {
    expect(statisticsOf(whole({ pH: 7, turbidity: null }, null, { pH: 8, turbidity: 3 }), null)).toEqual({
      min: { pH: 7, turbidity: 3 },
      max: { pH: 8, turbidity: 3 },
      avg: { pH: 7.5, turbidity: 3 },
      total: null,
    });
  });
});
