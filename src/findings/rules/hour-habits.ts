import { HOURS_OF_DAY } from '../../kernel/time/durations.ts';
import { usualRange } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';

/*
 * Frequencies of flows in each hour of the day, and from them the evidence of a day for water that flows all day: the
 * log likelihood ratio of its hours with an amount added to every hour against none. Still hours that vanish are the
 * strongest evidence. Hours that vary more than the added amount are none.
 */

/** Amounts that may be added to every hour, as shares of the mean hour. Each is a sixth larger than the one before. */
export const ADDED_SHARES: readonly number[] = Array.from({ length: 18 }, (_, step) => 0.05 * 1.165 ** step);
/** Width of a flow class as a share of the mean hour, and the number of classes. */
const STEP_SHARE = 0.0125;
const STEPS = 128;
/** Weight of a neighbouring hour as an example. */
const NEIGHBOUR_WEIGHT = 0.3;
/** Width over which an example is spread: at least one class, and this share of the hour's deviation. */
const SPREAD_SHARE = 0.5;
const SPREAD_POWER = -0.2;
const SPREAD_WIDTHS = 2;
/** Probability of a flow that the hour never had before. */
const NEVER_SEEN_SHARE = 0.1;
/** Bound of the evidence of one hour. */
const MOST_OF_HOUR = 3;
/** Days that are judged together. */
const DAYS_TOGETHER = 3;

const MORE_STEPS = ADDED_SHARES.map((share) => Math.round(share / STEP_SHARE));

export interface HourHabits {
  readonly meanHour: number;
  /** Log frequencies of each flow class, by hour of the day. */
  readonly frequencies: readonly Float64Array[];
  /** By added share, the factor by which whole days vary more than independent hours would; at least 1. */
  readonly dependence: readonly number[];
}

const stepOf = (flow: number, meanHour: number): number =>
  Math.min(STEPS - 1, Math.max(0, Math.round(flow / meanHour / STEP_SHARE)));

/** Hours of a day by the clock. An hour that clocks repeat is left out. */
const hoursOf = ({ hours }: InsightDay): (number | null)[] =>
  Array.from({ length: HOURS_OF_DAY }, (_, hour) => hours[hour] ?? null);

function frequenciesOf(examples: readonly (number | null)[][], hour: number, meanHour: number): Float64Array {
  const own = examples.flatMap((hours) => hours[hour] ?? []);
  const varies = (usualRange(own)?.deviation ?? 0) / meanHour;
  // An hour without any measured example is spread like one that never varies.
  const narrowing = own.length === 0 ? 1 : own.length ** SPREAD_POWER;
  const width = Math.max(1, (SPREAD_SHARE * varies * narrowing) / STEP_SHARE);
  const reach = Math.min(STEPS - 1, Math.ceil(SPREAD_WIDTHS * width));
  const spread = Array.from({ length: 2 * reach + 1 }, (_, at) => Math.exp(-(((at - reach) / width) ** 2) / 2));
  const whole = spread.reduce((sum, value) => sum + value, 0);
  const counts = new Float64Array(STEPS);
  let all = 0;
  const add = (flow: number | null | undefined, weight: number): void => {
    if (flow === null || flow === undefined) return;
    const step = stepOf(flow, meanHour);
    counts[step] = (counts[step] ?? 0) + weight;
    all += weight;
  };
  for (const hours of examples) {
    add(hours[hour], 1);
    add(hours[hour - 1], NEIGHBOUR_WEIGHT);
    add(hours[hour + 1], NEIGHBOUR_WEIGHT);
  }
  const frequencies = new Float64Array(STEPS).fill(NEVER_SEEN_SHARE / STEPS);
  counts.forEach((count, step) => {
    if (count === 0) return;
    const share = ((1 - NEVER_SEEN_SHARE) * count) / (all * whole);
    for (let off = -reach; off <= reach; off += 1) {
      const to = Math.min(STEPS - 1, Math.abs(step + off));
      frequencies[to] = (frequencies[to] ?? 0) + share * (spread[off + reach] ?? 0);
    }
  });
  return frequencies.map(Math.log);
}

const NONE = new Float64Array();
const NEVER_SEEN = Math.log(NEVER_SEEN_SHARE / STEPS);

/** Evidence of one hour for an addition of so many classes. */
function likelihoodOf(frequencies: Float64Array, step: number, more: number): number {
  if (step >= STEPS - 1) return 0;
  const from = step - more;
  const shifted = from >= 0 ? frequencies[from] : from === -1 ? (frequencies[0] ?? 0) - 1 : NEVER_SEEN;
  const said = (shifted ?? NEVER_SEEN) - (frequencies[step] ?? NEVER_SEEN);
  return Math.max(-MOST_OF_HOUR, Math.min(MOST_OF_HOUR, said));
}

export function habitsOf(examples: readonly InsightDay[], meanHour: number): HourHabits {
  const days = examples.map(hoursOf);
  const frequencies = Array.from({ length: HOURS_OF_DAY }, (_, hour) => frequenciesOf(days, hour, meanHour));
  const steps = days.map((day) => day.map((flow) => (flow === null ? null : stepOf(flow, meanHour))));
  const dependence = MORE_STEPS.map((more) => dependenceOf(steps, frequencies, more));
  return { meanHour, frequencies, dependence };
}

function dependenceOf(
  days: readonly (readonly (number | null)[])[],
  frequencies: readonly Float64Array[],
  more: number,
): number {
  const said = days.map((steps) =>
    steps.map((step, hour) => (step === null ? 0 : likelihoodOf(frequencies[hour] ?? NONE, step, more))),
  );
  const byDay = said.map((day) => day.reduce((sum, value) => sum + value, 0));
  const whole = varianceOf(byDay);
  const single = frequencies.reduce((sum, _own, hour) => sum + varianceOf(said.map((day) => day[hour] ?? 0)), 0);
  const inRow = byDay
    .slice(DAYS_TOGETHER - 1)
    .map((_own, from) => byDay.slice(from, from + DAYS_TOGETHER).reduce((sum, value) => sum + value, 0));
  const ofDays = whole > 0 ? Math.max(1, varianceOf(inRow) / (DAYS_TOGETHER * whole)) : 1;
  return ofDays * (single > 0 ? Math.max(1, whole / single) : 1);
}

function varianceOf(values: readonly number[]): number {
  let [sum, squares] = [0, 0];
  for (const value of values) [sum, squares] = [sum + value, squares + value * value];
  return squares / values.length - (sum / values.length) ** 2;
}

/** Evidence of a day by added share; null: too little was measured. */
export function likelihoodByDay(day: InsightDay, { meanHour, frequencies, dependence }: HourHabits): number[] | null {
  const steps = hoursOf(day).map((flow) => (flow === null ? null : stepOf(flow, meanHour)));
  if (steps.filter((step) => step !== null).length < HOURS_OF_DAY / 2) return null;
  return MORE_STEPS.map((more, at) => {
    let sum = 0;
    steps.forEach((step, hour) => {
      if (step !== null) sum += likelihoodOf(frequencies[hour] ?? NONE, step, more);
    });
    return sum / (dependence[at] ?? 1);
  });
}
