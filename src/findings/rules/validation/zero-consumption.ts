import { hasEnded, quantityOf, slotsOf, usualOf, figureInWords } from './quantity.ts';
import type { Check } from './types.ts';

const LEAST_COVERAGE = 0.9;

/** A well measured day without any consumption, at a meter that usually has some. */
export const zeroConsumption: Check = (day) => {
  const usual = usualOf(day);
  const { expected, genuine } = slotsOf(day);
  if (!hasEnded(day) || usual === null || usual.median <= 0 || genuine < LEAST_COVERAGE * expected) return null;
  const isStill = day.samples.every(({ value }) => Math.abs(value ?? 0) <= day.unit.minNonZeroThreshold);
  if (!isStill || Math.abs(quantityOf(day) ?? 0) > day.unit.minNonZeroThreshold) return null;
  return {
    value: 0,
    limit: Number((usual.median / 1000).toFixed(3)),
    unit: day.unit.siUnit,
    atEpochMs: null,
    text: `nothing all day, usual are ${figureInWords(usual.median / 1000, day)}`,
  };
};
