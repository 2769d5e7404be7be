import { HOURS_OF_DAY } from '../../kernel/time/durations.ts';
import { dayNumberOf } from '../../kernel/time/business-date.ts';
import { middleOf, quantile, type UsualRange, usualRange } from '../../kernel/statistics.ts';
import type { InsightDay, Surroundings } from './types.ts';

/** Days that tell what is usual, taken from at most twice as many. */
const USUAL_DAYS = 28;
export const MOST_USUAL_DAYS = 2 * USUAL_DAYS;
/** Days without which nothing is usual yet. */
export const LEAST_USUAL_DAYS = 7;
/** Measured hours without which a day is no example. */
const LEAST_HOURS = 12;
/** Days after which the usual is computed anew, because it changes slowly and takes most of the work. */
const RENEWED_DAYS = 7;

/** Days without which frequencies of flows and heights of days are unknown. */
export const LEAST_HABIT_DAYS = 21;
/** Days after which habits are computed anew. They take most of the work of all detectors. */
export const HABITS_RENEWED_DAYS = 14;

/** Share of the mean hour below which a unit's lowest hour usually falls when the unit rests. */
export const RESTING_SHARE = 0.05;

/** Facts of a day that many detectors need, computed once. */
interface DayFacts {
  readonly measured: readonly number[];
  readonly total: number;
  readonly lowest: number;
  readonly lowestStretch: number | null;
}

/** Hours in a row whose mean is taken, because a meter with coarse steps needs hours to count a small flow. */
export const STRETCH_HOURS = 3;

function lowestStretch(hours: InsightDay['hours']): number | null {
  let lowest: number | null = null;
  for (let from = 0; from + STRETCH_HOURS <= hours.length; from += 1) {
    const stretch = hours.slice(from, from + STRETCH_HOURS).filter((hour) => hour !== null);
    if (stretch.length < STRETCH_HOURS) continue;
    const mean = stretch.reduce((sum, hour) => sum + hour, 0) / STRETCH_HOURS;
    if (lowest === null || mean < lowest) lowest = mean;
  }
  return lowest;
}

const FACTS = new WeakMap<InsightDay, DayFacts>();

function factsOf(day: InsightDay): DayFacts {
  const known = FACTS.get(day);
  if (known !== undefined) return known;
  const measured = day.hours.filter((hour) => hour !== null);
  const facts = {
    measured,
    total: measured.reduce((sum, hour) => sum + hour, 0),
    lowest: measured.length === 0 ? 0 : Math.min(...measured),
    lowestStretch: lowestStretch(day.hours),
  };
  FACTS.set(day, facts);
  return facts;
}

export const measuredHours = (day: InsightDay): readonly number[] => factsOf(day).measured;
export const isMeasuredDay = (day: InsightDay): boolean => factsOf(day).measured.length >= LEAST_HOURS;
/** Sum of the measured hours of a day. */
export const usedOn = (day: InsightDay): number => factsOf(day).total;
/** Lowest of the measured hours; 0 without any. */
export const lowestHourOf = (day: InsightDay): number => factsOf(day).lowest;

/** Lowest mean of three hours in a row; null: no three in a row were measured. */
export const lowestStretchOf = (day: InsightDay): number | null => factsOf(day).lowestStretch;

/** Usual use of a unit, from the days before one. */
export interface Usual {
  readonly days: readonly InsightDay[];
  /** Mean hour. */
  readonly meanHour: number;
  /** A high one among the hours with any flow. */
  readonly runningHour: number;
  /** Nearly the lowest of these hours. A meter with coarse steps counts no less in an hour. */
  readonly leastFlow: number;
  /** Whether the unit stands still for some hours on most days, or for days at any time. */
  readonly rests: boolean;
  /** Whether the unit either runs or stands still at any hour, like a pump that a person starts and stops. */
  readonly runsOrRests: boolean;
  /** Whether the unit never rests and its hours hardly vary, like a process that is never stopped. */
  readonly isEven: boolean;
  /** An hour that next to none exceeds. */
  readonly highestHour: number;
  /** Number of hours of a usual day. A day that clocks make longer or shorter is no example. */
  readonly hoursOfDay: number;
  /** Usual range by elapsed hour of the day; null: never measured. */
  readonly byHour: readonly (UsualRange | null)[];
}

/** Days that are no example of use: explained by another detector, or the site stood still. */
export const noExamples = (
  days: readonly InsightDay[],
  taken: readonly boolean[],
  isIdle: Surroundings['isIdle'],
): boolean[] => days.map(({ date }, index) => taken[index] === true || isIdle(date));

/** Days before an index that are examples of usual use, the newest last. */
export function examplesBefore(
  days: readonly InsightDay[],
  index: number,
  taken: readonly boolean[],
  most = USUAL_DAYS,
  reach = 2 * most,
): InsightDay[] {
  const found: InsightDay[] = [];
  for (let at = index - 1; at >= 0 && at >= index - reach && found.length < most; at -= 1) {
    const day = days[at];
    if (day !== undefined && taken[at] !== true && isMeasuredDay(day)) found.push(day);
  }
  return found.reverse();
}

