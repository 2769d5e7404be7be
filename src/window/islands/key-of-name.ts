/*
 * The key of a thing by its name: `Main inlet (north)` is MAIN_INLET_NORTH. The page makes it as one types, the service
 * where a field is empty.
 */

const MOST_CHARACTERS = 64;

/** Empty for a name without Latin letters and digits. */
export const keyOfName = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MOST_CHARACTERS);

/** The key, or with a number behind it where it is taken. */
export function freeKey(key: string, isTaken: (key: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const one = number === 1 ? key : `${key}_${number}`;
    if (!isTaken(one)) return one;
  }
}
