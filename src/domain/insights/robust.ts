/** Standard deviations between the tenth and the ninetieth percentile of what is normally distributed. */
const DEVIATIONS_10_TO_90 = 2.563;
/** Median absolute deviations in a standard deviation of what is normally distributed. */
const MAD_TO_DEVIATION = 1.4826;

/** @param ascending sorted, not empty */
const quantileOf = (ascending: readonly number[] | Float64Array, share: number): number => {
  const place = (ascending.length - 1) * share;
  const low = Math.floor(place);
  const [a, b] = [ascending[low] ?? 0, ascending[Math.ceil(place)] ?? 0];
  return a + (b - a) * (place - low);
};

/** Where the values of one thing usually lie. */
export interface UsualRange {
  readonly median: number;
  readonly low: number;
  readonly high: number;
  /** A robust standard deviation: the larger one of two, because each is blind to what the other one sees. */
  readonly deviation: number;
  readonly count: number;
}

/** Tenth and ninetieth percentile, median and deviation; null without values. */
export function usualRange(values: readonly number[]): UsualRange | null {
  if (values.length === 0) return null;
  const sorted = Float64Array.from(values).sort();
  const [low, median, high] = [quantileOf(sorted, 0.1), quantileOf(sorted, 0.5), quantileOf(sorted, 0.9)];
  const middleDistance = middleDistanceFrom(median, sorted);
  const deviation = Math.max((high - low) / DEVIATIONS_10_TO_90, MAD_TO_DEVIATION * middleDistance);
  return { median, low, high, deviation, count: values.length };
}

/** Median of the distances of sorted values: they are met in order on both ways outwards, and half is enough. */
function middleDistanceFrom(median: number, ascending: Float64Array): number {
  const middle = (ascending.length - 1) / 2;
  let right = ascending.findIndex((value) => value >= median);
  let left = right - 1;
  let [before, distance] = [0, 0];
  for (let met = 0; met <= Math.ceil(middle); met += 1) {
    const below = left < 0 ? Infinity : median - (ascending[left] ?? 0);
    const above = (ascending[right] ?? Infinity) - median;
    before = distance;
    distance = Math.min(below, above);
    if (below <= above) left -= 1;
    else right += 1;
  }
  return Number.isInteger(middle) ? distance : (before + distance) / 2;
}

/** The value below which this share of them lies; 0 without values. */
export const quantileAt = (values: readonly number[], share: number): number =>
  values.length === 0 ? 0 : quantileOf(Float64Array.from(values).sort(), share);

export const middleOf = (values: readonly number[]): number => quantileAt(values, 0.5);

export const averageOf = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
