import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { stockLevel, type Tank } from '../../../../src/figures/rules/processors/stock.ts';
import { at, dayOf, unitOf } from './builders.ts';

const tank = unitOf({ group: 'STOCK', maxCapacity: 10_000 });

const holding = (maxCapacity: number | null): Tank => ({ siUnit: 'KL', maxCapacity });

describe('stock level', () => {
  it.each([
    // 10000 * 0.29 / 100 is 29 on paper and 28.999999999999996 in doubles.
    [10_000, 0.29, 29],
    [100, 0.29, 0.29],
    [1000, 57.999, 579.99],
    [1000, 33.3339, 333.33],
    [333, 33.333, 110.99],
    [1000, -0.0019, -0.01],
    [1000, -0.0001, 0],
    [1000, 0, 0],
    [0, 50, 0],
    [1000, 120, 1200],
    // A reservoir: 10199999850.999999 hundredths on paper.
    [200_000_001, 50.999_999, 101_999_998.5],
    [200_000_001, 51.000_001, 102_000_002.51],
    // A sender that multiplies 0.29 by 100 in doubles sends 28.999999999999996.
    [10_000, 0.29 * 100, 2900],
    [3, 100 / 3, 1],
  ])('of capacity %d at %d %% is %d: truncated to 2 decimals towards zero', (capacity, percent, level) => {
    expect(stockLevel(holding(capacity), percent)).toBe(level);
  });

  it('is the exact decimal truncation for any capacity and reading of up to 3 decimals', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 10_000_000 }),
        fc.integer({ min: -100_000, max: 120_000 }),
        (capacity, thousandths) => {
          // capacity * (thousandths / 1000) / 100 in hundredths, computed in whole numbers.
          const hundredths = (BigInt(capacity) * BigInt(thousandths)) / 1000n;
          expect(stockLevel(holding(capacity), thousandths / 1000)).toBe(Number(hundredths) / 100);
        },
      ),
    );
  });

  it('is unknown without a capacity or a reading', () => {
    expect(stockLevel(holding(null), 40)).toBeNull();
    expect(stockLevel(holding(1000), null)).toBeNull();
  });
});

describe('stock: the day', () => {
  const day = processDay(
    dayOf(
      tank,
      [
        { second: at(1), value: 40 },
        { second: at(1, 30), value: 45 },
        { second: at(1, 55), value: 42.5 },
        { second: at(6), value: 30 },
      ],
      { before: { register: null, value: 55 } },
    ),
  );

  it('has closing level, opening level and the closing reading per hour', () => {
    expect(day.hourly[1]).toMatchObject({ y: 4250, y1: 4000, percentage: 42.5 });
    expect(day.hourly[2]).toMatchObject({ y: null, y1: null, percentage: null });
  });

  it('closes at its last level and opens at the last level known before it', () => {
    expect(day.value).toBe(3000);
    expect(day.meta).toMatchObject({ maxCapacity: 10_000, percentage: 30, openingStock: 5500 });
  });

  it('opens at 0 when no level was ever known', () => {
    expect(processDay(dayOf(tank, [{ second: 0, value: 10 }])).meta.openingStock).toBe(0);
  });

  it('has no percentage when the level is 0', () => {
    const empty = processDay(dayOf(tank, [{ second: 0, value: 0 }]));
    expect(empty.value).toBe(0);
    expect(empty.hourly[0]?.percentage).toBeNull();
    expect(empty.meta.percentage).toBeNull();
  });

  it('reports the reading alone when the tank has no capacity', () => {
    const unknown = processDay(dayOf(unitOf({ group: 'STOCK' }), [{ second: 0, value: 37 }]));
    expect(unknown).toMatchObject({ value: null, meta: { maxCapacity: null, percentage: 37, openingStock: 0 } });
  });

  it('reports a day without readings as null, the opening stock kept, with 288 slots and 1440 minutes offline', () => {
    const silent = processDay(
      dayOf(unitOf({ ...tank, dataUpdateFrequencySeconds: 3600 }), [], { before: { register: null, value: 12 } }),
    );
    expect(silent.value).toBeNull();
    expect(silent.hourly.every(({ y, y1 }) => y === null && y1 === null)).toBe(true);
    expect(silent.meta).toEqual({
      maxCapacity: 10_000,
      percentage: null,
      openingStock: 1200,
      offlineCount: 288,
      offlineDuration: 1440,
    });
  });
});

describe('a capacity that changes', () => {
  it('leaves the opening stock at what the earlier day closed with', () => {
    // 50 % of 10000 closed the day before at 5000; today the tank holds 20000 and stands at 50 %: 10000.
    const day = processDay(
      dayOf({ ...tank, maxCapacity: 20_000 }, [{ second: 0, value: 50 }], {
        before: { register: null, value: 50, maxCapacity: 10_000 },
      }),
    );
    expect([day.meta.openingStock, day.value]).toEqual([5000, 10_000]);
  });

  it('that was never declared before measures what was read before, too', () => {
    const day = processDay(
      dayOf({ ...tank, maxCapacity: 20_000 }, [{ second: 0, value: 25 }], {
        before: { register: null, value: 50, maxCapacity: null },
      }),
    );
    expect([day.meta.openingStock, day.value]).toEqual([10_000, 5000]);
  });
});

describe('a tank with a curve', () => {
  // 2 m of height; up to 1 m it holds 10 m³, in all 40.
  const volumeCurve = [
    { elevationMetres: 0, volumeCubicMetres: 0 },
    { elevationMetres: 1, volumeCubicMetres: 10 },
    { elevationMetres: 2, volumeCubicMetres: 40 },
  ];
  const surveyed = { ...tank, maxCapacity: 40_000, volumeCurve };

  it('has the volume of its curve as level, and the reading as percentage', () => {
    const day = processDay(
      dayOf(surveyed, [
        { second: at(1), value: 25 },
        { second: at(1, 30), value: 75 },
      ]),
    );
    // 25 % is 0.5 m: 5 m³; 75 % is 1.5 m: 25 m³.
    expect(day.hourly[1]).toMatchObject({ y1: 5000, y: 25_000, percentage: 75 });
    expect([day.value, day.meta.maxCapacity, day.meta.percentage]).toEqual([25_000, 40_000, 75]);
  });

  it('opens on the day of the survey with the level that the day before closed with', () => {
    // 50 % of 10000 closed the day before at 5000.
    const before = { register: null, value: 50, maxCapacity: 10_000 };
    expect(processDay(dayOf(surveyed, [{ second: 0, value: 50 }], { before }))).toMatchObject({
      value: 10_000,
      meta: { openingStock: 5000 },
    });
    expect(processDay(dayOf(surveyed, [], { before: { ...before, maxCapacity: 40_000, volumeCurve } }))).toMatchObject({
      meta: { openingStock: 10_000 },
    });
  });
});
