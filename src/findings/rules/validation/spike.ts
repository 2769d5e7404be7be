import { isGap, inSiUnit, rawInWords } from './quantity.ts';
import type { Check } from './types.ts';

/** Share of the third highest interval by which the highest may exceed it (the spike check of VEE rules: 180 %). */
const LARGEST_EXCESS = 1.8;
const FEWEST_INTERVALS = 12;

/** One interval far above all others. An interval after a gap may hold the quantity of the gap and does not count. */
export const spike: Check = (day) => {
  const { samples, unit } = day;
  const intervals = samples.filter((sample, index) => {
    const before = samples[index - 1];
    return sample.value !== null && !sample.offline && (before === undefined || !isGap(day, before, sample));
  });
  if (intervals.length < FEWEST_INTERVALS) return null;
  const size = (value: number | null): number => (value ?? 0) * Math.sign(unit.flowFactor);
  const [highest, , third] = intervals.toSorted((a, b) => size(b.value) - size(a.value));
  if (highest === undefined || third === undefined || size(third.value) <= unit.minNonZeroThreshold) return null;
  const most = size(third.value) * (1 + LARGEST_EXCESS);
  if (size(highest.value) <= most) return null;
  const limit = most * Math.sign(unit.flowFactor);
  return {
    value: inSiUnit(day, highest.value ?? 0),
    limit: inSiUnit(day, limit),
    unit: unit.siUnit,
    atEpochMs: highest.epochMs,
    text: `${rawInWords(day, highest.value ?? 0)} in one interval, the third highest is ${rawInWords(day, third.value ?? 0)}`,
  };
};
