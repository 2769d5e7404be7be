import { dayNumberOf } from '../../kernel/time/business-date.ts';
import { type LoadProfile, loadProfileOf, weekdayOf } from './load-profile.ts';
import { type DaySums, weighedDay } from './fit-load-profile.ts';
import { usualRange } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';

/*
 * Amount that was added to every hour of some days, when nobody knows how high those days would have been without it.
 * The height of a day follows the day before, so days are gone through in order with the estimated height and its
 * covariance with the added amount (a Kalman filter with one unknown constant beside it). Days without any addition
 * give the scale: how far the result lies from zero by chance.
 */

/** Days before the first one. Nothing was added to them, so they tell how high the first day should be. */
const DAYS_BEFORE = 7;
/** Number of a unit's own days that weigh as much as the model. */
const MODEL_DAYS = 60;
const MODEL_DAYS_OF_MIDDLE = 30;
/** The variance of a few days is widened by this number over theirs, because their profile is uncertain, too. */
const UNSURE_DAYS = 15;

export interface AddedHabits {
  readonly profile: LoadProfile;
  /** Result of single days to which nothing was added: the median, and the deviation around it. */
  readonly middle: number;
  readonly deviation: number;
}

/** Facts of a day that are needed later. */
export interface HeightOfDay {
  readonly habits: AddedHabits;
  readonly weekday: number;
  readonly sums: DaySums;
}
type HeightCourse = readonly (HeightOfDay | null)[];

export interface Added {
  readonly perHour: number;
  /** Added amount in deviations of chance. */
  readonly deviations: number;
  /** One of these deviations, as an amount per hour. */
  readonly uncertain: number;
}

/** Habits of a unit from its examples; null: its days have no height. */
export function addedHabitsOf(examples: readonly InsightDay[]): AddedHabits | null {
  const profile = loadProfileOf(examples);
  const first = examples[0];
  if (profile === null || first === undefined) return null;
  const habits = { profile, middle: 0, deviation: 1 };
  const course: (HeightOfDay | null)[] = [];
  for (const day of examples) {
    const at = dayNumberOf(day.date) - dayNumberOf(first.date);
    while (course.length < at) course.push(null);
    course.push(heightOfDay(day, habits));
  }
  const said = course.flatMap((one, at) => (one === null ? [] : (addedBetween(course, at, at)?.deviations ?? [])));
  const range = usualRange(said);
  if (range === null) return null;
  const { median, deviation, count } = range;
  return {
    profile,
    middle: (median * count) / (count + MODEL_DAYS_OF_MIDDLE),
    deviation: Math.sqrt(((MODEL_DAYS + count * deviation ** 2) / (MODEL_DAYS + count)) * (1 + UNSURE_DAYS / count)),
  };
}

/** Height of a day; null: too little of the day was measured. */
export function heightOfDay(day: InsightDay, habits: AddedHabits): HeightOfDay | null {
  const { profile } = habits;
  const weekday = weekdayOf(day);
  const deviation = profile.deviation / Math.sqrt(1 - profile.carried ** 2);
  const sums = weighedDay(day, profile, { height: profile.heights[weekday] ?? 1, deviation }, true);
  return sums === null ? null : { habits, weekday, sums };
}

/**
 * Amount that was added to all days from the first to the last; null: the last day is unknown.
 * @param without a day that tells nothing about the amount
 */
export function addedBetween(
  course: HeightCourse,
  first: number,
  last: number,
  without: number | null = null,
): Added | null {
  const newest = course[last] ?? null;
  if (newest === null) return null;
  const { profile, middle, deviation } = newest.habits;
  const chance = profile.deviation ** 2;
  let [precision, height, perAdded] = [(1 - profile.carried ** 2) / chance, 0, 0];
  let [score, information, count] = [0, 0, 0];
  const begin = Math.max(0, first - DAYS_BEFORE);
  for (let index = begin; index <= last; index += 1) {
    if (index > begin) {
      precision = 1 / (profile.carried ** 2 / precision + chance);
      height *= profile.carried;
      perAdded *= profile.carried;
    }
    const one = course[index] ?? null;
    if (one === null) continue;
    // A leak may have begun in the middle of the day before the first.
    const mayHaveOwn = index === first - 1 || index === without;
    const daySums = relativeSums(one, index >= first && !mayHaveOwn, mayHaveOwn);
    if (index >= first && !mayHaveOwn) count += 1;
    const posteriorPrecision = daySums.usualUsual + precision;
    const weightedHeight = daySums.usualFlow + precision * height;
    const crossTerm = precision * perAdded - daySums.usualAdded;
    score += daySums.addedFlow - precision * height * perAdded + (weightedHeight * crossTerm) / posteriorPrecision;
    information += daySums.addedAdded + precision * perAdded ** 2 - crossTerm ** 2 / posteriorPrecision;
    height = weightedHeight / posteriorPrecision;
    perAdded = crossTerm / posteriorPrecision;
    precision = posteriorPrecision;
  }
  if (!(information > 0)) return null;
  const uncertain = deviation / Math.sqrt(information);
  const perHour = score / information;
  return { perHour, deviations: perHour / uncertain - (middle * Math.sqrt(count)) / deviation, uncertain };
}

/** Sums of a day relative to its usual height. An amount that may have been added to this day alone is taken out. */
function relativeSums({ habits, weekday, sums }: HeightOfDay, isCounted: boolean, mayHaveOwn: boolean): DaySums {
  const usual = habits.profile.heights[weekday] ?? 1;
  const usualFlow = sums.usualFlow - usual * sums.usualUsual;
  const addedFlow = sums.addedFlow - usual * sums.usualAdded;
  if (isCounted) return { ...sums, usualFlow, addedFlow };
  const part = mayHaveOwn ? sums.usualAdded / sums.addedAdded : 0;
  return {
    usualUsual: sums.usualUsual - part * sums.usualAdded,
    usualFlow: usualFlow - part * addedFlow,
    usualAdded: 0,
    addedAdded: 0,
    addedFlow: 0,
  };
}
