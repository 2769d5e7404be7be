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
