import { describe, expect, it } from 'vitest';
import { accuracyOf } from '../../../src/balance/rules/accuracy.ts';
import { closingPlace, meterOf, openingPlace } from '../../../src/balance/rules/meter.ts';
import { entry, span, unit } from '../../figures/rules/device-data/support.ts';

const accuracy = accuracyOf({ group: 'STOCK' }, {});
const before = { level: 400, estimatedShare: 0.5, isOfItsDay: true };
const tankOf = (days: readonly (number | null)[], daysBegun = days.length) =>
  meterOf({
    span: span(
      unit('T', 'STOCK_CATEGORY'),
      600,
      days.map((y) => entry(y, { estimatedShare: 0 })),
    ),
    accuracy,
    daysBegun,
    tank: { before, capacities: [900, ...days.map(() => 1000)] },
  });

describe('a meter over a period', () => {
  it('has the days that have begun', () => {
    expect(
      meterOf({ span: span(unit('A'), 30, [entry(10), entry(20), entry(null)]), accuracy, daysBegun: 2, tank: null }),
    ).toMatchObject({ value: 30, days: [10, 20], levels: null, slotsExpected: 24, readingsUsed: 24 });
  });

  it('of a tank has the level before the first day and after each, by the capacity of the day', () => {
    expect(tankOf([500, 600]).levels).toEqual([
      { ...before, capacity: 900 },
      { level: 500, capacity: 1000, estimatedShare: 0, isOfItsDay: true },
      { level: 600, capacity: 1000, estimatedShare: 0, isOfItsDay: true },
    ]);
  });

  it('knows that a closing level is late when days have passed since', () => {
    expect(tankOf([500, 600, null]).levels?.map(({ isOfItsDay }) => isOfItsDay)).toEqual([true, true, false, true]);
    expect(tankOf([500, 600, null], 2).levels?.map(({ isOfItsDay }) => isOfItsDay)).toEqual([true, true, true]);
  });

  it('opens a day with the level read last, and closes with it', () => {
    const levels = tankOf([500, null, 600, null]).levels ?? [];
    expect([0, 1, 2, 3].map((day) => openingPlace(levels, day))).toEqual([0, 1, 1, 3]);
    expect(closingPlace(levels)).toBe(3);
    expect(closingPlace(tankOf([null, null]).levels ?? [])).toBeNull();
  });
});
