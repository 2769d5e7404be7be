const QUOTE = 0x22,
  COMMA = 0x2c,
  BACKSLASH = 0x5c,
  OPENING_BRACKET = 0x5b,
  OPENING_BRACE = 0x7b;

/**
 * Counts the values of a text of JSON as it arrives, lists and objects included, before it is parsed: five million
 * empty objects are 16 MB of text and 300 MB of memory. Exact but for empty lists and objects, which count twice. What
 * is not JSON is counted, too.
 */
export class JsonValueCounter {
  #values = 1;
  #isInText = false;
  #isEscaped = false;

  /** @param piece the next of the UTF-8 text. @returns how many values there are so far. */
  add(piece: Uint8Array): number {
    let [values, isInText, isEscaped] = [this.#values, this.#isInText, this.#isEscaped];
    // By index: an iterator over bytes takes several times as long.
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isInText = !isInText;
      else if (isInText) isEscaped = byte === BACKSLASH;
      else if (byte === COMMA || byte === OPENING_BRACKET || byte === OPENING_BRACE) values += 1;
    }
    [this.#values, this.#isInText, this.#isEscaped] = [values, isInText, isEscaped];
    return values;
  }
}

/** Whether a whole text has more values than `most`. */
export const hasMoreValues = (json: Uint8Array, most: number): boolean => new JsonValueCounter().add(json) > most;

/** Whether two JSON values are the same document: the order of keys does not count, the order of lists does. */
export const sameJson = (left: unknown, right: unknown): boolean => canonical(left) === canonical(right);

/** One text for all that {@link sameJson} calls the same. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );

/** Whether a parsed value is an object of JSON, neither a list nor null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A parsed JSON text. */
export type JsonValue =
  string | number | boolean | null | readonly JsonValue[] | { readonly [name: string]: JsonValue };

/** A value of ours as it would be read back from its JSON text. */
export const jsonOf = (value: object): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue; // of our own text

/** Whether the database can keep a parsed text: every name and text of it. */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === 'string') return isStorable(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, item]) => isStorable(name) && isStorableJson(item));
}

/** Whether the database can keep a text: no zero characters, no halves of surrogate pairs. */
export const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
