/**
 * Differences of doubles carry noise of some units in their last place (215.7 - 0.1 - 215.6 is not 0).
 * A difference below this share of the numbers it was made from is such noise, not water.
 */
const NOISE_SHARE = 1e-12;

/** true when a difference of numbers as large as `magnitude` is only the rounding noise of doubles. */
export const isNoise = (difference: number, magnitude: number): boolean =>
  Math.abs(difference) <= NOISE_SHARE * Math.abs(magnitude);

/**
 * By how much a exceeds b; 0 when it does not, or only by rounding noise. `magnitude` is the largest number that went into
 * a and b, when that is larger than they are (a total of 1 may be the difference of registers of a billion).
 */
export function excessOver(a: number, b: number, magnitude = 0): number {
  const difference = a - b;
  return difference > 0 && !isNoise(difference, Math.max(Math.abs(a), Math.abs(b), Math.abs(magnitude))) ? difference : 0;
}

/** Sum of the numbers that are not null, in order; null when there is none (missing is null, never 0). */
export function sumOrNull(figures: Iterable<number | null>): number | null {
  let sum: number | null = null;
  for (const figure of figures) if (figure !== null) sum = (sum ?? 0) + figure;
  return sum;
}

/** Mean of the numbers that are not null; null when there is none. */
export function meanOrNull(figures: Iterable<number | null>): number | null {
  let sum = 0;
  let count = 0;
  for (const figure of figures) {
    if (figure === null) continue;
    sum += figure;
    count += 1;
  }
  return count === 0 ? null : sum / count;
}

/** First of the figures that is not null; null when there is none. */
export const firstKnown = (figures: readonly (number | null)[]): number | null =>
  figures.find((figure) => figure !== null) ?? null;

/** Last of the figures that is not null; null when there is none. */
export const lastKnown = (figures: readonly (number | null)[]): number | null =>
  figures.findLast((figure) => figure !== null) ?? null;

/** The smallest figure that is not null; null when there is none. */
export function minOrNull(figures: Iterable<number | null>): number | null {
  let lowest: number | null = null;
  for (const figure of figures) if (figure !== null && (lowest === null || figure < lowest)) lowest = figure;
  return lowest;
}

/** The largest figure that is not null; null when there is none. */
export function maxOrNull(figures: Iterable<number | null>): number | null {
  let highest: number | null = null;
  for (const figure of figures) if (figure !== null && (highest === null || figure > highest)) highest = figure;
  return highest;
}
