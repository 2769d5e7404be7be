import { dayNumberOf } from '../../kernel/time/business-date.ts';
import { DAYS_OF_WEEK, HOURS_OF_DAY } from '../../kernel/time/durations.ts';
import { loadFactorOf, weighedDay } from './fit-load-profile.ts';
import { mean, middleOf, quantile, usualRange } from '../../kernel/statistics.ts';
import type { InsightDay } from './types.ts';
import { usedOn } from './usual-days.ts';

/*
 * Load profile of a unit that never rests: each day is the unit's usual day times a height. A hot or busy day is higher
 * in proportion, a leak raises all hours by the same amount. The expected height, by weekday and by the day before,
 * tells the two apart.
 */
export interface LoadProfile {
  readonly meanHour: number;
  /** The usual day by elapsed hour, and the variance around it of hours on a day of height 1. */
  readonly usual: readonly number[];
  readonly variance: readonly number[];
  /** Covariance of neighbouring hours, because a pulse that one hour counts is missing in the next. */
  readonly pulses: number;
  /** Usual height by day of the week. */
  readonly heights: readonly number[];
  /** Share of a day's extra height that is left on the next day. The rest varies by the deviation. */
  readonly carried: number;
  readonly deviation: number;
}

const LEAST_NOISE_SHARE = 0.01;
/** Number of hours with a similar flow whose variance is used, too, because an hour's own examples are few. */
const LIKE_HOURS = 9;
const LEAST_FLOW_SHARE = 0.1;
const LEAST_HEIGHT = 0.2;
/** Factor on the deviation of heights, because odd heights are more frequent than the spread of the others suggests. */
const HEIGHT_TIMES = 1.2;
const LEAST_HEIGHT_DEVIATION = 0.01;
const MOST_CARRIED = 0.95;
/** Values farther off count as so many deviations off. */
const MOST_DEVIATIONS = 2.5;
const SHAPE_ROUNDS = 2;
/** Variance of a median divided by the variance of a mean. */
const MEDIAN_TIMES = 1.4;
/** Weekdays that differ by less than this multiple of chance count as alike. */
const CHANCE_TIMES = 2.5;
/** Share of still hours above which a unit has runs and no heights. */
const MOST_STILL_SHARE = 0.05;
/** Least ratio of a day's high hours to its low ones. On a flatter day an addition looks like height. */
const LEAST_CONTRAST = 1.6;

export const weekdayOf = ({ date }: InsightDay): number => dayNumberOf(date) % DAYS_OF_WEEK;
const within = (value: number, deviation: number): number =>
  Math.max(-MOST_DEVIATIONS * deviation, Math.min(MOST_DEVIATIONS * deviation, value));
const deviationOf = (values: readonly number[]): number => usualRange(values)?.deviation ?? 0;

/** Share of a usual day's use below which a day is no example. */
const LEAST_USE_SHARE = 0.3;

/** Load profile from examples; null: days of this unit have no height. */
export function loadProfileOf(examples: readonly InsightDay[]): LoadProfile | null {
  const least = LEAST_USE_SHARE * middleOf(examples.map(usedOn));
  const days = examples.filter((day) => usedOn(day) >= least);
  const flows = days.flatMap(({ hours }) => hours.filter((flow) => flow !== null));
  const meanHour = mean(flows);
  if (meanHour <= 0 || flows.filter((flow) => flow === 0).length > MOST_STILL_SHARE * flows.length) return null;
  const all = Array.from({ length: HOURS_OF_DAY }, (_, hour) => hour);
  const at = (hour: number, of: (flow: number, index: number) => number): number[] =>
    days.flatMap(({ hours }, index) => {
      const flow = hours[hour] ?? null;
      return flow === null ? [] : of(flow, index);
    });
  let usual = all.map((hour) => middleOf(at(hour, (flow) => flow)));
  if (quantile(usual, 0.9) < LEAST_CONTRAST * quantile(usual, 0.1)) return null;
  let heights = days.map((day) => ratioTo(day, usual));
  let noise: Noise = { variance: [], pulses: 0 };
  for (let round = 0; round < SHAPE_ROUNDS; round += 1) {
    const own = heights;
    usual = all.map((hour) => middleOf(at(hour, (flow, index) => flow / (own[index] ?? 1))));
    noise = noiseOf(days, usual, own, meanHour);
    const level = { meanHour, usual, ...noise };
    heights = days.map((day, index) => {
      const sums = weighedDay(day, level, { height: own[index] ?? 1, deviation: Infinity }, false);
      return sums === null ? 1 : Math.max(LEAST_HEIGHT, loadFactorOf(sums));
    });
  }
  return { meanHour, usual, ...noise, ...usualHeights(days, heights) };
}

