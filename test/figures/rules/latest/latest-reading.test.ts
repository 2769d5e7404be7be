import { describe, expect, it } from 'vitest';
import { latestReading, type NewestReading } from '../../../../src/figures/rules/latest/latest-reading.ts';
import type { Unit, UnitGroup } from '../../../../src/kernel/measure/unit.ts';

const unit = (group: UnitGroup, changes: Partial<Unit> = {}): Unit => ({
  unitId: 'U',
  displayName: 'Unit',
  standardCategoryId: group,
  group,
  siUnit: 'KL',
  flowFactor: 1,
  minNonZeroThreshold: 0,
  maxCapacity: null,
  dataUpdateFrequencySeconds: 300,
  params: {},
  pRefKilowatts: null,
  calculations: null,
  registerChecks: null,
  ...changes,
});
const newest = (changes: Partial<NewestReading> = {}): NewestReading => ({
  createdOn: new Date('2026-01-15T06:00:00Z'),
  value: 1234.5,
  register: null,
  parameters: null,
  estimated: false,
  ...changes,
});

describe('latestReading', () => {
  it('divides flow and energy, register too, without binary noise', () => {
    expect(latestReading(unit('FLOW'), newest({ register: 1_235_182_599.9999996 }), 1000)).toEqual({
      unitId: 'U',
      unitName: 'Unit',
      value: 1.2345,
      siUnit: 'KL',
      timestamp: '2026-01-15T06:00:00.000Z',
      registerValue: 1_235_182.6,
      estimated: false,
    });
  });

  it("does not multiply by the meter's factor: the raw interval value is shown", () => {
    expect(latestReading(unit('FLOW', { flowFactor: 10 }), newest({ value: 5 }), 1).value).toBe(5);
  });

  it("shows a tank's level for its percentage, truncated as documents do, and the percentage", () => {
    expect(latestReading(unit('STOCK', { maxCapacity: 10_000 }), newest({ value: 0.29 }), 1)).toMatchObject({
      value: 29,
      percentage: 0.29,
    });
    expect(latestReading(unit('STOCK'), newest({ value: 50 }), 1)).toMatchObject({ value: null, percentage: 50 });
  });

  it('never divides ground water and quality', () => {
    expect(latestReading(unit('GROUND_WATER_LEVEL'), newest({ value: 12.5 }), 1000).value).toBe(12.5);
    expect(latestReading(unit('QUALITY'), newest({ value: null, parameters: { ph: 7.1 } }), 1000).value).toEqual({
      ph: 7.1,
    });
  });

  it('keeps null where the newest reading has no value', () => {
    expect(
      latestReading(unit('ENERGY'), newest({ value: null, register: 5000, parameters: { v: 230 } }), 1000),
    ).toMatchObject({ value: null, registerValue: 5, paramValue: { v: 230 } });
  });
});
