import { describe, expect, it } from 'vitest';
import { loadFactorOf, weighedDay } from '../../../src/findings/rules/fit-load-profile.ts';
import { businessDate } from '../../../src/kernel/time/business-date.ts';

describe('a day that is as usual', () => {
  /*
   * An hour without doubt weighs 9/8 by Student's t of eight degrees of freedom, so a variance of 9/8 counts as 1. With
   * pulses of variance 1 the matrix has 3 on its diagonal and -1 beside it. 3x - (x before) - (x behind) = 1 is solved
   * by x = 1 - (r^i + r^(13-i)) / (1 + r^13), where r is (3 - √5) / 2. Twelve hours of it add up to what stands below.
   */
  const r = (3 - Math.sqrt(5)) / 2;
  const sum = 12 - (2 * (r - r ** 13)) / ((1 - r) * (1 + r ** 13));

  it('has the sums of the inverse of its matrix', () => {
    const each = (figure: number): number[] => Array.from({ length: 12 }, () => figure);
    const level = { usual: each(1), variance: each(9 / 8), pulses: 1 };
    const day = { date: businessDate('2026-01-15'), hours: each(1), registers: [], coverage: 1 };
    const sums = weighedDay(day, level, { height: 1, deviation: 0.1 }, false);
    expect(sum).toBeCloseTo(10.763_948, 6);
    expect(Object.values(sums ?? {})).toEqual(Array.from({ length: 5 }, () => expect.closeTo(sum, 9)));
    expect(sums === null ? null : loadFactorOf(sums)).toBeCloseTo(1, 9);
  });
});
