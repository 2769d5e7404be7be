import { describe, expect, it } from 'vitest';
import { statisticsOf } from '../../../../src/figures/rules/figures/statistics.ts';

describe('statistics', () => {
  it('are taken over the buckets that have a figure', () => {
    expect(statisticsOf([1, null, 2.1, 0, null], true)).toEqual({ min: 0, max: 2.1, avg: 1.033333333, total: 3.1 });
  });

  it('are null without any', () => {
    expect(statisticsOf([null, null], true)).toEqual({ min: null, max: null, avg: null, total: null });
  });

  it('have no total where figures do not add up', () => {
    expect(statisticsOf([80, 60], false)).toEqual({ min: 60, max: 80, avg: 70, total: null });
  });

  it('are taken per parameter, over the buckets that have it', () => {
    expect(statisticsOf([{ pH: 7, turbidity: null }, null, { pH: 8, turbidity: 3 }], false)).toEqual({
      min: { pH: 7, turbidity: 3 },
      max: { pH: 8, turbidity: 3 },
      avg: { pH: 7.5, turbidity: 3 },
      total: null,
    });
  });
});
