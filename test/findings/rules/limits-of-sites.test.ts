import { describe } from 'vitest';
import { atOnce } from '../../../src/kernel/pieces.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';
import { idleDays, surroundingsOf } from '../../../src/findings/rules/detect.ts';
import { swapsInSteps } from '../../../src/findings/rules/swapped-meters.ts';
import type { Found, InsightUnit } from '../../../src/findings/rules/types.ts';
import { holdLimits } from '../../support/limits.ts';
import { daysOf, unitOf } from './days.ts';

/** A Monday. */
const JUDGED = 42;
const MONDAY = addDays(businessDate('2026-01-05'), JUDGED);

describe('a site', () => {
  /** Meters that count from eight to six; offices do not at weekends. On the judged day some count so much. */
  const meters = (name: string, count: number, stopped: number, { rests = false, flow = 0 } = {}): InsightUnit[] =>
    Array.from({ length: count }, (_, index) =>
      unitOf(
        daysOf(JUDGED + 1, (day, hour) => {
          if (hour < 8 || hour >= 18 || (rests && day % 7 >= 5)) return 0;
          return day === JUDGED && index < stopped ? flow : 1000;
        }),
        { unitId: `${name}${index}` },
      ),
    );
  const isIdle = (...units: readonly InsightUnit[]): boolean => idleDays(units).has(MONDAY);
  const offices = (count: number, stopped: number) => meters('OFFICE', count, stopped, { rests: true });
  holdLimits([
    ['stands still by three units', (count) => isIdle(...offices(count, count)), [2, false], [3, true], [4, true]],
    ['stands still by more than half', (stopped) => isIdle(...offices(10, stopped)), [4, false], [5, false], [6, true]],
    [
      'stands still by more than 34 in 100, some of which never rest',
      (stopped) => isIdle(...meters('WORKS', 50, stopped)),
      [16, false],
      [17, false],
      [18, true],
    ],
    [
      'stands still by two units that never rest, among others',
      (tireless) => isIdle(...meters('WORKS', 5, tireless), ...offices(5, 4 - tireless)),
      [1, false],
      [2, true],
      [3, true],
    ],
    [
      'stands still at less than a tenth of its use',
      (flow) => isIdle(...meters('WORKS', 4, 4, { flow })),
      [99, true],
      [100, false],
      [101, false],
    ],
  ]);
});

describe('swapped meters', () => {
  /** 1,000 litres an hour by day, and 300 by night, one in place of the other from the judged day on. */
  const pair = (daysAfter: number): InsightUnit[] => {
    const counts = (isByDay: boolean) => (day: number, hour: number) => {
      const isDay = hour >= 8 && hour < 18;
      return isDay === isByDay ? (isByDay ? 1000 : 300) + ((day * 37 + hour * 11) % 90) : 0;
    };
    return [true, false].map((isByDay) =>
      unitOf(
        daysOf(JUDGED + 1 + daysAfter, (day, hour) => counts(day < JUDGED ? isByDay : !isByDay)(day, hour)),
        { unitId: isByDay ? 'INLET' : 'BOILER' },
      ),
    );
  };
  const found = (unitId: string, from: number): Found => ({
    kind: 'unusual-use',
    unitId,
    firstDay: addDays(MONDAY, from),
    raisedOn: addDays(MONDAY, from),
    lastDay: addDays(MONDAY, Math.max(0, from)),
    isOpen: true,
    quantity: null,
    quantityPerDay: null,
    confidence: 0.5,
    evidence: {},
  });
  /** What is told of findings of the inlet that begin with the swap, and of one of the boiler. */
  const told = (daysAfter: number, ...others: readonly Found[]): readonly string[] => {
    const units = pair(daysAfter);
    const steps = swapsInSteps([found('INLET', 0), ...others], units, surroundingsOf(units));
    return atOnce(steps).map(({ kind }) => kind);
  };
  const isPartOf = (from: number): boolean => told(20, found('BOILER', from)).length === 1;
  holdLimits([
    ['are told after four days', (days) => told(days).includes('swapped-meters'), [3, false], [4, true], [5, true]],
    ['take the place of what began two weeks after', isPartOf, [13, true], [14, true], [15, false]],
  ]);
});
