import type { Figure } from '../document/types.ts';

const SHOWN_DECIMALS = 1e6;

/**
 * A raw figure as answers show it: divided by divisionFactor and rounded to 6 decimals, which takes binary noise away
 * (1235182.5999999996 milli-units are 1235.1826). null stays null.
 *
 * @param value milli-units
 * @param divisionFactor not 0; 1 for figures that are not milli-units
 */
export function toDisplay(value: number | null, divisionFactor: number): number | null {
  if (value === null) return null;
  const shown = value / divisionFactor;
  const scaled = shown * SHOWN_DECIMALS;
  // A number this large has no sixth decimal to round.
  if (!Number.isFinite(scaled) || Math.abs(scaled) > Number.MAX_SAFE_INTEGER) return shown;
  // Adding 0 turns -0 into 0.
  return Math.round(scaled) / SHOWN_DECIMALS + 0;
}

/** Parameter figures (quality, electrical) are in units of their own: rounded, never divided. */
export function parametersToDisplay(figures: Readonly<Record<string, number | null>>): Readonly<Record<string, number | null>> {
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, toDisplay(value, 1)]));
}

/** A document's figure as answers show it: numbers divided, parameters only rounded. */
export const figureToDisplay = (figure: Figure, divisionFactor: number): Figure =>
  figure === null || typeof figure === 'number' ? toDisplay(figure, divisionFactor) : parametersToDisplay(figure);
