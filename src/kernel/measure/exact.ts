import { added, divided, multiplied, type Ratio, ratioOf, roundedTo } from './ratio.ts';

/**
 * Readings are decimals: interval values are kept as whole millionths, parameters as whole billionths. Doubles that are
 * added, subtracted or multiplied carry binary noise beyond that (20650.6 - 20469.7 is 180.89999999999782). Rounded to
 * the decimals that the operands have, a figure is the decimal again (180.9), and nothing that was measured is lost.
 *
 * A double holds 15 to 17 digits in all, so large numbers have no room for noise beside their decimals: within the
 * bounds below, which leave room for the three half units in the last place by which a sum of two can be off, doubles
 * serve; beyond, whole numbers of any length.
 */
const BILLIONTHS_BELOW = 2 ** 21;
const MILLIONTHS_BELOW = 2 ** 31;

const rounded = (figure: number, parts: number): number => {
  // Adding 0 turns -0 into 0.
  return Math.round(figure * parts) / parts + 0;
};

/** Milli-units in a shown unit: litres in a kilolitre. */
export const MILLI = 1000;

/** A number of millionths as the double nearest to it. */
export const fromMillionths = (millionths: bigint): number =>
  roundedTo(6, { numerator: millionths, denominator: 1_000_000n });

/** A reading as the quantity it stands for, in whole millionths. */
export function exact(reading: number): number {
  if (Math.abs(reading) < MILLIONTHS_BELOW) return rounded(reading, 1e6);
  return Number.isInteger(reading) || !Number.isFinite(reading) ? reading : roundedTo(6, ratioOf(reading));
}

/** A mean or parameter in whole billionths; from 2^21 on in whole millionths. */
export const exactToBillionths = (figure: number): number =>
  Math.abs(figure) < BILLIONTHS_BELOW ? rounded(figure, 1e9) : exact(figure);

/** a * b, a quantity in whole millionths: a reading times the meter multiplier. */
export function times(a: number, b: number): number {
  const product = a * b;
  if (Math.abs(product) < MILLIONTHS_BELOW) return rounded(product, 1e6);
  const isWhole = Number.isInteger(a) && Number.isInteger(b) && Number.isSafeInteger(product);
  return isWhole || !Number.isFinite(product) ? product : roundedTo(6, multiplied(ratioOf(a), ratioOf(b)));
}

/** Powers that divide a whole number into no more than billionths. */
const POWERS_OF_TEN: ReadonlySet<number> = new Set(Array.from({ length: 10 }, (_, index) => 10 ** index));

/** a / b in whole billionths; b is not 0. */
export function dividedBy(a: number, b: number): number {
  const quotient = a / b;
  if (Math.abs(quotient) < BILLIONTHS_BELOW) return rounded(quotient, 1e9);
  // Nothing is to be rounded, so the double nearest to the quotient is the figure.
  if (Number.isSafeInteger(a) && POWERS_OF_TEN.has(b)) return quotient;
  const ratio = Number.isFinite(quotient) ? divided(ratioOf(a), ratioOf(b)) : null;
  return ratio === null ? quotient : roundedTo(9, ratio);
}

/**
 * a + b of two decimals: in whole billionths where both are below 2^21, in whole millionths below 2^31, beyond to the
 * last digit.
 */
export function plus(a: number, b: number): number {
  const total = a + b;
  const magnitude = Math.max(Math.abs(a), Math.abs(b), Math.abs(total));
  if (magnitude >= MILLIONTHS_BELOW) return sum([a, b]);
  return rounded(total, magnitude < BILLIONTHS_BELOW ? 1e9 : 1e6);
}

/** a - b of two decimals. */
export const minus = (a: number, b: number): number => plus(a, -b);

/** The sum of decimals, rounded once, to the double nearest to it; 0 of none. */
export function sum(figures: readonly number[]): number {
  let whole = 0;
  let billionths = 0;
  for (const figure of figures) {
    const own = Math.trunc(figure);
    if (Math.abs(figure) < BILLIONTHS_BELOW) billionths += Math.round((figure - own) * 1e9);
    else if (own !== figure) {
      const millionths = Math.round((figure - own) * 1e6);
      // Beyond this bound a double does not hold the decimals that the number was written with.
      if (Math.abs(figure) >= MILLIONTHS_BELOW || rounded(figure, 1e6) !== figure) return sumOfLarge(figures);
      billionths += millionths * 1000;
    }
    whole += own;
  }
  const inBillionths = whole * 1e9 + billionths;
  if (Number.isSafeInteger(inBillionths)) return inBillionths / 1e9 + 0;
  const inMillionths = whole * 1e6 + billionths / 1000;
  if (Number.isSafeInteger(inMillionths)) return inMillionths / 1e6 + 0;
  return billionths === 0 && Number.isSafeInteger(whole) ? whole : sumOfLarge(figures);
}

function sumOfLarge(figures: readonly number[]): number {
  if (!figures.every((figure) => Number.isFinite(figure))) return figures.reduce((total, figure) => total + figure, 0);
  return roundedTo(
    9,
    figures.reduce<Ratio>((total, figure) => added(total, ratioOf(figure)), { numerator: 0n, denominator: 1n }),
  );
}
