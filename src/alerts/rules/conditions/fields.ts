import { z } from 'zod';

/* Fields of settings. Each has bounds, because an instant so far back that no calendar has it stops an evaluation. */

const MOST_MINUTES = 60 * 24 * 60;
const MOST_FIGURE = 1e12;

/** Bounds are checks of zod itself, so that the form of a rule can read them from the schema. */
const figure = (allowed: string, { above, from = -MOST_FIGURE }: { above?: number; from?: number } = {}) => {
  const error = `${allowed}, ${MOST_FIGURE} at most in size`;
  const sized = z.number({ error }).max(MOST_FIGURE, { error });
  return above === undefined ? sized.min(from, { error }) : sized.gt(above, { error });
};

const MINUTES = `a whole number of minutes from 1 to ${MOST_MINUTES}`;
/** Spec gap: 60 days at most. */
export const lengthMinutes = z.int({ error: MINUTES }).min(1, { error: MINUTES }).max(MOST_MINUTES, { error: MINUTES });
export const positiveFigure = figure('a number above 0', { above: 0 });
export const figureFromZero = figure('a number of 0 or more', { from: 0 });
export const figureOrNull = figure('a number or null').nullable().default(null);
