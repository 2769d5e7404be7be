import { z } from 'zod';

/* Fields of settings. Each has bounds, because an instant so far back that no calendar has it stops an evaluation. */

const MOST_MINUTES = 60 * 24 * 60;
const MOST_FIGURE = 1e12;

const figure = (allowed: string, holds: (value: number) => boolean) => {
  const error = `${allowed}, ${MOST_FIGURE} at most in size`;
  return z.number({ error }).refine((value) => holds(value) && Math.abs(value) <= MOST_FIGURE, { error });
};

const MINUTES = `a whole number of minutes from 1 to ${MOST_MINUTES}`;
/** Spec gap: 60 days at most. */
export const lengthMinutes = z.int({ error: MINUTES }).min(1, { error: MINUTES }).max(MOST_MINUTES, { error: MINUTES });
export const positiveFigure = figure('a number above 0', (value) => value > 0);
export const figureFromZero = figure('a number of 0 or more', (value) => value >= 0);
export const figureOrNull = figure('a number or null', () => true)
  .nullable()
  .default(null);
