import { describe, expect, it } from 'vitest';
import { accuracyOf } from '../../../src/balance/rules/accuracy.ts';

describe('how exact a meter is taken to be', () => {
  it.each([
    ['FLOW', 2, 'quantity', 'ISO 4064-1:2014 / OIML R 49, accuracy class 2'],
    ['CONSUMPTION', 2, 'quantity', 'ISO 4064-1:2014 / OIML R 49, accuracy class 2'],
    ['STOCK', 1, 'capacity', 'level gauge, 1 % of the capacity'],
    ['ENERGY', 1, 'quantity', 'IEC 62053-21, accuracy class 1'],
  ] as const)('of group %s is %s percent of the %s by default', (group, percent, of, source) => {
    expect(accuracyOf({ group }, {})).toEqual({ percent, of, source });
  });

  it('is what the unit declares', () => {
    expect(accuracyOf({ group: 'STOCK' }, { accuracyPercent: 0.25 })).toEqual({
      percent: 0.25,
      of: 'capacity',
      source: 'meta.accuracyPercent of the unit',
    });
  });

  it.each([0, -1, 'two', null])('is not what is no accuracy: %s', (accuracyPercent) => {
    expect(accuracyOf({ group: 'FLOW' }, { accuracyPercent }).percent).toBe(2);
  });

  it('is not known of what is no quantity of water', () => {
    expect([
      accuracyOf({ group: 'QUALITY' }, { accuracyPercent: 1 }).percent,
      accuracyOf({ group: 'GROUND_WATER_LEVEL' }, {}).percent,
    ]).toEqual([null, null]);
  });
});
