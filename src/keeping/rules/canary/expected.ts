import { firstOfMonth, firstOfYear } from '../../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../../kernel/time/types.ts';
import { CANARY_UNITS, canaryDates, type CanaryUnit, FIRST_DAY_OF_LEAK } from './scenario.ts';

/** Figures by name, so that two sets can be compared. null: there is no figure. */
export type CanaryFigures = ReadonlyMap<string, number | null>;

export interface CanaryMismatch {
  readonly what: string;
  readonly expected: number | null;
  readonly found: number | null;
}

export const nameOfFigure = (unitId: string, period: string, start: BusinessDate, figure = 'value'): string =>
  `${unitId} ${period} ${start} ${figure}`;
export const BEFORE_LATE = 'LATE before its readings came';
export const LEAKS_FOUND = 'leaks found';
export const LEAK_PER_DAY = 'LEAK litres a day';
export const LEAK_FIRST_DAY = 'LEAK day of the first find';

/**
 * Worked out by hand, in thousandths of a kilolitre. A day has 24 hours and day 6 has 25.
 *
 *   STEADY  24 x 1000 = 24,000                                 day 6: 25 x 1000 = 25,000
 *   RESET   24 x 10 = 240: the register that fell loses none   day 6: 250
 *   GAP     240                                                day 6: 250; day 3: 18 hours x 10 = 180
 *   LATE    24 x 5 = 120, on day 4 too once its readings came  day 6: 125
 *   SWAP    240: 5 of the old meter and 5 of the new at noon   day 6: 250
 *   LEAK    10 x 1000 = 10,000 (the 25th hour is at night)     from day 20: + 24 x 100 = 12,400
 *   TOTAL   STEADY + LEAK = 34,000                             day 6: 35,000; from day 20: 36,400
 */
function dailyValue(unitId: CanaryUnit, day: number): number {
  const isLong = day === 6;
  switch (unitId) {
    case 'STEADY':
      return isLong ? 25_000 : 24_000;
    case 'GAP':
      return isLong ? 250 : day === 3 ? 180 : 240;
    case 'RESET':
    case 'SWAP':
      return isLong ? 250 : 240;
    case 'LATE':
      return isLong ? 125 : 120;
    case 'LEAK':
      return day >= FIRST_DAY_OF_LEAK ? 12_400 : 10_000;
    case 'TOTAL':
      return day >= FIRST_DAY_OF_LEAK ? 36_400 : isLong ? 35_000 : 34_000;
  }
}

/**
 * Every figure of the canary. Months and years are the sums of the days that lie in them. Of single days: the gap has
 * 6 missing slots of 24, so its coverage is 0.75, and the 60 that the register counted meanwhile are booked offline.
 * The registers after reset and swap end at 12 x 10 = 120 and at 5 + 11 x 10 = 115.
 */
export function expectedOfCanary(last: BusinessDate): CanaryFigures {
  const dates = canaryDates(last);
  const figures = new Map<string, number | null>();
  const add = (name: string, value: number): void => void figures.set(name, (figures.get(name) ?? 0) + value);
  for (const unitId of CANARY_UNITS) {
    for (const [day, date] of dates.entries()) {
      const value = dailyValue(unitId, day);
      figures.set(nameOfFigure(unitId, 'day', date), value);
      add(nameOfFigure(unitId, 'month', firstOfMonth(date)), value);
      add(nameOfFigure(unitId, 'year', firstOfYear(date)), value);
    }
  }
  const on = (day: number): BusinessDate => dates[day] ?? last;
  figures.set(nameOfFigure('RESET', 'day', on(2), 'fr'), 120);
  figures.set(nameOfFigure('RESET', 'day', on(3), 'ir'), 120);
  figures.set(nameOfFigure('GAP', 'day', on(3), 'offlineCount'), 6);
  figures.set(nameOfFigure('GAP', 'day', on(3), 'offlineValue'), 60);
  figures.set(nameOfFigure('GAP', 'day', on(3), 'coverage'), 0.75);
  figures.set(nameOfFigure('SWAP', 'day', on(5), 'fr'), 115);
  figures.set(BEFORE_LATE, null);
  figures.set(LEAKS_FOUND, 1);
  figures.set(LEAK_PER_DAY, 2_400);
  figures.set(LEAK_FIRST_DAY, FIRST_DAY_OF_LEAK);
  return figures;
}

/** Figures that differ from the expected ones. An absent figure counts as null. */
export const canaryMismatches = (expected: CanaryFigures, found: CanaryFigures): CanaryMismatch[] =>
  [...expected].flatMap(([what, value]) => {
    const other = found.get(what) ?? null;
    return other === value ? [] : [{ what, expected: value, found: other }];
  });
