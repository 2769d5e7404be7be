import { describe, expect, it } from 'vitest';
import { UNIT_GROUPS } from '../../../../src/kernel/measure/unit.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import { createFigureProcessor } from '../../../../src/figures/rules/processors/memoise-silent-days.ts';
import type { UnitDay } from '../../../../src/figures/rules/processors/types.ts';
import { addDays } from '../../../../src/kernel/time/business-date.ts';
import { DAY, DAY_START, dayOf, unitOf } from './builders.ts';

const DAY_MS = 86_400_000;
const volumeCurve = [
  { elevationMetres: 0, volumeCubicMetres: 0 },
  { elevationMetres: 1, volumeCubicMetres: 7 },
];
const groups = UNIT_GROUPS.filter((group) => group !== 'VIRTUAL');

/**
 * Days without readings that differ in date, length and what they begin with, one with a reading and a running one
 * among them.
 */
const daysOf = (group: (typeof groups)[number]): UnitDay[] => {
  const params = { pH: { displayName: 'pH', siUnit: '', isLatest: false } };
  const [unit, larger] = [
    unitOf({ group, params, maxCapacity: 1000, pRefKilowatts: 2 }),
    unitOf({ group, params, maxCapacity: 2000, dataUpdateFrequencySeconds: 90 }),
  ];
  const day = (
    index: number,
    changes: Partial<UnitDay> = {},
    readings: Parameters<typeof dayOf>[1] = [],
    of = unit,
  ): UnitDay =>
    dayOf(of, readings, { date: addDays(DAY, index), dayStartEpochMs: DAY_START + index * DAY_MS, ...changes });
  return [
    day(0),
    day(1),
    day(2, { dayLengthSeconds: 82_800 }),
    day(3, { dayLengthSeconds: 90_000 }),
    day(4),
    day(5, {}, [{ second: 300, value: 50, register: 900, params: { pH: 7 } }]),
    day(6, { before: { value: 50, register: 900 } }),
    day(7, { before: { value: 50, register: 900, maxCapacity: 500 } }),
    day(8, { before: { value: 50, register: 900 } }),
    day(9, { before: { value: 50, register: 900, maxCapacity: 500, volumeCurve } }),
    day(9, {}, [], larger),
    day(10, {}, [], larger),
    day(11, { asOfEpochMs: DAY_START + 11 * DAY_MS + 7_200_000 }),
  ];
};

describe('figures of many days of a unit', () => {
  it.each(groups)('of %s are those that each day has when it is processed by itself', (group) => {
    const process = createFigureProcessor();
    for (const day of daysOf(group))
      expect({ ...process(day), hourly: [] }).toEqual({ ...processDay(day), hourly: [] });
  });
});
