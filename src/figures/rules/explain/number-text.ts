import { NARROW_SPACE } from '../../../kernel/format/figure-text.ts';

/** Significant digits that doubles keep through a few operations; what lies beyond is binary noise. */
const SIGNIFICANT_DIGITS = 15;

/**
 * A number for people: binary noise rounded away (182.59999999999854 is 182.6), at least to a millionth; from five
 * digits on in threes; `none` for null.
 */
export function numberText(value: number | null): string {
  if (value === null) return 'none';
  const scaled = Math.round(value * 1e6) / 1e6;
  // A number too large for a sixth decimal loses the digits that a double does not keep.
  return inThrees(
    String(
      Number((Number.isFinite(scaled) ? scaled : value).toPrecision(Math.max(SIGNIFICANT_DIGITS, wholeDigits(value))))
        + 0,
    ),
  );
}

/**
 * Numbers of an arithmetic text in groups of three digits: `220 934 000 - 5.5`. Text with names beside numbers uses
 * {@link numberText} for each number, because the digits of a name are no figure.
 */
export const inThrees = (text: string): string =>
  text.replace(/(?<![\w.])\d{5,}(?![\de])/g, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE));

const wholeDigits = (value: number): number => Math.min(17, Math.floor(Math.log10(Math.max(Math.abs(value), 1))) + 1);

/** `n` or, with a factor other than 1, `n × factor`. */
export const timesText = (value: number | null, factor: number): string =>
  factor === 1 ? numberText(value) : `${numberText(value)} × ${numberText(factor)}`;

/** `1 reading`, `2 readings`. */
export const countText = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
