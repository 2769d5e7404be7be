import { dayNumberOf } from '../../kernel/time/business-date.ts';
import { middleOf } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import { examplesBefore, isMeasuredDay, usedOn } from './usual-days.ts';

/** A weekday of use is one on which the unit has counted in this share of the last weeks. */
const LAST_WEEKS = 8;
const LEAST_WEEKS = 2;
/** Of a unit that was used on fewer days nobody knows its rests. */
const LEAST_USED_DAYS = 16;
const USE_SHARE = 0.75;
/** Of a unit with a rhythm, so many weekdays are days of use in nearly every week. */
const RHYTHM_SHARE = 0.9;
const LEAST_RHYTHM_WEEKDAYS = 4;
/** Of any other one, a weekday on which it sometimes counts tells how regular it is. */
const SOME_USE_SHARE = 0.25;
/** Less than this share of a usual day is no use. */
const STILL_SHARE = 0.1;
const DAYS_OF_WEEK = 7;
/** A look begins with so many days that say what is usual. What is told anew begins later. */
const FIRST_DAYS = 35;
/** Two days without use are a holiday or a repair. */
const LEAST_DAYS = 3;
const LEAST_SHUTDOWN_DAYS = 5;
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
  /** No day has passed without use, on whatever weekday, but for a short shutdown. */
  readonly neverRests: boolean;
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
  const isRhythmic =
    [...byWeekday.keys()].filter((weekday) => isUsed(weekday, RHYTHM_SHARE)).length >= LEAST_RHYTHM_WEEKDAYS;
  const ofUse = examples.filter((day) =>
    isUsed(dayNumberOf(day.date) % DAYS_OF_WEEK, isRhythmic ? USE_SHARE : SOME_USE_SHARE),
  );
  const isRest = (day: InsightDay): boolean => usedOn(day) <= STILL_SHARE * usualDay;
  const { habit, shutdown } = restsOf(ofUse.map(isRest));
  const restDays = habit.reduce((sum, length) => sum + length, 0);
  const byChance = Math.log(MOST_CHANCE) / Math.log((restDays + 1) / (ofUse.length + 2));
  const longest = Math.max(shutdown, ...habit);
  const enough = Math.ceil(Math.max(LEAST_DAYS, byChance, longest + 1));
  const isRestless = restDays > MOST_RESTS * ofUse.length;
  return {
    usualDay,
    isExpected: isUsed(dayNumberOf(date) % DAYS_OF_WEEK, USE_SHARE),
    enough: isRestless ? null : enough,
    neverRests: !hasHabit(examples.map(isRest)),
  };
}

/** Lengths of rests in a row of days. */
interface Rests {
  /** At least one, which may be 0. */
  readonly habit: readonly number[];
  /** A long one that happened once; 0: none did. It is no habit, and may happen again all the same. */
  readonly shutdown: number;
}

function restsOf(areRests: readonly boolean[]): Rests {
  const rests = [0];
  for (const isRest of areRests) {
    if (isRest) rests.push((rests.pop() ?? 0) + 1);
    else if (rests.at(-1) !== 0) rests.push(0);
  }
  const long = rests.filter((length) => length >= LEAST_SHUTDOWN_DAYS);
  if (long.length !== 1) return { habit: rests, shutdown: 0 };
  return { habit: [0, ...rests.filter((length) => length < LEAST_SHUTDOWN_DAYS)], shutdown: long[0] ?? 0 };
}

/** It rests at times, but for a shutdown that was short beside its days of use. */
function hasHabit(areRests: readonly boolean[]): boolean {
  const { habit, shutdown } = restsOf(areRests);
  return habit.some((length) => length > 0) || shutdown > MOST_RESTS * areRests.length;
}

interface Standstill {
  /** Less than a tenth of the usual was used on a day of use. */
  readonly isStill: boolean;
  readonly neverRests: boolean;
}

/** One of the first days, behind all others of them: too few come before it to tell how the unit was used. */
function amongFirst(days: readonly InsightDay[], index: number): [days: readonly InsightDay[], index: number] {
  const others = days.slice(0, FIRST_DAYS).filter((_day, at) => at !== index);
  return [[...others, ...days.slice(index, index + 1)], index < FIRST_DAYS ? others.length : -1];
}

/** null: the day says nothing. */
export function standstillOn(days: readonly InsightDay[], index: number): Standstill | null {
  const day = days[index];
  if (day === undefined || !isMeasuredDay(day)) return null;
  const use = dayOfUse(days, index, []) ?? dayOfUse(...amongFirst(days, index), []);
  if (use === null || !use.isExpected) return null;
  return { isStill: usedOn(day) < STILL_SHARE * use.usualDay, neverRests: use.neverRests };
}
