import { exact } from '../measure/exact.ts';

/** Roughly four units in the last place: what one product of two decimal inputs can be off by. */
const PRODUCT_NOISE_SHARE = 4 * Number.EPSILON;

/**
 * Level of a tank in milli-units: capacity * percent / 100, truncated to 2 decimals towards zero. The truncation is
 * decimal: 10000 * 0.29 / 100 is 29.00 although the doubles give 28.999999999999996.
 *
 * Spec gap: without a capacity there is no level; the reading alone is then reported as percentage.
 *
 * @param maxCapacity milli-units; null when the unit declares none
 * @param percent the raw reading, 0 to 100; null when missing
 * @returns null when either is missing
 */
export function stockLevel(maxCapacity: number | null, percent: number | null): number | null {
  if (maxCapacity === null || percent === null) return null;
  const hundredths = maxCapacity * percent;
  const nearest = Math.round(hundredths);
  const isWhole = Math.abs(hundredths - nearest) <= PRODUCT_NOISE_SHARE * Math.abs(hundredths);
  // Adding 0 turns the -0 of small negative readings into 0.
  return (isWhole ? nearest : Math.trunc(hundredths)) / 100 + 0;
}

/**
 * Percentage beside a level: the reading itself, null when the level is 0 (specification, User: batch processing,
 * processors).
 */
export const stockPercentage = (level: number | null, percent: number | null): number | null =>
  level === 0 || percent === null ? null : exact(percent);
