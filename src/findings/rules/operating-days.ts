import { middleOf } from '../../kernel/statistics.ts';
import { DAYS_OF_WEEK } from '../../kernel/time/durations.ts';
import { weekdayOf } from './load-profile.ts';
import type { InsightDay } from './types.ts';
import { examplesBefore, isMeasuredDay, usedOn } from './usual-days.ts';

/** Weeks in which a weekday must have had use, in the share below, to be a day of use. */
const LAST_WEEKS = 8;
const LEAST_WEEKS = 2;
/** Days of use without which a unit's rests are unknown. */
const LEAST_USED_DAYS = 16;
const USE_SHARE = 0.75;
/** A unit has a weekly rhythm when this many weekdays or more have use in this share of the weeks. */
const RHYTHM_SHARE = 0.9;
const LEAST_RHYTHM_WEEKDAYS = 4;
/** Share of the weeks in which a weekday of a unit without rhythm must have use to be a day of use. */
const SOME_USE_SHARE = 0.25;
/** Share of a usual day below which a day counts as without use. */
const STILL_SHARE = 0.1;
/** Days at the beginning of the data that only tell what is usual. Days that are judged come later. */
const FIRST_DAYS = 35;
/** Least days of a standstill, because two days without use are a holiday or a repair. */
const LEAST_DAYS = 3;
const LEAST_SHUTDOWN_DAYS = 5;
/** Largest probability that a standstill is chance. It must also be longer than the longest rest before. */
const MOST_CHANCE = 0.003;
/** Share of rests among days of use above which a standstill tells nothing. */
const MOST_RESTS = 0.12;

/** Usual use on a day of use, and whether a day is one by its weekday. */
interface OperatingDay {
  readonly usualDay: number;
  readonly isExpected: boolean;
  /** Days of use in a row without any use that are no chance; null: the unit rests too often to tell. */
  readonly enough: number | null;
  /** Whether every day had use, on all weekdays, apart from a short shutdown. */
  readonly neverRests: boolean;
}

/** The usual day of use before a day; null: too little is known of the unit. */
export function operatingDayOn(
  days: readonly InsightDay[],
  index: number,
  taken: readonly boolean[],
): OperatingDay | null {
  const day = days[index];
  const examples = examplesBefore(days, index, taken, LAST_WEEKS * DAYS_OF_WEEK);
  const totals = examples.map(usedOn).filter((total) => total > 0);
  if (day === undefined || totals.length < LEAST_USED_DAYS) return null;
  const usualDay = middleOf(totals);
  const byWeekday = Map.groupBy(examples, weekdayOf);
  const isUsed = (weekday: number, share: number): boolean => {
    const same = (byWeekday.get(weekday) ?? []).map((day) => usedOn(day) > STILL_SHARE * usualDay);
    return same.length >= LEAST_WEEKS && same.filter(Boolean).length >= share * same.length;
  };
  const isRhythmic =
    [...byWeekday.keys()].filter((weekday) => isUsed(weekday, RHYTHM_SHARE)).length >= LEAST_RHYTHM_WEEKDAYS;
  const ofUse = examples.filter((day) => isUsed(weekdayOf(day), isRhythmic ? USE_SHARE : SOME_USE_SHARE));
  const isRest = (day: InsightDay): boolean => usedOn(day) <= STILL_SHARE * usualDay;
  const { habit, shutdown } = restsOf(ofUse.map(isRest));
  const restDays = habit.reduce((sum, length) => sum + length, 0);
  const byChance = Math.log(MOST_CHANCE) / Math.log((restDays + 1) / (ofUse.length + 2));
  const longest = Math.max(shutdown, ...habit);
  const enough = Math.ceil(Math.max(LEAST_DAYS, byChance, longest + 1));
  const isRestless = restDays > MOST_RESTS * ofUse.length;
  return {
    usualDay,
    isExpected: isUsed(weekdayOf(day), USE_SHARE),
    enough: isRestless ? null : enough,
    neverRests: !hasHabit(examples.map(isRest)),
  };
}

/** Lengths of rests in a row of days. */
interface Rests {
  /** Lengths of usual rests; at least one entry, which may be 0. */
  readonly habit: readonly number[];
  /**
   * Length of a long rest that happened once; 0: none did. Once is no habit, and the rest may come again all the same.
   */
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

/** Whether a unit rests by habit. A shutdown that is short beside its days of use is no habit. */
function hasHabit(areRests: readonly boolean[]): boolean {
  const { habit, shutdown } = restsOf(areRests);
  return habit.some((length) => length > 0) || shutdown > MOST_RESTS * areRests.length;
}

interface Standstill {
  /** Whether a day of use had less than a tenth of its usual use. */
  readonly isStill: boolean;
  readonly neverRests: boolean;
}

/**
 * Days in a new order, with one of the first days moved behind the others: too few days come before it to tell what was
 * usual.
 */
function amongFirst(days: readonly InsightDay[], index: number): [days: readonly InsightDay[], index: number] {
  const others = days.slice(0, FIRST_DAYS).filter((_day, at) => at !== index);
  return [[...others, ...days.slice(index, index + 1)], index < FIRST_DAYS ? others.length : -1];
}

/** Standstill on a day; null: the day tells nothing. */
export function standstillOn(days: readonly InsightDay[], index: number): Standstill | null {
  const day = days[index];
  if (day === undefined || !isMeasuredDay(day)) return null;
  const use = operatingDayOn(days, index, []) ?? operatingDayOn(...amongFirst(days, index), []);
  if (use === null || !use.isExpected) return null;
  return { isStill: usedOn(day) < STILL_SHARE * use.usualDay, neverRests: use.neverRests };
}
