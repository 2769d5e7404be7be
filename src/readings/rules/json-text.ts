declare global {
  // Not in the compiler's library yet (ES2025, JSON.parse source text access).
  interface JSON {
    rawJSON(text: string): unknown;
  }
}

const MAX_SHOWN_CHARACTERS = 80;

/**
 * JSON has numbers that no double holds, such as 1e999. Parsing makes them infinity, which JSON.stringify would turn
 * into null.
 */
const keepTooLarge = (_key: string, value: unknown): unknown =>
  value === Infinity ? JSON.rawJSON('1e999') : value === -Infinity ? JSON.rawJSON('-1e999') : value;

/**
 * A value as JSON, for people and for the quarantine. The function never throws: values nested deeper than the stack
 * reaches can be parsed but not written.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value, keepTooLarge) ?? String(value);
  } catch {
    return Array.isArray(value)
      ? '[a list nested too deeply to be written]'
      : '{an object nested too deeply to be written}';
  }
}

/** A sender's text, shortened, so that a message cannot carry a megabyte. */
export function shortenedText(value: unknown): string {
  const text = jsonText(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 3)}...` : text;
}
