import { lettersOf } from '../text.ts';

interface Box {
  readonly width: number;
  readonly height: number;
  /** Around the line, for its dots. */
  readonly room: number;
  /** True for amounts, whose small dips would pass for nothing without 0 at the foot. */
  readonly zeroLine: boolean;
}

/** Where a dot of the line is. */
interface CourseDot {
  readonly x: string;
  readonly y: string;
}

interface CourseLine {
  /** The path of an SVG, broken at gaps. */
  readonly path: string;
  /** The lowest and the highest value; none of a level course. */
  readonly extremes: readonly CourseDot[];
  readonly last: CourseDot;
}

/** A length with one decimal, which is finer than anybody sees. */
export const px = (length: number): string => String(Math.round(length * 10) / 10);

/** The course of a figure as one small line: gaps stay gaps. null for less than two values. */
export function courseLine(values: readonly (number | null)[], box: Box): CourseLine | null {
  const { width, height, room, zeroLine } = box;
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return null;
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const [low, high] = zeroLine ? [Math.min(0, lowest), Math.max(0, highest)] : [lowest, highest];
  const x = (at: number): string => px(room + (at * (width - 2 * room)) / (values.length - 1));
  const y = (value: number): string =>
    px(high === low ? height / 2 : height - room - ((value - low) * (height - 2 * room)) / (high - low));
  const isKnown = (at: number): boolean => (values[at] ?? null) !== null;
  const dot = (at: number): CourseDot => ({ x: x(at), y: y(values[at] ?? 0) });
  return {
    path: values
      .map((value, at) => {
        if (value === null) return '';
        // A value between two gaps is a line of no length, which round ends show as a dot.
        const end = isKnown(at - 1) || isKnown(at + 1) ? '' : 'h0';
        return `${isKnown(at - 1) ? 'L' : 'M'}${x(at)} ${y(value)}${end}`;
      })
      .join(''),
    extremes: lowest === highest ? [] : [dot(values.indexOf(lowest)), dot(values.indexOf(highest))],
    last: dot(values.findLastIndex((value) => value !== null)),
  };
}

/** 1, 2 or 5 times a power of ten, at least as long as a step that need not be round. */
export function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough || 1));
  return ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
}

/* Widths and lines of a picture's texts. */

/** Widths in em of a wide face, because nothing measures a text before it is drawn. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  // Marks above and below a letter take no room of their own.
  [/\p{Mn}/u, 0],
  [/[\u0900-\u097f]/, 0.8],
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
  for (const letter of lettersOf(text)) {
    used += textWidth(letter, size, weight);
    if (used > width) break;
    kept.push(letter);
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
