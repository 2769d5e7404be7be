import { describe, expect, it } from 'vitest';
import { QUALITY_OUTSIDE } from '../../../../src/findings/rules/detectors/quality-outside.ts';
import { daysOf, unitOf } from '../days.ts';
import { spansOf } from './standing.ts';

const PH = { parameterId: 'pH', displayName: 'pH', siUnit: '', min: 6.5, max: 8.5 };
const probe = (...values: (number | null)[]) =>
  unitOf(
    daysOf(values.length, () => null).map((day, index) => ({ ...day, parameters: { pH: values[index] ?? null } })),
    { group: 'QUALITY', parameterBounds: [PH] },
  );

describe('the quality of water', () => {
  it('is outside beyond a declared bound, and not at it', () => {
    const told = [6.49, 6.5, 8.5, 8.51].map((value) => spansOf(QUALITY_OUTSIDE, probe(value)).length);
    expect(told).toEqual([1, 0, 0, 1]);
  });

  it('is told with the worst figure of the days, and goes on while no later figure is inside', () => {
    const [found] = spansOf(QUALITY_OUTSIDE, probe(7, 8.6, 9.1, null));
    expect([found?.first, found?.last, found?.isOpen]).toEqual([1, 2, true]);
    expect(found?.evidence).toMatchObject({ parameter: 'pH', value: 9.1, min: 6.5, max: 8.5, days: 2 });
    expect(spansOf(QUALITY_OUTSIDE, probe(7, 8.6, 7.2))[0]?.isOpen).toBe(false);
  });

  it('names the parameter that is farthest outside of what it may be, not the one of the largest numbers', () => {
    // A pH of 9.8 is 0.65 of its range too high, 520 mg/L of 500 are 0.04 of the bound.
    const solids = { parameterId: 'TDS', displayName: 'Dissolved solids', siUnit: 'mg/L', min: null, max: 500 };
    const unit = unitOf(
      daysOf(1, () => null).map((day) => ({ ...day, parameters: { pH: 9.8, TDS: 520 } })),
      { group: 'QUALITY', parameterBounds: [solids, PH] },
    );
    expect(spansOf(QUALITY_OUTSIDE, unit)[0]?.evidence).toMatchObject({
      parameter: 'pH',
      value: 9.8,
      otherParameters: ['Dissolved solids'],
    });
  });

  it('is not judged where no bound is declared', () => {
    expect(spansOf(QUALITY_OUTSIDE, { ...probe(14), parameterBounds: [] })).toEqual([]);
  });
});
