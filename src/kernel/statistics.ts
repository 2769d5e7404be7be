/*
 * Robust statistics of figures: the usual value, and how far figures lie from it. Half of the figures may be wrong
 * without moving a median far, so one burst does not make the next one usual (Huber and Ronchetti, Robust Statistics,
 * 2nd edition, 2009).
 */

/**
 * Median absolute deviations in a standard deviation of a normal distribution: 1 / the quantile at three quarters
 * (Rousseeuw and Croux, Alternatives to the Median Absolute Deviation, JASA 88, 1993).
 */
export const MAD_TO_DEVIATION = 1.4826;
/** Standard deviations between the tenth and the ninetieth percentile of what is normally distributed: 2 x 1.2816. */
const DEVIATIONS_10_TO_90 = 2.563;

const ascending = (values: readonly number[]): Float64Array => Float64Array.from(values).sort();
const medianOf = (sorted: Float64Array): number => {
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
};

/** The mean of the two in the middle, of an odd number the one there; 0 without values. */
export const median = (values: readonly number[]): number => medianOf(ascending(values));

/** The one in the middle that is itself a value, of an even number the larger one; null without values. */
export const upperMedian = (values: readonly number[]): number | null =>
  ascending(values)[Math.floor(values.length / 2)] ?? null;

/** @param sorted ascending, not empty */
const quantileOf = (sorted: Float64Array, share: number): number => {
  const place = (sorted.length - 1) * share;
  const low = Math.floor(place);
  const [a, b] = [sorted[low] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return a + (b - a) * (place - low);
};

/**
 * The value below which this share of them lies, on the straight line between its neighbours (type 7 of Hyndman and
 * Fan, Sample Quantiles in Statistical Packages, The American Statistician 50, 1996: `percentile_cont` of PostgreSQL).
 * 0 without values.
 */
export const quantile = (values: readonly number[], share: number): number =>
  values.length === 0 ? 0 : quantileOf(ascending(values), share);

/** The quantile at one half. Its last bit may differ from that of {@link median}, and insights rest on this one. */
export const middleOf = (values: readonly number[]): number => quantile(values, 0.5);

/** 0 without values. */
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;

/** A median, and the median of the distances from it. @param values one at least */
export function medianAndDistance(values: readonly number[]): { readonly median: number; readonly distance: number } {
  const sorted = ascending(values);
  const middle = medianOf(sorted);
  return { median: middle, distance: middleDistanceFrom(middle, sorted) };
}

/** Median of the distances of sorted values: they are met in order on both ways outwards, and half is enough. */
function middleDistanceFrom(place: number, sorted: Float64Array): number {
  const middle = (sorted.length - 1) / 2;
  let right = sorted.findIndex((value) => value >= place);
  let left = right - 1;
  let [before, distance] = [0, 0];
  for (let met = 0; met <= Math.ceil(middle); met += 1) {
    const below = left < 0 ? Infinity : place - (sorted[left] ?? 0);
    const above = (sorted[right] ?? Infinity) - place;
    before = distance;
    distance = Math.min(below, above);
    if (below <= above) left -= 1;
    else right += 1;
  }
  return Number.isInteger(middle) ? distance : (before + distance) / 2;
}

/** Where the values of one thing usually lie. */
export interface UsualRange {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** A robust standard deviation: the larger one of two, because each is blind to what the other one sees. */
  readonly deviation: number;
  readonly count: number;
}

/** Tenth and ninetieth percentile, the one at a half, and the deviation; null without values. */
export function usualRange(values: readonly number[]): UsualRange | null {
  if (values.length === 0) return null;
  const sorted = ascending(values);
  const [low, middle, high] = [quantileOf(sorted, 0.1), quantileOf(sorted, 0.5), quantileOf(sorted, 0.9)];
  const middleDistance = middleDistanceFrom(middle, sorted);
  const deviation = Math.max((high - low) / DEVIATIONS_10_TO_90, MAD_TO_DEVIATION * middleDistance);
  return { median: middle, low, high, deviation, count: values.length };
}

/** Half-width of the band around the median: deviations, and a least share of the median. */
const BAND_DEVIATIONS = 4;
const LEAST_BAND_SHARE = 0.3;

/** How far a figure may lie from the usual one and still be usual. */
export const usualWidth = (deviation: number, usual: number): number =>
  Math.max(BAND_DEVIATIONS * deviation, LEAST_BAND_SHARE * Math.abs(usual));
