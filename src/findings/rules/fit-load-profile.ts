import type { InsightDay } from './types.ts';

/*
 * Sums over the hours of a day, from which its height and the amount added to each hour follow. Hours that vary least
 * count most. Whole pulses make each hour depend on the next, so the weights are the inverse of a tridiagonal matrix,
 * computed by Thomas's algorithm.
 */
export interface DaySums {
  /** Product sums of the usual day with itself, with a constant, and with the measured day. */
  readonly usualUsual: number;
  readonly usualAdded: number;
  readonly usualFlow: number;
  readonly addedAdded: number;
  readonly addedFlow: number;
}

/** Facts of all days of a unit. */
interface Level {
  readonly usual: readonly number[];
  readonly variance: readonly number[];
  readonly pulses: number;
}
interface UsualHeight {
  readonly height: number;
  readonly deviation: number;
}

const LEAST_HOURS = 12;
/** Height below which a day is no day of use. */
const LEAST_HEIGHT = 0.3;
const ROUNDS = 4;
/** Degrees of freedom of Student's t. Hours and heights that are far off count little by it. */
const HOUR_FREEDOM = 8;
const HEIGHT_FREEDOM = 5;

const trust = (off: number, freedom: number): number => (freedom + 1) / (freedom + off * off);

/** Height of a day to which nothing was added. */
export const loadFactorOf = ({ usualUsual, usualFlow }: DaySums): number => usualFlow / usualUsual;

/**
 * Sums of a day with fitted weights.
 * @param expected how high the day should be
 * @param mayAdd whether anything may have been added to all hours
 * @returns null when too little was measured or used
 */
export function weighedDay(
  { hours }: InsightDay,
  level: Level,
  expected: UsualHeight,
  mayAdd: boolean,
): DaySums | null {
  let [count, used, usually] = [0, 0, 0];
  for (let hour = 0; hour < level.usual.length; hour += 1) {
    const flow = hours[hour] ?? null;
    if (flow !== null) [count, used, usually] = [count + 1, used + flow, usually + (level.usual[hour] ?? 0)];
  }
  if (count < LEAST_HOURS || used < LEAST_HEIGHT * usually) return null;
  let [height, added] = [expected.height, 0];
  let sums: DaySums = weighed(hours, level, height, null);
  for (let round = 1; round < ROUNDS; round += 1) {
    const off = (height - expected.height) / expected.deviation;
    const prior = trust(off, HEIGHT_FREEDOM) / expected.deviation ** 2;
    const { usualAdded, addedAdded, addedFlow } = sums;
    const usualUsual = sums.usualUsual + prior;
    const usualFlow = sums.usualFlow + prior * expected.height;
    const spread = usualUsual * addedAdded - usualAdded ** 2;
    if (mayAdd && spread > 0) {
      height = (addedAdded * usualFlow - usualAdded * addedFlow) / spread;
      added = (usualUsual * addedFlow - usualAdded * usualFlow) / spread;
    } else height = usualFlow / usualUsual;
    height = Math.max(LEAST_HEIGHT, height);
    sums = weighed(hours, level, height, added);
  }
  return sums;
}

/**
 * Sums with weights for a known addition.
 * @param added assumed addition to each hour; null: unknown, and all hours are trusted
 */
function weighed(
  hours: InsightDay['hours'],
  { usual, variance, pulses }: Level,
  height: number,
  added: number | null,
): DaySums {
  const length = usual.length;
  const above = new Float64Array(length);
  const [ofUsual, ofAdded] = [new Float64Array(length), new Float64Array(length)];
  const known = (hour: number): boolean => (hours[hour] ?? null) !== null;
  for (let hour = 0; hour < length; hour += 1) {
    const flow = hours[hour] ?? null;
    const [own, noise] = [usual[hour] ?? 0, (variance[hour] ?? 1) * height ** 2];
    const off = flow === null || added === null ? null : flow - height * own - added;
    const sure = off === null ? 1 : trust(off / Math.sqrt(noise + 2 * pulses), HOUR_FREEDOM);
    const beside = hour > 0 && flow !== null && known(hour - 1) ? -pulses : 0;
    const left = hour > 0 ? beside * (above[hour - 1] ?? 0) : 0;
    const pivot = (flow === null ? 1 : noise / sure + (2 * pulses) / Math.min(1, sure)) - left;
    above[hour] = flow !== null && known(hour + 1) && hour + 1 < length ? -pulses / pivot : 0;
    const before = (of: Float64Array): number => (hour > 0 ? beside * (of[hour - 1] ?? 0) : 0);
    ofUsual[hour] = ((flow === null ? 0 : own) - before(ofUsual)) / pivot;
    ofAdded[hour] = ((flow === null ? 0 : 1) - before(ofAdded)) / pivot;
  }
  let [usualUsual, usualAdded, usualFlow, addedAdded, addedFlow] = [0, 0, 0, 0, 0];
  for (let hour = length - 1; hour >= 0; hour -= 1) {
    const next = above[hour] ?? 0;
    ofUsual[hour] = (ofUsual[hour] ?? 0) - next * (ofUsual[hour + 1] ?? 0);
    ofAdded[hour] = (ofAdded[hour] ?? 0) - next * (ofAdded[hour + 1] ?? 0);
    const flow = hours[hour] ?? null;
    if (flow === null) continue;
    const [weightUsual, weightAdded, own] = [ofUsual[hour] ?? 0, ofAdded[hour] ?? 0, usual[hour] ?? 0];
    usualUsual += weightUsual * own;
    usualAdded += weightAdded * own;
    usualFlow += weightUsual * flow;
    addedAdded += weightAdded;
    addedFlow += weightAdded * flow;
  }
  return { usualUsual, usualAdded, usualFlow, addedAdded, addedFlow };
}
