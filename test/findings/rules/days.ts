import type { InsightDay, InsightUnit, Surroundings } from '../../../src/findings/rules/types.ts';
import { addDays, businessDate } from '../../../src/kernel/time/business-date.ts';

/** A Monday. */
const FIRST = businessDate('2026-01-05');
const HOURS = 24;

/** Days of a unit, each hour as the test says; null: not measured. */
export const daysOf = (
  count: number,
  flowAt: (day: number, hour: number) => number | null,
  registerAt: (day: number, hour: number) => number | null = () => null,
): InsightDay[] =>
  Array.from({ length: count }, (_, day) => {
    const hours = Array.from({ length: HOURS }, (_hour, hour) => flowAt(day, hour));
    return {
      date: addDays(FIRST, day),
      hours,
      registers: hours.map((_flow, hour) => registerAt(day, hour)),
      coverage: hours.filter((flow) => flow !== null).length / HOURS,
    };
  });

export const unitOf = (days: InsightDay[], more: Partial<InsightUnit> = {}): InsightUnit => ({
  unitId: 'M1',
  group: 'FLOW',
  learnFrom: null,
  days,
  ...more,
});

/** A works that runs from 08:00 to 18:00, some days a little more than others. */
export const works = (day: number, hour: number): number =>
  hour >= 8 && hour < 18 ? 1000 + ((day * 37 + hour * 11) % 90) : 0;

export const noneTaken = ({ days }: InsightUnit): boolean[] => days.map(() => false);
export const BUSY: Surroundings = { isIdle: () => false };