/**
 * A result from the days before an index, kept until the next day of renewal, because the usual does not change
 * overnight.
 * @param make computes the result from examples, at most as many as usual use is taken from
 */
export function renewed<T>(
  make: (examples: readonly InsightDay[]) => T,
  most: number,
  everyDays = RENEWED_DAYS,
): (days: readonly InsightDay[], index: number, taken: readonly boolean[]) => T | null {
  const known = new WeakMap<readonly InsightDay[], Map<string, T>>();
  return (days, index, taken) => {
    const date = days[index]?.date;
    if (date === undefined) return null;
    const asOf = index - (dayNumberOf(date) % everyDays);
    const from = Math.max(0, asOf - MOST_USUAL_DAYS);
    let key = `${asOf}`;
    for (let at = from; at < asOf; at += 1) if (taken[at] === true) key += `,${at}`;
    const own = known.get(days) ?? new Map<string, T>();
    known.set(days, own);
    const found = own.get(key);
    if (found !== undefined) return found;
    const made = make(examplesBefore(days, asOf, taken, most, MOST_USUAL_DAYS));
    own.set(key, made);
    return made;
  };
}

/** Share of running hours that may lie between rest and the larger share of the middle one. */
const BETWEEN_SHARE = 0.2;
const LEAST_RUN = 0.5;
/** Share of days with a still hour, at an hour of the day. The hour must also run on some days. */
const LEAST_STILL_SHARE = 0.1;
const MOST_STILL_SHARE = 0.9;
/** Share of the hours of the day for which this holds. */
const ANY_HOUR_SHARE = 0.7;
/** Share of a run's hours that are like the hour before, and by which share of a run they may differ. */
const STEADY_SHARE = 0.85;
const STEADY_BAND = 0.1;

function doesRunOrRest(examples: readonly InsightDay[], flows: readonly number[]): boolean {
  const running = flows.filter((flow) => flow > 0);
  if (quantile(running, BETWEEN_SHARE) < LEAST_RUN * middleOf(running) && !isSteady(examples, running)) return false;
  const hours = Array.from({ length: HOURS_OF_DAY }, (_, hour) => examples.flatMap((day) => day.hours[hour] ?? []));
  const changing = hours.filter((own) => {
    const still = own.filter((flow) => flow === 0).length;
    return still >= LEAST_STILL_SHARE * own.length && still <= MOST_STILL_SHARE * own.length;
  });
  return changing.length >= ANY_HOUR_SHARE * HOURS_OF_DAY;
}

/** Whether runs are even, as those of a pump are, however it is throttled. */
function isSteady(examples: readonly InsightDay[], running: readonly number[]): boolean {
  const run = quantile(running, 0.8);
  const steps = examples.flatMap(({ hours }) =>
    hours.slice(1).flatMap((flow, before) => {
      const last = hours[before] ?? null;
      return flow === null || last === null || Math.min(flow, last) <= 0 ? [] : Math.abs(flow - last);
    }),
  );
  return steps.filter((step) => step <= STEADY_BAND * run).length >= STEADY_SHARE * steps.length;
}

/** Share of its high hours that the low hours of an even unit reach. */
const EVEN_SHARE = 0.8;

/** Share of the distance from a high running hour to nearly the highest hour that an even higher hour lies above. */
const TAIL_TIMES = 0.7;

/**
 * An hour that next to none exceeds. Where uses fall into one hour by chance, the highest hours lie far above the
 * others, and the next weeks bring one that lies above these. A pump's highest hours are like its others.
 */
function highestOf(hours: readonly number[], runningHour: number): number {
  const high = quantile(hours, 0.99);
  return high + TAIL_TIMES * Math.max(0, high - runningHour);
}

/** Usual use before a day; null: too few examples, or too few with any use. */
export const usualBefore = renewed(usualOf, USUAL_DAYS);

function usualOf(examples: readonly InsightDay[]): Usual | null {
  if (examples.filter((day) => usedOn(day) > 0).length < LEAST_USUAL_DAYS) return null;
  const all = examples.flatMap(measuredHours);
  const meanHour = all.reduce((sum, hour) => sum + hour, 0) / all.length;
  if (meanHour <= 0) return null;
  const runsOrRests = doesRunOrRest(examples, all);
  const lengths = examples.map(({ hours }) => hours.length);
  const flows = all.filter((hour) => hour > 0);
  const runningHour = quantile(flows, 0.8);
  return {
    days: examples,
    meanHour,
    runningHour,
    leastFlow: quantile(flows, 0.01),
    rests:
      runsOrRests || middleOf(examples.flatMap((day) => factsOf(day).lowestStretch ?? [])) <= RESTING_SHARE * meanHour,
    runsOrRests,
    isEven: quantile(all, 0.1) >= EVEN_SHARE * quantile(all, 0.9),
    highestHour: highestOf(all, runningHour),
    hoursOfDay: middleOf(lengths),
    byHour: Array.from({ length: Math.max(...lengths) }, (_, hour) =>
      usualRange(examples.flatMap((day) => day.hours[hour] ?? [])),
    ),
  };
}
