import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertySeed, runs, valuesFor } from './property-runs.ts';

describe('the seed of property tests', () => {
  it('is the same each run, so that a property tries the same cases', () => {
    const tried = (): number[] => {
      const cases: number[] = [];
      fc.assert(fc.property(fc.integer(), (value) => void cases.push(value)));
      return cases;
    };
    expect(tried()).toEqual(tried());
    expect(propertySeed(undefined, false)).toBe(propertySeed('', false));
  });

  it('is another where one is given, and a wrong one is refused', () => {
    expect(propertySeed('7')).toBe(7);
    expect(() => propertySeed('seven')).toThrow('PROPERTY_SEED is seven');
  });
});

describe('the cases of a property test', () => {
  it('are a tenth of all for a change, at least four, and all in a deep run', () => {
    expect([3000, 45, 41, 40, 4, 3].map((all) => runs(all, false))).toEqual([300, 5, 5, 4, 4, 3]);
    expect([3000, 3].map((all) => runs(all, true))).toEqual([3000, 3]);
  });

  it('have another seed in each deep run, unless one is given', () => {
    expect(new Set(Array.from({ length: 8 }, () => propertySeed('', true))).size).toBeGreaterThan(1);
    expect(propertySeed('7', true)).toBe(7);
  });
});

describe('values that are tried at many places', () => {
  const VALUES = ['worst', 'b', 'c', 'd', 'e', 'f'];

  it('are a quarter at each for a change, the first everywhere, and all of them at four neighbours', () => {
    expect([0, 1].map((place) => valuesFor(VALUES, place, false))).toEqual([
      ['worst', 'e'],
      ['worst', 'd'],
    ]);
    const tried = new Set([0, 1, 2, 3].flatMap((place) => valuesFor(VALUES, place, false)));
    expect([...tried].sort()).toEqual(VALUES.toSorted());
  });

  it('are all at each place in a deep run', () => {
    expect(valuesFor(VALUES, 1, true)).toEqual(VALUES);
  });
});
