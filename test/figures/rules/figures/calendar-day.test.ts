import { expect, it } from 'vitest';
import { calendarDay } from '../../../../src/figures/rules/figures/calendar-day.ts';
import { ALIKE } from '../../../../src/figures/rules/processors/parameters.ts';
import { processDay } from '../../../../src/figures/rules/processors/registry.ts';
import type { Unit } from '../../../../src/kernel/measure/unit.ts';
import { addDays } from '../../../../src/kernel/time/business-date.ts';
import { at, DAY, DAY_SECONDS, DAY_START, dayOf, everySlot, type Reading, unitOf } from '../processors/builders.ts';

/*
 * Two business days from 06:00, and the day from midnight between: the last 6 hours of the first and 18 of the second.
 */
const [HOUR_MS, DAY_MS] = [3_600_000, DAY_SECONDS * 1000];
const MIDNIGHT = DAY_START + 18 * HOUR_MS;

const between = (unit: Unit, first: readonly Reading[], second: readonly Reading[], nowEpochMs = Infinity) => {
  const documentOf = (readings: readonly Reading[], index: number) => {
    const dayStartEpochMs = DAY_START + index * DAY_MS;
    const asOfEpochMs = nowEpochMs < dayStartEpochMs + DAY_MS ? nowEpochMs : null;
    const day = dayOf(unit, readings, { dayStartEpochMs, date: addDays(DAY, index), asOfEpochMs });
    return { document: processDay(day), endEpochMs: dayStartEpochMs + DAY_MS };
  };
  const window = { startEpochMs: MIDNIGHT, endEpochMs: MIDNIGHT + DAY_MS, nowEpochMs };
  return calendarDay(unit, window, [documentOf(first, 0), documentOf(second, 1)], ALIKE);
};

it('a tank that is empty at midnight has no percentage, and opens with the last level before the day', () => {
  const tank = unitOf({ group: 'STOCK', maxCapacity: 1000 });
  const readings = [{ second: at(17, 55), value: 70 }];
  const day = between(tank, readings, [
    { second: at(2), value: 40 },
    { second: at(9), value: 0 },
  ]);
  expect(day).toMatchObject({ value: 0, meta: { percentage: null, openingStock: 700 } });
});

it('a tank that is silent all day opens with the last level before it, not with 0', () => {
  const tank = unitOf({ group: 'STOCK', maxCapacity: 1000 });
  const day = between(tank, [{ second: at(4), value: 70 }], []);
  expect(day).toMatchObject({ value: null, meta: { openingStock: 700 } });
});

it('ground water has the mean and the last reading of the hours from midnight to midnight alone', () => {
  const bore = unitOf({ group: 'GROUND_WATER_LEVEL' });
  const first = [
    { second: at(3), value: 90 },
    { second: at(20), value: 10 },
  ];
  const second = [
    { second: at(4), value: 20 },
    { second: at(20), value: 80 },
  ];
  expect(between(bore, first, second)).toMatchObject({
    value: 20,
    meta: { average: 15, lastEpoch: DAY_START + DAY_MS + 4 * HOUR_MS },
  });
});

it('of a running hour only the slots that have passed are expected', () => {
  // Half of the slots until 06:00; then one slot of the running hour, which was heard.
  const first = everySlot(600, at(18), at(24), () => ({ value: 1 }));
  const now = DAY_START + DAY_MS + 300_000;
  expect(between(unitOf(), first, [{ second: 0, value: 1 }], now)?.provenance).toMatchObject({
    slotsExpected: 73,
    slotsGenuine: 37,
  });
});
