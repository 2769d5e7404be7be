/**
 * A list in parts, in order, so that neither memory nor the time others wait grows with its length.
 * @param most what a part may weigh; one element is a part in any case
 * @param weight of each element, for example the days that are read of a unit
 */
export function* inBatches<T>(list: readonly T[], most: number, weight = 1): Generator<T[]> {
  const size = Math.max(1, Math.floor(most / Math.max(1, weight)));
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}
