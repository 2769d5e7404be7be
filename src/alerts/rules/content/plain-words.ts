/** Line ends, other control characters, and marks of writing direction, which could turn the text around them. */
const NOT_ONE_LINE =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/g;

const LONGEST_NAME = 80;

/** A text of users as one line: in a subject, a line end would begin a header of the sender's choice. */
export const oneLine = (text: string): string => text.toWellFormed().replaceAll(NOT_ONE_LINE, ' ').trim();

/** The text, cut with an ellipsis where it has more characters. */
export function shortened(text: string, characters: number): string {
  const all = [...text];
  return all.length <= characters
    ? text
    : `${all
        .slice(0, characters - 1)
        .join('')
        .trimEnd()}…`;
}

/** A name that users typed, fit for a subject. */
export const nameWords = (name: string): string => shortened(oneLine(name), LONGEST_NAME);

/** Signs that are not in the alphabet of text messages and would halve what fits into one. */
const PLAIN_SIGNS: Readonly<Record<string, string>> = {
  '\u202f': ' ',
  '\u00a0': ' ',
  '\u2009': ' ',
  '\u2212': '-',
  '–': '-',
  '—': '-',
  '…': '..',
  '³': '3',
  '²': '2',
  '°': '',
  '·': '-',
  '’': "'",
  µ: 'u',
};

/** The same in signs of the alphabet of text messages, where there is one for it; other scripts stay. */
export const inPlainSigns = (text: string): string =>
  text.replaceAll(/[\u202f\u00a0\u2009\u2212–—…³²°·’µ]/g, (sign) => PLAIN_SIGNS[sign] ?? sign);
