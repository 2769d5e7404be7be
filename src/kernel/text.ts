const MOST_NAMED = 3;

/** `A, B, C and 2 more`: the first of them, and how many there are besides. */
export function firstNames(names: readonly string[], most = MOST_NAMED, between = ', '): string {
  const more = names.length - most;
  return `${names.slice(0, most).join(between)}${more > 0 ? ` and ${more} more` : ''}`;
}

/** `1 unit`, `2 units`, `1 industry`, `0 industries`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const LETTERS = new Intl.Segmenter('hi', { granularity: 'grapheme' });

/** Letters with their signs, so that no cut parts them. */
export const lettersOf = (text: string): string[] => [...LETTERS.segment(text)].map(({ segment }) => segment);

/**
 * Characters that are not seen, and change how what stands around them is read or shown: control characters, breaks of
 * lines and paragraphs, and those that turn the direction of writing.
 */
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** Whether a name or a title holds nothing but what is seen, in one line. */
export const isOneLine = (text: string): boolean => !CONTROL.test(text);

/** Whether a text of one or several lines holds nothing but what is seen. */
export const isPlainText = (text: string): boolean => isOneLine(text.replaceAll(/[\t\n\r]/g, ' '));

/** Whether all texts and names of a JSON value, of one or several lines, hold nothing but what is seen. */
export function isPlainJson(value: unknown): boolean {
  if (typeof value === 'string') return isPlainText(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, item]) => isPlainText(name) && isPlainJson(item));
}

/** Line ends, other control characters, and marks of writing direction, which could turn the text around them. */
const NOT_ONE_LINE =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/g;

/** A text of users as one line: in a subject of a mail, a line end would begin a header of the sender's choice. */
export const oneLine = (text: string): string => text.toWellFormed().replaceAll(NOT_ONE_LINE, ' ').trim();
