import { describe, expect, it } from 'vitest';
import { headUnitOf, inOwnUnit } from '../../../src/window/balance/words.ts';

const write = (value: number | null): string => String(value);

describe('the unit of measure of a balance', () => {
  it('stands in the head where all figures share it', () => {
    const figures = [
      { value: 12, siUnit: 'KL' },
      { value: null, siUnit: null },
      { value: 3, siUnit: 'KL' },
    ];
    expect(headUnitOf(figures)).toBe('KL');
    expect(inOwnUnit(write, { siUnit: 'KL' }, 'KL')(12)).toBe('12');
  });

  it('stands beside each figure where they differ', () => {
    const figures = [
      { value: 12, siUnit: 'KL' },
      { value: 3000, siUnit: 'L' },
    ];
    expect(headUnitOf(figures)).toBeNull();
    expect(figures.map((figure) => inOwnUnit(write, figure, null)(figure.value))).toEqual([
      '12\u00a0KL',
      '3000\u00a0L',
    ]);
  });
});
