import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Digits of a timestamp behind its milliseconds, or the milliseconds of one of its units. */
interface Precision {
  readonly cutDigits: number;
  readonly milliseconds: number;
}

const finer = (cutDigits: number): Precision => ({ cutDigits, milliseconds: 1 });
const coarser = (milliseconds: number): Precision => ({ cutDigits: 0, milliseconds });

/** Precisions by the words of both versions. */
export const PRECISIONS = {
  ns: finer(6),
  us: finer(3),
  ms: finer(0),
  s: coarser(1000),
  n: finer(6),
  u: finer(3),
  m: coarser(60_000),
  h: coarser(3_600_000),
} as const satisfies Readonly<Record<string, Precision>>;

export type PrecisionName = keyof typeof PRECISIONS;

/**
 * Milliseconds of a timestamp. The digits are cut as text, because nanoseconds of today are beyond the whole numbers
 * that are exact. Finer than a millisecond is cut off, towards the past.
 */
export function instantOf(digits: string, { cutDigits, milliseconds }: Precision): EpochMillis {
  if (cutDigits === 0) return Number(digits) * milliseconds;
  const isNegative = digits.startsWith('-');
  const size = isNegative ? digits.slice(1) : digits;
  const whole = Number(size.slice(0, -cutDigits));
  if (!isNegative) return whole;
  return Number(size.slice(-cutDigits)) === 0 ? -whole : -whole - 1;
}
