import { describe, expect, it } from 'vitest';
import {
  ALIKE,
  composeMeans,
  composeParameterValues,
  figuresByName,
  nullWhenEmpty,
} from '../../../../src/figures/rules/processors/parameters.ts';
import { unitOf } from './builders.ts';

describe('parameter figures', () => {
  it('hold every name as an entry of their own, whatever it is called', () => {
    const figures = figuresByName(['__proto__', 'constructor', 'ph'], () => 7);
    expect(Object.entries(figures)).toEqual([
      ['__proto__', 7],
      ['constructor', 7],
      ['ph', 7],
    ]);
    expect(Object.entries(composeMeans([figures], ALIKE))).toEqual([
      ['__proto__', 7],
      ['constructor', 7],
      ['ph', 7],
    ]);
  });

  it('are nothing when every parameter is missing', () => {
    expect(nullWhenEmpty({ ph: null, tds: null })).toBeNull();
    expect(nullWhenEmpty({ ph: null, tds: 0 })).toEqual({ ph: null, tds: 0 });
  });

  it('compose to null for a declared parameter that no period has', () => {
    const unit = unitOf({ params: { voltage: { displayName: '', siUnit: '', isLatest: true } } });
    const composed = composeParameterValues(unit, [{ current: 4 }, { current: 6 }], ALIKE);
    expect(composed).toEqual({ voltage: null, current: 5 });
  });
});
