/**
 * A list in parts, in order, so that neither memory nor the time others wait grows with its length.
 * @param most what a part may weigh; one element is a part in any case
 * @param weight of each element, for example the days that are read of a unit
 */
export function* inBatches<T>(list: readonly T[], most: number, weight = 1): Generator<T[]> {
  const size = Math.max(1, Math.floor(most / Math.max(1, weight)));
  for (let from = 0; from < list.length; from += size) yield list.slice(from, from + size);
}

/**
 * The first elements of a list that weigh no more than `most` together.
 * @param least number of elements in any case, as far as there are any
 */
export function firstWithin<T>(list: readonly T[], most: number, weightOf: (element: T) => number, least = 0): T[] {
  let weight = 0;
  const end = list.findIndex((element) => (weight += weightOf(element)) > most);
  return list.slice(0, end === -1 ? list.length : Math.max(end, least));
}
