import { averageOf, middleOf, usualRange } from './robust.ts';
import type { InsightDay } from './types.ts';

/*
 * A day as so many times the unit's usual day, and something that is added to every hour. A hot or busy day is higher
 * in proportion, a leak raises all hours by the same. Hours count by how little they vary once the day's height is
 * taken out. How high days usually are keeps the two apart.
 */
interface DayShape {
  /** By elapsed hour: the usual day, and how far hours of a day of that height lie off it. */
  readonly usual: readonly number[];
  readonly noise: readonly number[];
  readonly height: number;
  readonly heightDeviation: number;
}

const LEAST_NOISE_SHARE = 0.01;
/** Hours with a flow like an hour's own say how much it varies, because its own examples are few. */
const LIKE_HOURS = 9;
const LEAST_FLOW_SHARE = 0.1;
const LEAST_HEIGHT = 0.2;
/** Odd heights are more frequent than the spread of the others says. */
const HEIGHT_TIMES = 1.5;
const LEAST_HEIGHT_DEVIATION = 0.01;
/** Degrees of freedom of Student's t, by which hours and heights that are far off count little. */
const HOUR_FREEDOM = 8;
const HEIGHT_FREEDOM = 3;
const LEAST_HOURS = 12;
const SHAPE_ROUNDS = 2;
const HEIGHT_ROUNDS = 5;
/** Days of a unit have heights if hours vary by no more than this share once the heights are taken out. */
const MOST_VARIATION_LEFT = 0.75;
/** A unit that is still in more hours than this share has runs and no heights. */
const MOST_STILL_SHARE = 0.05;

const trust = (off: number, freedom: number): number => (freedom + 1) / (freedom + off * off);
const ratioTo = ({ hours }: InsightDay, usual: readonly number[]): number => {
  let [used, usually] = [0, 0];
  usual.forEach((flow, hour) => {
    const own = hours[hour] ?? null;
    if (own !== null) [used, usually] = [used + own, usually + flow];
  });
  return usually > 0 ? Math.max(LEAST_HEIGHT, used / usually) : 1;
};

function shapeOf(days: readonly InsightDay[], meanHour: number): DayShape | null {
  const all = Array.from({ length: middleOf(days.map(({ hours }) => hours.length)) }, (_, hour) => hour);
  const at = (hour: number, of: (flow: number, index: number) => number): number[] =>
    days.flatMap(({ hours }, index) => {
      const flow = hours[hour] ?? null;
      return flow === null ? [] : of(flow, index);
    });
  let usual = all.map((hour) => middleOf(at(hour, (flow) => flow)));
  let noise: readonly number[] = [];
  let heights = days.map((day) => ratioTo(day, usual));
  for (let round = 0; round < SHAPE_ROUNDS; round += 1) {
    const own = (index: number): number => heights[index] ?? 1;
    usual = all.map((hour) => middleOf(at(hour, (flow, index) => flow / own(index))));
    const off = (hour: number): number[] => at(hour, (flow, index) => flow / own(index) - (usual[hour] ?? 0));
    noise = noiseOf(
      usual,
      all.map((hour) => usualRange(off(hour))?.deviation ?? 0),
      meanHour,
    );
    const shape = { usual, noise, height: 1, heightDeviation: Infinity };
    heights = days.map((day, index) => fit(day, shape, own(index), false)?.height ?? 1);
  }
  const range = usualRange(heights);
  if (range === null) return null;
  const heightDeviation = HEIGHT_TIMES * Math.max(range.deviation, LEAST_HEIGHT_DEVIATION);
  return { usual, noise, height: range.median, heightDeviation };
}

function noiseOf(usual: readonly number[], deviations: readonly number[], meanHour: number): number[] {
  const flows = usual.map((flow) => Math.max(flow, LEAST_FLOW_SHARE * meanHour));
  const shares = flows.map((flow, hour) => ({ log: Math.log(flow), share: (deviations[hour] ?? 0) / flow }));
  return flows.map((flow) => {
    const log = Math.log(flow);
    const like = shares.toSorted((a, b) => Math.abs(a.log - log) - Math.abs(b.log - log)).slice(0, LIKE_HOURS);
    return Math.max(middleOf(like.map(({ share }) => share)) * flow, LEAST_NOISE_SHARE * meanHour);
  });
}

/** Height of a day, without what is added to its hours if anything may be; null: too little was measured. */
function fit({ hours }: InsightDay, shape: DayShape, from: number, mayAdd: boolean): { height: number } | null {
  let [height, added] = [from, 0];
  for (let round = 0; round < HEIGHT_ROUNDS; round += 1) {
    const off = (height - shape.height) / shape.heightDeviation;
    const prior = trust(off, HEIGHT_FREEDOM) / shape.heightDeviation ** 2;
    let [count, weights, x, xx, y, xy] = [0, 0, 0, prior, 0, prior * shape.height];
    for (let hour = 0; hour < shape.usual.length; hour += 1) {
      const own = hours[hour] ?? null;
      if (own === null) continue;
      const flow = shape.usual[hour] ?? 0;
      const noise = (shape.noise[hour] ?? 1) * Math.max(height, LEAST_HEIGHT);
      const weight = trust((own - height * flow - added) / noise, HOUR_FREEDOM) / noise ** 2;
      count += 1;
      weights += weight;
      x += weight * flow;
      xx += weight * flow * flow;
      y += weight * own;
      xy += weight * flow * own;
    }
    const spread = weights * xx - x * x;
    if (count < LEAST_HOURS || !(xx > 0) || (mayAdd && !(spread > 0))) return null;
    height = mayAdd ? (weights * xy - x * y) / spread : xy / xx;
    added = mayAdd ? (xx * y - x * xy) / spread : 0;
  }
  return { height: Math.max(LEAST_HEIGHT, height) };
}

/** Brings a day to the height of a usual day. */
export type Levelling = (day: InsightDay) => InsightDay;
export const AS_IT_IS: Levelling = (day) => day;

/** How days of a unit are brought to one height; of a unit whose days have none, they stay as they are. */
export function levellingOf(days: readonly InsightDay[], meanHour: number): Levelling {
  const hours = days.flatMap((day) => day.hours);
  if (hours.filter((flow) => flow === 0).length > MOST_STILL_SHARE * hours.length) return AS_IT_IS;
  const shape = shapeOf(days, meanHour);
  if (shape === null) return AS_IT_IS;
  const level: Levelling = (day) => {
    const height = (fit(day, shape, shape.height, true)?.height ?? shape.height) / shape.height;
    return { ...day, hours: day.hours.map((flow) => (flow === null ? null : flow / height)) };
  };
  const variation = (of: readonly InsightDay[]): number =>
    shape.usual.reduce((sum, _flow, hour) => sum + spreadOf(of.flatMap((day) => day.hours[hour] ?? [])), 0);
  return variation(days.map(level)) < MOST_VARIATION_LEFT * variation(days) ? level : AS_IT_IS;
}

/** Mean distance from the mean. */
function spreadOf(values: readonly number[]): number {
  const mean = averageOf(values);
  return averageOf(values.map((value) => Math.abs(value - mean)));
}
