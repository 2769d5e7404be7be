import { describe, expect, it } from 'vitest';
import { sustainabilityOf, waterSourceOf } from '../../../src/balance/rules/neutrality.ts';

const of = (
  ...sources: readonly (readonly [number | null, Parameters<typeof sustainabilityOf>[0][number]['waterSource']])[]
) => sustainabilityOf(sources.map(([value, waterSource]) => ({ value, waterSource })));

describe('the water neutrality index', () => {
  it('is (recycled + rain) / fresh', () => {
    expect(of([800, 'fresh'], [100, 'recycled'], [60, 'rain'])).toEqual({
      waterNeutralityIndex: 0.2,
      rating: 'not water neutral',
      freshWithdrawal: 800,
      recycled: 100,
      rainWater: 60,
    });
  });

  it.each([
    [1000, 'water neutral'],
    [1004, 'water neutral'],
    [1006, 'water positive'],
    [994, 'not water neutral'],
  ] as const)('rates %s returned of 1000 as %s', (returned, rating) => {
    expect(of([1000, 'fresh'], [returned, 'recycled']).rating).toBe(rating);
  });

  it('counts a source that does not say what it is as fresh, because savings have to be shown', () => {
    expect(of([500, null], [500, 'fresh'], [500, 'rain'])).toMatchObject({
      waterNeutralityIndex: 0.5,
      freshWithdrawal: 1000,
    });
  });

  it('is 0 where all water is known to be fresh', () => {
    expect(of([500, 'fresh'])).toMatchObject({ waterNeutralityIndex: 0, rating: 'not water neutral' });
  });

  it.each([
    ['no unit says where its water is from', [[500, null]]],
    [
      'no fresh water was measured',
      [
        [null, 'fresh'],
        [5, 'rain'],
      ],
    ],
    [
      'no fresh water was used',
      [
        [0, 'fresh'],
        [5, 'rain'],
      ],
    ],
    [
      'what is returned was not measured',
      [
        [500, 'fresh'],
        [null, 'recycled'],
      ],
    ],
  ] as const)('is null when %s', (_, sources) => {
    expect(of(...sources)).toMatchObject({ waterNeutralityIndex: null, rating: 'unknown' });
  });

  it('knows fresh, recycled and rain', () => {
    expect(
      ['fresh', 'recycled', 'rain', 'sea', undefined].map((waterSource) => waterSourceOf({ waterSource })),
    ).toEqual(['fresh', 'recycled', 'rain', null, null]);
  });
});
