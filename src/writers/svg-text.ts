/* Texts of a picture. What people typed becomes inert here, and nowhere else. */

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** No XML may hold these; marks of writing direction could turn the text around them. */
const NOT_SHOWN = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g;

/** A text as it may stand in an element or between the quotes of an attribute. */
export const inertText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(NOT_SHOWN, ' ')
    .replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');

/** Widths in em of a wide face, because nothing measures a text before it is drawn. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ \u00a0\u2009\u202f.,:;'|!()[\]ijlI]/, 0.38],
  [/[ftr-]/, 0.42],
  [/[mwMW%@—…]/, 1],
  [/\d/, 0.64],
  [/[A-Z_&†–−±]/, 0.74],
  [/[\u0020-\u024f\u2010-\u2044]/, 0.62],
];
const WIDEST = 1.05;
const BOLD = 1.12;

type Weight = 'normal' | 'bold';
const emOf = (character: string, weight: Weight): number =>
  (WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? WIDEST) * (weight === 'bold' ? BOLD : 1);

/** About how wide a text is, in the units of its size; rather too wide than too narrow. */
export const textWidth = (text: string, size: number, weight: Weight = 'normal'): number =>
  [...text].reduce((sum, character) => sum + emOf(character, weight), 0) * size;

/** The text, cut with an ellipsis where it is too wide. */
export function fitted(text: string, size: number, width: number, weight: Weight = 'normal'): string {
  if (textWidth(text, size, weight) <= width) return text;
  const kept: string[] = [];
  let used = textWidth('…', size, weight);
  for (const character of text) {
    used += emOf(character, weight) * size;
    if (used > width) break;
    kept.push(character);
  }
  return `${kept.join('').trimEnd()}…`;
}

interface Lines {
  readonly size: number;
  readonly width: number;
  readonly lines: number;
  readonly weight?: Weight;
}

/** Lines that fit; what is beyond the last ends with an ellipsis. A word that is too long for a line is cut. */
export function wrapped(text: string, { size, width, lines: most, weight = 'normal' }: Lines): readonly string[] {
  const lines: string[] = [];
  const words = text.trim().split(/\s+/);
  while (words.length > 0 && lines.length < most) {
    if (lines.length === most - 1) {
      lines.push(fitted(words.join(' '), size, width, weight));
      break;
    }
    let count = 1;
    while (count < words.length && textWidth(words.slice(0, count + 1).join(' '), size, weight) <= width) count += 1;
    lines.push(fitted(words.splice(0, count).join(' '), size, width, weight));
  }
  return lines;
}

/** `−1 235.5`: thousands by a narrow space that does not break, a minus and no hyphen. */
export function figureText(value: number, decimals: number): string {
  const [whole = '0', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202f');
  const text = fraction === undefined ? grouped : `${grouped}.${fraction}`;
  return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text;
}

/**
 * Decimals of figures that stand together: three digits of the largest, and more where the smallest would be written 0;
 * at most two.
 */
export function decimalsFor(figures: readonly number[]): number {
  const sizes = figures.map(Math.abs).filter((size) => size > 0);
  const largest = Math.max(0, ...sizes);
  const wanted = largest >= 100 ? 0 : largest >= 10 ? 1 : 2;
  return (
    [0, 1, 2].find((decimals) => decimals >= wanted && sizes.every((size) => Number(size.toFixed(decimals)) > 0)) ?? 2
  );
}

/** A share as a whole per cent, but never 0 or 100 for one that is not: `< 1 %`. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %';
  if (share < 1 && share > 0.99) return '> 99 %';
  return `${Math.round(share * 100)} %`;
}
