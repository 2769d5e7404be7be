const MAX_SHOWN_CHARACTERS = 80;

/**
 * A value as JSON, for people and for the quarantine. Never throws: nesting deeper than the stack reaches parses but cannot be
 * written back.
 */
export function jsonText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Array.isArray(value) ? '[a list nested too deeply to be written]' : '{an object nested too deeply to be written}';
  }
}

/** Shortens what a sender wrote, so that a message cannot be used to carry a megabyte. */
export function shown(value: unknown): string {
  const text = jsonText(value);
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS - 3)}...` : text;
}
