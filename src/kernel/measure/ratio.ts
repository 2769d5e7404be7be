/**
 * An exact number, numerator / denominator, for what doubles cannot hold: 1000000000.1 - 1000000000 is 0.1 and not
 * 0.10000002384. Not reduced: an addition of decimals keeps their denominator, so numbers grow with multiplications and
 * divisions alone.
 */
export interface Ratio {
  readonly numerator: bigint;
  /** Above 0. */
  readonly denominator: bigint;
}

/** Numbers of decimals that are tried before a figure is written out, which takes ten times as long. */
const FIFTEEN_DIGITS = 1e15;
const USUAL_PARTS = [1, 1e3, 1e6].map((parts) => ({ parts, denominator: BigInt(parts) }));

/** The decimal that a finite double is written as. */
export function ratioOf(figure: number): Ratio {
  for (const { parts, denominator } of USUAL_PARTS) {
    const units = Math.round(figure * parts);
    // A double has no other decimal of 15 digits.
    if (Math.abs(units) < FIFTEEN_DIGITS && units / parts === figure) return { numerator: BigInt(units), denominator };
  }
  const [mantissa = '', exponent = '0'] = String(figure).split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const places = decimals.length - Number(exponent);
  const digits = BigInt(whole + decimals);
  return places >= 0
    ? { numerator: digits, denominator: 10n ** BigInt(places) }
    : { numerator: digits * 10n ** BigInt(-places), denominator: 1n };
}

export function added(a: Ratio, b: Ratio): Ratio {
  if (a.denominator === b.denominator) return { numerator: a.numerator + b.numerator, denominator: a.denominator };
  if (a.denominator % b.denominator === 0n)
    return { numerator: a.numerator + b.numerator * (a.denominator / b.denominator), denominator: a.denominator };
  if (b.denominator % a.denominator === 0n) return added(b, a);
  return {
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  };
}

export const negated = ({ numerator, denominator }: Ratio): Ratio => ({ numerator: -numerator, denominator });

export const multiplied = (a: Ratio, b: Ratio): Ratio => ({
  numerator: a.numerator * b.numerator,
  denominator: a.denominator * b.denominator,
});

/** null: b is 0. */
export function divided(a: Ratio, b: Ratio): Ratio | null {
  if (b.numerator === 0n) return null;
  const sign = b.numerator < 0n ? -1n : 1n;
  return { numerator: a.numerator * b.denominator * sign, denominator: a.denominator * b.numerator * sign };
}

const LARGEST = BigInt(Number.MAX_VALUE);

/** Smaller parts than doubles reach, and the length from which on a denominator is cut to them. */
const PARTS_KEPT = 10n ** 400n;
const LONGEST = PARTS_KEPT * PARTS_KEPT;

/**
 * The ratio within the reach of doubles: null where it is too large, without its smallest parts where long chains of
 * factors have made it long.
 */
export function withinDoubles(ratio: Ratio): Ratio | null {
  const { numerator, denominator } = ratio;
  const size = numerator < 0n ? -numerator : numerator;
  if (size > LARGEST && size > LARGEST * denominator) return null;
  return denominator > LONGEST ? { numerator: (numerator * PARTS_KEPT) / denominator, denominator: PARTS_KEPT } : ratio;
}

/** Whole numbers and powers of ten up to these are doubles, so that their quotient is the double nearest to it. */
const LARGEST_EXACT = BigInt(Number.MAX_SAFE_INTEGER);
const MOST_EXACT_DECIMALS = 22;

/** The whole number nearest to a quotient, halves upwards. */
function wholeOf(numerator: bigint, denominator: bigint): bigint {
  if (denominator === 1n) return numerator;
  const doubled = 2n * numerator + denominator;
  const divisor = 2n * denominator;
  // BigInt divides towards 0.
  return doubled / divisor - (doubled < 0n && doubled % divisor !== 0n ? 1n : 0n);
}

/** The double nearest to it once it is rounded to so many decimals, halves upwards. */
export function roundedTo(decimals: number, { numerator, denominator }: Ratio): number {
  const parts = 10n ** BigInt(decimals);
  const units = wholeOf(numerator * parts, denominator);
  if (units >= -LARGEST_EXACT && units <= LARGEST_EXACT && decimals <= MOST_EXACT_DECIMALS)
    return Number(units) / Number(parts) + 0;
  const size = units < 0n ? -units : units;
  const text = `${size / parts}.${String(size % parts).padStart(decimals, '0')}`;
  return (units < 0n ? -1 : 1) * Number(text) + 0;
}
