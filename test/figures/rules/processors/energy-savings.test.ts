import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { energySavings } from '../../../../src/figures/rules/processors/energy-savings.ts';
import type { UnitDay } from '../../../../src/figures/rules/processors/types.ts';
import { at, DAY_START, dayOf, everySlot, type Reading, unitOf } from './builders.ts';

// Reference power 6 kW and slots of 5 minutes: an interval at full power counts 500 (0.5 kWh in 1/12 h = 6 kW).
const savingsOf = (readings: readonly Reading[], unit: Partial<Unit> = {}, overrides: Partial<UnitDay> = {}) =>
  energySavings(dayOf(unitOf({ group: 'ENERGY', pRefKilowatts: 6, ...unit }), readings, overrides));

const slot = (
  index: number,
  register: number | null,
  rest: Omit<Reading, 'second' | 'register'> = { value: 1 },
): Reading => ({
  second: index * 300,
  register,
  ...rest,
});
const coverage = (intervals: number) => Math.round((intervals / 288) * 10_000) / 10_000;

describe('energy savings', () => {
  it('are (pRef - actual power) * hours of every pair, signed', () => {
    // 0 -> 250: 0.25 kWh in 1/12 h = 3 kW, saves 3/12 = 0.25. 250 -> 850: 7.2 kW, saves -1.2/12 = -0.1. Together 0.15.
    const { energySaved, energySavedCoverage } = savingsOf([slot(0, 0), slot(1, 250), slot(2, 850)]);
    expect(energySaved).toBeCloseTo(0.15, 12);
    expect(energySavedCoverage).toBe(coverage(2));
  });

  it('apply flowFactor to the register', () => {
    // Factor 2: 125 * 2 / 1000 = 0.25 kWh in 1/12 h = 3 kW, saves 0.25.
    expect(savingsOf([slot(0, 0), slot(1, 125)], { flowFactor: 2 }).energySaved).toBeCloseTo(0.25, 12);
  });

  it('skip a pair with a gap above 1.5 update intervals, and keep one at 1.5', () => {
    // Gap 450 s = 1/8 h, 375 = 3 kW: saves 3/8 = 0.375. Gap 451 s: offline.
    expect(savingsOf([slot(0, 0), { second: 450, value: 1, register: 375 }])).toEqual({
      energySaved: 0.375,
      energySavedCoverage: coverage(1),
    });
    expect(savingsOf([slot(0, 0), { second: 451, value: 1, register: 375 }])).toEqual({
      energySaved: 0,
      energySavedCoverage: 0,
    });
  });

  it('skip a pair whose second sample reports an offline period', () => {
    const readings = [slot(0, 0), slot(1, 250, { value: 1, offline: true }), slot(2, 500)];
    expect(savingsOf(readings).energySavedCoverage).toBe(coverage(1));
  });

  it('skip both pairs of an estimated sample', () => {
    const readings = [slot(0, 0), slot(1, 250, { value: 1, estimated: true }), slot(2, 500), slot(3, 750)];
    const { energySaved, energySavedCoverage } = savingsOf(readings);
    expect(energySaved).toBeCloseTo(0.25, 12);
    expect(energySavedCoverage).toBe(coverage(1));
  });

  it('skip pairs without a register and pairs without a positive gap', () => {
    expect(savingsOf([slot(0, 0), slot(1, null), slot(2, 500)]).energySavedCoverage).toBe(0);
    expect(savingsOf([slot(1, 0), slot(1, 250), slot(0, 500)]).energySavedCoverage).toBe(0);
    expect(savingsOf([slot(1, 0), slot(1, 0, { value: 0 })]).energySavedCoverage).toBe(0);
  });

  it('drop a pair with negative power even when its value is at the low-flow cutoff', () => {
    expect(savingsOf([slot(0, 500), slot(1, 400, { value: 0 })])).toEqual({ energySaved: 0, energySavedCoverage: 0 });
  });

  it('drop a pair above 1.5 pRef and keep one at 1.5 pRef', () => {
    // 1.5 * 6 = 9 kW = 750 in a slot, saves -3/12 = -0.25; 751 is dropped.
    expect(savingsOf([slot(0, 0), slot(1, 750)])).toEqual({ energySaved: -0.25, energySavedCoverage: coverage(1) });
    expect(savingsOf([slot(0, 0), slot(1, 751)])).toEqual({ energySaved: 0, energySavedCoverage: 0 });
    expect(savingsOf([slot(0, 0), slot(1, 751, { value: 0 })])).toEqual({ energySaved: 0, energySavedCoverage: 0 });
  });

  it('keep a pair at 1.5 pRef whatever pRef is as a double', () => {
    // 1.5 * 0.3 = 0.45 kW = 37.5 in a slot, saves -0.15/12 = -0.0125; a millionth more is dropped.
    const unit = { pRefKilowatts: 0.3 };
    expect(savingsOf([slot(0, 0), slot(1, 37.5)], unit)).toEqual({
      energySaved: -0.0125,
      energySavedCoverage: coverage(1),
    });
    expect(savingsOf([slot(0, 0), slot(1, 37.500001)], unit).energySavedCoverage).toBe(0);
    for (let tenths = 1; tenths <= 200; tenths += 1) {
      const readings = [slot(0, 0), { second: 1200, value: 1, register: tenths * 50 }];
      const found = savingsOf(readings, { pRefKilowatts: tenths / 10, dataUpdateFrequencySeconds: 1200 });
      expect(found.energySavedCoverage, `pRef ${tenths / 10}`).toBe(0.0139);
    }
  });

  it('count a pair at or below the low-flow cutoff as valid without saving', () => {
    const unit = { minNonZeroThreshold: 10 };
    expect(savingsOf([slot(0, 0), slot(1, 10, { value: 10 })], unit)).toEqual({
      energySaved: 0,
      energySavedCoverage: coverage(1),
    });
    // 120 in a slot is 1.44 kW: saves 4.56/12 = 0.38.
    expect(savingsOf([slot(0, 0), slot(1, 120, { value: 11 })], unit).energySaved).toBeCloseTo(0.38, 12);
  });

  it('hold a sample without interval value against the cutoff by its register difference', () => {
    expect(savingsOf([slot(0, 70, {}), slot(1, 70, {})])).toEqual({ energySaved: 0, energySavedCoverage: coverage(1) });
    expect(savingsOf([slot(0, 0, {}), slot(1, 250, {})]).energySaved).toBeCloseTo(0.25, 12);
  });

  it('are those of the same meter mounted the right way, when it counts down and has a negative factor', () => {
    // 850 -> 600: 0.25 kWh in 1/12 h = 3 kW, saves 3/12 = 0.25. 600 -> 480: 1.44 kW, saves 4.56/12 = 0.38. 480 -> 470
    // is at the cutoff: idle.
    const unit = { flowFactor: -1, minNonZeroThreshold: 10 };
    expect(
      savingsOf(
        [slot(0, 850, { value: 0 }), slot(1, 600, { value: -250 }), slot(2, 480, {}), slot(3, 470, { value: -10 })],
        unit,
      ),
    ).toEqual({ energySaved: 0.63, energySavedCoverage: coverage(3) });
    // Factor -2 doubles the kWh of the register, not the value that is held against the cutoff: 425 -> 300 is 3 kW
    // again.
    expect(
      savingsOf([slot(0, 425), slot(1, 300, { value: -11 }), slot(2, 290, {})], { ...unit, flowFactor: -2 }),
    ).toEqual({ energySaved: 0.25, energySavedCoverage: coverage(2) });
    // A register that rises is what a fall is elsewhere.
    expect(savingsOf([slot(0, 400), slot(1, 500, { value: -100 })], unit)).toEqual({
      energySaved: 0,
      energySavedCoverage: 0,
    });
  });

  it('are 0 with coverage 0 with fewer than two samples and without a reference power', () => {
    const nothing = { energySaved: 0, energySavedCoverage: 0 };
    expect(savingsOf([])).toEqual(nothing);
    expect(savingsOf([slot(0, 0)])).toEqual(nothing);
    const day = dayOf(unitOf({ group: 'ENERGY', pRefKilowatts: 6 }), [slot(0, 0), slot(1, 250)]);
    expect(energySavings({ ...day, unit: { ...day.unit, pRefKilowatts: null } })).toEqual(nothing);
  });
});

