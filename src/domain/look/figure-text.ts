/*
 * How figures are written for people, wherever that is: pages, prints, mails, pictures and sentences. A figure is
 * rounded for show here and nowhere else.
 */

/** No language's own way: thousands by a narrow space that does not break, decimals by a point. */
const PLAIN_LOCALE = 'und';

const NARROW_SPACE = '\u202f';
const MINUS = '\u2212';
const FORMATS = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, decimals: number): Intl.NumberFormat {
  const key = `${locale} ${decimals}`;
  const kept = FORMATS.get(key);
  if (kept !== undefined) return kept;
  const format = new Intl.NumberFormat(locale === PLAIN_LOCALE ? 'en' : locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
    // A figure that is rounded to 0 has no sign.
    signDisplay: 'negative',
  });
  FORMATS.set(key, format);
  return format;
}

/**
 * `−1 235.5`. Halves are rounded away from 0, by the decimals the figure is written with: 1.005 becomes 1.01, as in a
 * workbook. The sign is a minus and no hyphen.
 * @param locale the language whose signs are used; absent: none
 */
export function figureText(value: number, decimals: number, locale: string = PLAIN_LOCALE): string {
  const text = formatOf(locale, decimals).format(value).replace('-', MINUS);
  return locale === PLAIN_LOCALE ? text.replaceAll(',', NARROW_SPACE) : text;
}

const MOST_DECIMALS = 6;

/**
 * Decimals of figures that stand together: three digits of the largest, and more where the smallest would be written 0;
 * at most two, or what three digits need where even the largest is below a tenth.
 */
export function decimalsFor(figures: readonly number[]): number {
  let largest = 0;
  let smallest = Infinity;
  for (const figure of figures) {
    const size = Math.abs(figure);
    if (size > largest) largest = size;
    if (size > 0 && size < smallest) smallest = size;
  }
  if (largest === 0) return 0;
  if (largest < 0.1) return Math.min(MOST_DECIMALS, 2 - Math.floor(Math.log10(largest)));
  const wanted = largest >= 100 ? 0 : largest >= 10 ? 1 : 2;
  return [0, 1, 2].find((decimals) => decimals >= wanted && Number(smallest.toFixed(decimals)) > 0) ?? 2;
}

/** A share as a whole per cent, but never 0 or 100 for one that is not: `< 1 %`. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return '< 1 %';
  if (share < 1 && share > 0.99) return '> 99 %';
  return `${Math.round(share * 100)} %`;
}

/** `12.3 %`, with a space that does not break. */
export const shareText = (share: number, decimals: number, locale: string): string =>
  `${figureText(share * 100, decimals, locale)}\u00a0%`;

/** `+12.3 %`; a change of nothing has no sign. */
export function changeText(share: number, decimals: number, locale: string): string {
  const text = shareText(share, decimals, locale);
  return share > 0 && /[1-9]/.test(text) ? `+${text}` : text;
}

/** `2 h 05 min`, `45 min`. */
export function durationText(minutes: number): string {
  const whole = Math.round(Math.abs(minutes));
  const sign = minutes < 0 && whole > 0 ? MINUS : '';
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  return hours === 0
    ? `${sign}${rest}\u00a0min`
    : `${sign}${figureText(hours, 0)}\u00a0h\u00a0${String(rest).padStart(2, '0')}\u00a0min`;
}
