import { dayNumberOf } from '../time/business-date.ts';
import { middleOf } from './robust.ts';
import type { InsightDay } from './types.ts';
import { examplesBefore, isMeasuredDay, usedOn } from './usual-days.ts';

/** A weekday of use is one on which the unit has counted in this share of the last weeks. */
const LAST_WEEKS = 8;
const LEAST_WEEKS = 2;
/** Of a unit that was used on fewer days nobody knows its rests. */
const LEAST_USED_DAYS = 16;
const USE_SHARE = 0.75;
/** One on which it sometimes counts tells how regular it is. */
const SOME_USE_SHARE = 0.25;
/** Less than this share of a usual day is no use. */
const STILL_SHARE = 0.1;
const DAYS_OF_WEEK = 7;
/** Two days without use are a holiday or a repair. */
const LEAST_DAYS = 3;
/** Of a unit that rests now and then: longer than its longest rest, and hardly ever by chance. */
const MOST_CHANCE = 0.003;
/** A unit that rests on more than this share of its days of use says nothing by standing still. */
const MOST_RESTS = 0.12;

/** What a unit counts on a usual day of use, and whether a day is such a day by its weekday. */
interface DayOfUse {
  readonly usualDay: number;
  readonly isExpected: boolean;
  /** So many days of use in a row without any are no chance; null: it rests too often for that. */
  readonly enough: number | null;
}

/** null: too little is known of the unit. */
export function dayOfUse(days: readonly InsightDay[], index: number, taken: readonly boolean[]): DayOfUse | null {
  const date = days[index]?.date;
  const examples = examplesBefore(days, index, taken, LAST_WEEKS * DAYS_OF_WEEK);
  const totals = examples.map(usedOn).filter((total) => total > 0);
  if (date === undefined || totals.length < LEAST_USED_DAYS) return null;
  const usualDay = middleOf(totals);
  const byWeekday = Map.groupBy(examples, (day) => dayNumberOf(day.date) % DAYS_OF_WEEK);
  const isUsed = (weekday: number, share: number): boolean => {
    const same = (byWeekday.get(weekday) ?? []).map((day) => usedOn(day) > STILL_SHARE * usualDay);
    return same.length >= LEAST_WEEKS && same.filter(Boolean).length >= share * same.length;
  };
  let [rest, longestRest, rests, used] = [0, 0, 0, 0];
  for (const day of examples) {
    if (!isUsed(dayNumberOf(day.date) % DAYS_OF_WEEK, SOME_USE_SHARE)) continue;
    used += 1;
    rest = usedOn(day) > STILL_SHARE * usualDay ? 0 : rest + 1;
    if (rest > 0) rests += 1;
    longestRest = Math.max(longestRest, rest);
  }
  const byChance = Math.log(MOST_CHANCE) / Math.log((rests + 1) / (used + 2));
  const enough = Math.ceil(Math.max(LEAST_DAYS, byChance, longestRest + 1));
  const isRestless = rests <= MOST_RESTS * used;
  return {
    usualDay,
    isExpected: isUsed(dayNumberOf(date) % DAYS_OF_WEEK, USE_SHARE),
    enough: isRestless ? enough : null,
  };
}

/** Whether less than a tenth of the usual was used on a day of use; null: the day says nothing. */
export function stoodStill(days: readonly InsightDay[], index: number): boolean | null {
  const day = days[index];
  if (day === undefined || !isMeasuredDay(day)) return null;
  const use = dayOfUse(days, index, []);
  return use === null || !use.isExpected ? null : usedOn(day) < STILL_SHARE * use.usualDay;
}
