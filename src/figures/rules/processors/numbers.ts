import type { Figure } from '../../../kernel/document/types.ts';
import { exactToBillionths, sum } from '../../../kernel/measure/exact.ts';

/** A figure that is one number; null: it is missing, or the means of several parameters. */
export const numberOrNull = (figure: Figure | undefined): number | null => (typeof figure === 'number' ? figure : null);

function knownOf(figures: Iterable<number | null>): number[] {
  const known: number[] = [];
  for (const figure of figures) if (figure !== null) known.push(figure);
  return known;
}

/** Sum of the numbers that are not null, exact; null when there is none (missing is null, never 0). */
export function sumOrNull(figures: Iterable<number | null>): number | null {
  const known = knownOf(figures);
  return known.length === 0 ? null : sum(known);
}

/** Mean of the numbers that are not null, in whole billionths; null when there is none. */
export function meanOrNull(figures: Iterable<number | null>): number | null {
  const known = knownOf(figures);
  return known.length === 0 ? null : exactToBillionths(sum(known) / known.length);
}

/** First of the figures that is not null; null when there is none. */
export const firstKnown = (figures: readonly (number | null)[]): number | null =>
  figures.find((figure) => figure !== null) ?? null;

/** Last of the figures that is not null; null when there is none. */
export const lastKnown = (figures: readonly (number | null)[]): number | null =>
  figures.findLast((figure) => figure !== null) ?? null;

/** The smallest figure that is not null; null when there is none. */
export function minOrNull(figures: Iterable<number | null>): number | null {
  let lowest: number | null = null;
  for (const figure of figures) if (figure !== null && (lowest === null || figure < lowest)) lowest = figure;
  return lowest;
}

/** The largest figure that is not null; null when there is none. */
export function maxOrNull(figures: Iterable<number | null>): number | null {
  let highest: number | null = null;
  for (const figure of figures) if (figure !== null && (highest === null || figure > highest)) highest = figure;
  return highest;
}
