import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../language.ts';

/* How a text gets its figures and names, wherever that is. */

export type MessageValues = Readonly<Record<string, string | number>>;

/** A plural or a choice, which the grammar of the language decides. Other texts are filled without a parser. */
const BRANCHES = /\{\w+,\s*(?:plural|select|selectordinal)\s*,/;

/** Texts by language, compiled once; null of a text without branches. */
const compiled = new Map<Language, Map<string, IntlMessageFormat | null>>();

function messageOf(text: string, language: Language): IntlMessageFormat | null {
  const known = compiled.get(language) ?? new Map<string, IntlMessageFormat | null>();
  compiled.set(language, known);
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const message = BRANCHES.test(text) ? new IntlMessageFormat(text, language) : null;
  known.set(text, message);
  return message;
}

/**
 * A text of a language with its values: `since {time}`, and `{count, plural, one {{count} unit} other {{count} units}}`
 * by the plural rules of the language. Names without a value stay as they are.
 */
export function filledText(text: string, values: MessageValues, language: Language): string {
  const message = messageOf(text, language);
  if (message !== null) return String(message.format(values));
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : whole,
  );
}
