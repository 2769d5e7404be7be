import { sum } from '../../../kernel/measure/exact.ts';
import { isGap, inSiUnit, rawInWords } from './quantity.ts';
import type { Check } from './types.ts';

/** Tolerated difference of register and intervals, as a share of the larger one. */
const TOLERATED_SHARE = 0.01;
/** Tolerated raw difference, which rounding of the intervals may make. */
const TOLERATED_RAW = 1;
const FEWEST_READINGS = 3;

/**
 * The register against the sum of its intervals, between the first and the last register of the day. A day with a gap
 * between them, a missing interval or a falling register is not judged, because other checks report these.
 */
export const sumCheck: Check = (day) => {
  const { samples, unit } = day;
  const first = samples.findIndex(({ register }) => register !== null);
  const last = samples.findLastIndex(({ register }) => register !== null);
  const span = first === -1 ? [] : samples.slice(first, last + 1);
  const [opening, ...intervals] = span;
  const closing = span.at(-1);
  if (opening === undefined || closing === undefined || span.length < FEWEST_READINGS) return null;
  const isWhole = intervals.every(
    (sample, index) => sample.value !== null && !sample.offline && !isGap(day, span[index] ?? opening, sample),
  );
  const passed = (closing.register ?? 0) - (opening.register ?? 0);
  if (!isWhole || passed * unit.flowFactor < 0) return null;
  const added = sum(intervals.map(({ value }) => value ?? 0));
  const tolerated = Math.max(TOLERATED_RAW, TOLERATED_SHARE * Math.max(Math.abs(passed), Math.abs(added)));
  if (Math.abs(added - passed) <= tolerated) return null;
  return {
    value: inSiUnit(day, added),
    limit: inSiUnit(day, passed),
    unit: unit.siUnit,
    atEpochMs: null,
    text: `intervals add up to ${rawInWords(day, added)}, the register counted ${rawInWords(day, passed)}`,
  };
};
