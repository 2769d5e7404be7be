import { describe, expect, it } from 'vitest';
import { balanceWriter, headUnitOf, inOwnUnit, verdictDifference } from '../../../src/window/balance/words.ts';
import { textsOf } from '../../../src/window/texts.ts';

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

it.each([
  // A meter of uses lacks readings, so less is unaccounted for; of a deficit there is more.
  [30, 'at most', 'surplus', 'at most 30'],
  [-30, 'at most', 'deficit', 'at least 30'],
  [-30, 'at least', 'deficit', 'at most 30'],
  [-3, 'at most', 'balanced', 'at most -3'],
  [30, 'open', 'surplus', '30'],
  [null, null, 'unknown', 'null'],
] as const)('a difference of %s that is %s, as %s, reads %s', (value, bound, status, told) => {
  expect(verdictDifference(textsOf('en'), { value, bound, status }, write)).toBe(told);
});

it('figures of the page have the digits of its pictures, whatever stands in the same table', () => {
  const part = (value: number) => ({ value, units: [{ value }] });
  const written = balanceWriter({
    figures: { inflow: { value: 1250 }, outflow: { value: null } },
    sources: { BORES: part(126.039), TOWN: part(1123.961) },
    uses: {},
  });
  expect([1250, 126.039, null].map((value) => written(value))).toEqual(['1\u202f250.00', '126.04', '–']);
});
