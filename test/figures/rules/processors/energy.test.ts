import { describe, expect, it } from 'vitest';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { at, dayOf, unitOf } from './builders.ts';

const parameter = (isLatest: boolean) => ({ displayName: '', siUnit: '', isLatest });
const energyUnit = (overrides: Parameters<typeof unitOf>[0] = {}) =>
  unitOf({ group: 'ENERGY', siUnit: 'kWh', ...overrides });

describe('energy: the day', () => {
  it('follows the flow rule and adds savings to its meta', () => {
    const day = processDay(
      dayOf(energyUnit({ flowFactor: 10 }), [
        { second: at(0), value: 2, register: 100 },
        { second: at(0, 5), value: 6, register: 106 },
      ]),
    );
    expect(day.hourly[0]).toMatchObject({ ir: 980, fr: 1060, y: 80 });
    expect(day).toMatchObject({
      value: 80,
      meta: { flowFactor: 10, ir: 980, fr: 1060, nonZero: 2, energySaved: 0, energySavedCoverage: 0 },
    });
  });

  it('has neither paramValue nor py when the unit declares no parameters', () => {
    const day = processDay(dayOf(energyUnit(), [{ second: 0, value: 1, params: { voltage: 230 } }]));
    expect(day).not.toHaveProperty('paramValue');
    expect(day.hourly[0]).not.toHaveProperty('py');
  });

  it('reports a day without readings as null with 0 slots and 1440 minutes offline and null parameters', () => {
    const day = processDay(
      dayOf(energyUnit({ params: { voltage: parameter(false), kwh: parameter(true) }, pRefKilowatts: 5 }), []),
    );
    expect(day).toMatchObject({
      value: null,
      paramValue: { voltage: null, kwh: null },
      meta: { offlineCount: 0, offlineDuration: 1440, energySaved: 0, energySavedCoverage: 0 },
    });
    expect(day.hourly.every(({ y, py }) => y === null && py?.['voltage'] === null)).toBe(true);
  });
});

describe('energy: parameters', () => {
  const unit = energyUnit({
    params: { voltage: parameter(false), powerFactor: parameter(true), current: parameter(false) },
  });
  const day = processDay(
    dayOf(unit, [
      { second: at(0), value: 1, params: { voltage: 230, powerFactor: 0.9 } },
      { second: at(0, 5), value: 1, params: { voltage: 236 } },
      { second: at(4), value: 1, params: { voltage: 224, powerFactor: 0.7 } },
      { second: at(9), value: 1, params: { frequency: 50 } },
    ]),
  );

  it('have a mean per hour, null in an hour without samples', () => {
    expect(day.hourly[0]?.py).toEqual({ voltage: 233, powerFactor: 0.9, current: null, frequency: null });
    expect(day.hourly[1]?.py).toEqual({ voltage: null, powerFactor: null, current: null, frequency: null });
  });

  it('have the mean of all samples of the day, not of the hourly means', () => {
    // (230 + 236 + 224) / 3 = 230; the mean of the hourly means 233 and 224 would be 228.5.
    expect(day.paramValue?.['voltage']).toBe(230);
  });

  it('have their own last value of the day when declared isLatest', () => {
    expect(day.paramValue?.['powerFactor']).toBe(0.7);
  });

  it('are null without samples, and included when sent undeclared', () => {
    expect(day.paramValue).toMatchObject({ current: null, frequency: 50 });
  });
});