describe('coverage of energy savings', () => {
  const allDay = (dayLengthSeconds: number) =>
    everySlot(300, 0, dayLengthSeconds, (index) => ({ value: 1, register: index * 250 }));

  it('is valid intervals over the slots of the day, whatever its length', () => {
    // 287 of 288, 275 of 276, 293 of 294 intervals lie inside the day.
    expect(savingsOf(allDay(86_400)).energySavedCoverage).toBe(0.9965);
    expect(savingsOf(allDay(82_800), {}, { dayLengthSeconds: 82_800 }).energySavedCoverage).toBe(0.9964);
    expect(savingsOf(allDay(88_200), {}, { dayLengthSeconds: 88_200 }).energySavedCoverage).toBe(0.9966);
  });

  it('is at most 1 when a unit reports more often than declared', () => {
    const readings = everySlot(60, 0, 86_400, (index) => ({ value: 1, register: index * 50 }));
    expect(savingsOf(readings).energySavedCoverage).toBe(1);
  });

  it('expects only the elapsed hours of the running day', () => {
    // As of 1:00 12 intervals are expected; 12 samples make 11 pairs: 0.9167.
    const readings = everySlot(300, 0, 3600, (index) => ({ value: 1, register: index * 250 }));
    expect(savingsOf(readings, {}, { asOfEpochMs: DAY_START + at(1) * 1000 }).energySavedCoverage).toBe(0.9167);
    expect(savingsOf(readings, {}, { asOfEpochMs: DAY_START }).energySavedCoverage).toBe(0);
  });
});