function ratioTo({ hours }: InsightDay, usual: readonly number[]): number {
  let [used, usually] = [0, 0];
  usual.forEach((flow, hour) => {
    const own = hours[hour] ?? null;
    if (own !== null) [used, usually] = [used + own, usually + flow];
  });
  return usually > 0 ? Math.max(LEAST_HEIGHT, used / usually) : 1;
}

type Noise = Pick<LoadProfile, 'variance' | 'pulses'>;

function noiseOf(
  days: readonly InsightDay[],
  usual: readonly number[],
  heights: readonly number[],
  meanHour: number,
): Noise {
  const off = days.map(({ hours }, index) =>
    usual.map((flow, hour) => {
      const own = hours[hour] ?? null;
      return own === null ? null : own / (heights[index] ?? 1) - flow;
    }),
  );
  const deviations = usual.map((_flow, hour) => deviationOf(off.flatMap((day) => day[hour] ?? [])));
  const pulses = pulsesOf(off, deviations);
  const flows = usual.map((flow) => Math.max(flow, LEAST_FLOW_SHARE * meanHour));
  const shares = flows.map((flow, hour) => Math.max(0, (deviations[hour] ?? 0) ** 2 - 2 * pulses) / flow ** 2);
  const logs = flows.map(Math.log);
  const variance = flows.map((flow, hour) => {
    const far = (other: number): number => Math.abs((logs[other] ?? 0) - (logs[hour] ?? 0));
    const like = logs.map((_log, other) => other).sort((a, b) => far(a) - far(b));
    const share = middleOf(like.slice(0, LIKE_HOURS).map((other) => shares[other] ?? 0));
    return Math.max(share * flow ** 2, (LEAST_NOISE_SHARE * meanHour) ** 2);
  });
  return { variance, pulses };
}

/** Covariance of neighbouring hours, from the hours that vary least. */
function pulsesOf(off: readonly (readonly (number | null)[])[], deviations: readonly number[]): number {
  const calm = middleOf(deviations);
  let [sum, count] = [0, 0];
  for (const day of off)
    for (let hour = 1; hour < day.length; hour += 1) {
      const [before, now] = [deviations[hour - 1] ?? 0, deviations[hour] ?? 0];
      const [last, own] = [day[hour - 1] ?? null, day[hour] ?? null];
      if (last === null || own === null || before > calm || now > calm) continue;
      sum += within(last, before) * within(own, now);
      count += 1;
    }
  return count === 0 ? 0 : Math.max(0, -sum / count);
}

function usualHeights(
  days: readonly InsightDay[],
  heights: readonly number[],
): Pick<LoadProfile, 'heights' | 'carried' | 'deviation'> {
  const overall = middleOf(heights);
  const weekdays = Array.from({ length: DAYS_OF_WEEK }, (_, weekday) =>
    heights.filter((_height, index) => weekdayOf(days[index] ?? never()) === weekday),
  );
  const middles = weekdays.map((own) => (own.length > 1 ? middleOf(own) : overall));
  const ofWeekday = (index: number, of: readonly number[]): number => of[weekdayOf(days[index] ?? never())] ?? overall;
  const variance = MEDIAN_TIMES * deviationOf(heights.map((height, index) => height - ofWeekday(index, middles))) ** 2;
  // Differences of weekdays count as far as their few examples can tell them from chance.
  const byChance = (variance * DAYS_OF_WEEK) / days.length;
  const apart = mean(middles.map((middle) => (middle - overall) ** 2));
  const differ = apart > CHANCE_TIMES * byChance ? apart - byChance : 0;
  const usual = middles.map((middle, weekday) => {
    const chance = variance / Math.max(1, weekdays[weekday]?.length ?? 0);
    return differ === 0 ? overall : overall + ((middle - overall) * differ) / (differ + chance);
  });
  const off = heights.map((height, index) => height - ofWeekday(index, usual));
  const deviation = deviationOf(off);
  const pairs = off.flatMap((own, index) =>
    index > 0 && dayNumberOf((days[index] ?? never()).date) === dayNumberOf((days[index - 1] ?? never()).date) + 1
      ? [[off[index - 1] ?? 0, own] as const]
      : [],
  );
  let [both, squares] = [0, 0];
  for (const [before, own] of pairs) {
    both += within(before, deviation) * within(own, deviation);
    squares += within(before, deviation) ** 2;
  }
  const carried = squares > 0 ? Math.max(0, Math.min(MOST_CARRIED, both / squares)) : 0;
  const left = deviationOf(pairs.map(([before, own]) => own - carried * before));
  return { heights: usual, carried, deviation: HEIGHT_TIMES * Math.max(LEAST_HEIGHT_DEVIATION, left) };
}

function never(): never {
  throw new Error('Each height is that of a day.');
}
