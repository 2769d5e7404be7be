import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertySeed } from './property-seed.ts';

describe('the seed of property tests', () => {
  it('is the same each run, so that a property tries the same cases', () => {
    const tried = (): number[] => {
      const cases: number[] = [];
      fc.assert(fc.property(fc.integer(), (value) => void cases.push(value)));
      return cases;
    };
    expect(tried()).toEqual(tried());
    expect(propertySeed(undefined)).toBe(propertySeed(''));
  });

  it('is another where one is given, and a wrong one is refused', () => {
    expect(propertySeed('7')).toBe(7);
    expect(() => propertySeed('seven')).toThrow('PROPERTY_SEED is seven');
  });
});
