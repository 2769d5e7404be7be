import { describe, expect, it } from 'vitest';
import { figureToDisplay, parameterMeans, toDisplay } from '../../../../src/figures/rules/figures/display.ts';

describe('toDisplay', () => {
  it.each([
    [1235182.5999999996, 1000, 1235.1826],
    [0.1 + 0.2, 1, 0.3],
    [2570.019425, 1000, 2.570019425],
    [-2570.019425, 1000, -2.570019425],
    [1, 7, 0.142857143],
    [12_345_678_901.5, 1000, 12_345_678.9015],
    [0, 1000, 0],
    [250, -10, -25],
    [9e15 + 2, 1, 9e15 + 2],
  ])('shows %d divided by %d as %d', (value, divisionFactor, shown) => {
    expect(toDisplay(value, divisionFactor)).toBe(shown);
  });

  it('keeps null null, so that missing is never 0', () => {
    expect(toDisplay(null, 1000)).toBeNull();
  });

  it('never shows minus zero', () => {
    expect(Object.is(toDisplay(-0.0000000001, 1), 0)).toBe(true);
  });
});

describe('parameterMeans', () => {
  const measured = (siUnit: string, value: Readonly<Record<string, number | null>>) => ({
    unit: { params: { tds: { displayName: 'TDS', siUnit, isLatest: false } } },
    figures: { value },
  });

  it('is over the units that have the parameter, and null where their units of measure differ', () => {
    expect(parameterMeans([measured('mg/L', { tds: 500 }), measured('mg/L', { tds: 400 })])).toEqual({ tds: 450 });
    expect(parameterMeans([measured('mg/L', { tds: 500 }), measured('g/L', { tds: null })])).toEqual({ tds: 500 });
    expect(parameterMeans([measured('mg/L', { tds: 500, pH: 7 }), measured('g/L', { tds: 0.4 })])).toEqual({
      tds: null,
      pH: 7,
    });
  });
});

describe('figureToDisplay', () => {
  it('divides numbers and never parameters', () => {
    expect(figureToDisplay(5000, 1000)).toBe(5);
    expect(figureToDisplay({ pH: 7.1 + 0.1, turbidity: null }, 1000)).toEqual({ pH: 7.2, turbidity: null });
    expect(figureToDisplay(null, 1000)).toBeNull();
  });
});
