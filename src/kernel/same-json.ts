/** Whether two JSON values are the same document: the order of keys does not count, the order of lists does. */
export const sameJson = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right);

/** One text for all that {@link sameJson} calls the same. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
