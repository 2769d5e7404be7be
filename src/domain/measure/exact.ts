/**
 * Readings are decimals: interval values are kept as whole millionths, parameters as whole billionths. Doubles that are added,
 * subtracted or multiplied carry binary noise beyond that (20650.6 - 20469.7 is 180.89999999999782). Rounded to the decimals that
 * the operands have, a figure is the decimal again (180.9), and nothing that was measured is lost.
 *
 * A double holds 15 to 17 digits in all, so large numbers have fewer decimals: the bounds below leave room for the three half
 * units in the last place by which a sum or difference of two such decimals can be off.
 */
const BILLIONTHS_BELOW = 2 ** 21;
const MILLIONTHS_BELOW = 2 ** 31;
const THOUSANDTHS_BELOW = 2 ** 41;

const rounded = (figure: number, parts: number): number => {
  // Adding 0 turns -0 into 0.
  return Math.round(figure * parts) / parts + 0;
};

/**
 * A quantity (milli-units, flowFactor applied): whole millionths below 2^31, whole thousandths below 2^41, beyond as it is.
 *
 * @param magnitude the largest number that went into the figure, when that may be larger than it: the difference of two
 *   registers has no more decimals than they have
 */
export function exact(figure: number, magnitude = figure): number {
  const size = Math.abs(magnitude);
  if (size < MILLIONTHS_BELOW) return rounded(figure, 1e6);
  return size < THOUSANDTHS_BELOW ? rounded(figure, 1e3) : figure;
}

/** A mean, a parameter or a quantity divided for people: whole billionths below 2^21, beyond as {@link exact}. */
export const exactToBillionths = (figure: number, magnitude = figure): number =>
  Math.abs(magnitude) < BILLIONTHS_BELOW ? rounded(figure, 1e9) : exact(figure, magnitude);

/** a + b of two decimals. */
export const plus = (a: number, b: number): number => exactToBillionths(a + b, Math.max(Math.abs(a), Math.abs(b), Math.abs(a + b)));

/** a - b of two decimals. */
export const minus = (a: number, b: number): number => plus(a, -b);
