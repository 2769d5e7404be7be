const MOST_NAMED = 3;

/** `A, B, C and 2 more`: the first of them, and how many there are besides. */
export function firstNames(names: readonly string[], most = MOST_NAMED, between = ', '): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(between)}${more > 0 ? ` and ${more} more` : ''}`;
}
