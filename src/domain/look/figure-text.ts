/*
 * How figures are written for people, wherever that is: pages, prints, mails, pictures and sentences. A figure is
 * rounded for show here and nowhere else.
 */

/** No language's own way: thousands by a narrow space that does not break, decimals by a point. */
const PLAIN_LOCALE = 'und';

export const NARROW_SPACE = '\u202f';
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

/** Readings are kept in billionths: below half of one there is noise of computing alone. */
const LEAST_FIGURE = 0.5e-9;

/**
 * `−1 235.5`. Halves are rounded away from 0, by the decimals the figure is written with: 1.005 becomes 1.01, as in a
 * workbook. The sign is a minus and no hyphen. What is not 0 never reads as 0: it is `< 0.01`, or `> −0.01`.
 * @param locale the language whose signs are used; absent: none
 */
export function figureText(value: number, decimals: number, locale: string = PLAIN_LOCALE): string {
  const size = Math.abs(value);
  const step = 10 ** -decimals;
  if (size >= LEAST_FIGURE && size < step / 2)
    return `${value < 0 ? '>' : '<'}\u00a0${digitsOf(Math.sign(value) * step, decimals, locale)}`;
  return digitsOf(value, decimals, locale);
}

function digitsOf(value: number, decimals: number, locale: string): string {
  const text = formatOf(locale, decimals).format(value).replace('-', MINUS);
  return locale === PLAIN_LOCALE ? text.replaceAll(',', NARROW_SPACE) : text;
}

/** Billionths, as readings are kept. */
const MOST_DECIMALS = 9;
/** Litres of a cubic metre: what a figure beside large ones is written with at most. */
const MOST_BESIDE_LARGE = 3;
/** By so much of itself a figure may be off, or it reads as another. */
const MOST_OFF = 0.05;

/** By what share of itself a figure is off when it is written. */
function offBy(size: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.abs(Math.round(size * scale) / scale - size) / size;
}

const isWritten = (size: number, decimals: number): boolean => offBy(size, decimals) < 1e-9;

/**
 * Decimals of figures that stand together: three digits of the largest, and as many more as keep the smaller ones
 * within a twentieth of themselves. Beside figures from 1 on there are three at most.
 */
export function decimalsFor(figures: readonly number[]): number {
  const sizes = figures.map(Math.abs).filter((size) => size >= LEAST_FIGURE);
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  if (largest === 0) return 0;
  if (largest < 0.1) return Math.min(MOST_DECIMALS, 2 - Math.floor(Math.log10(largest)));
  if (largest < 1) return sizes.every((size) => isWritten(size, 2)) ? 2 : MOST_BESIDE_LARGE;
  const wanted = largest >= 100 ? 0 : largest >= 10 ? 1 : 2;
  const told = sizes.filter((size) => offBy(size, MOST_BESIDE_LARGE) < 1);
  const enough = [0, 1, 2].find((count) => count >= wanted && told.every((size) => offBy(size, count) <= MOST_OFF));
  return enough ?? MOST_BESIDE_LARGE;
}

/** Decimals that figures have of themselves, as registers that are read off a meter: up to three. */
export const ownDecimals = (figures: readonly number[]): number =>
  [0, 1, 2].find((decimals) => figures.every((figure) => figure === 0 || isWritten(Math.abs(figure), decimals)))
  ?? MOST_BESIDE_LARGE;

/** A share as a whole per cent, but never 0 or 100 for one that is not: `< 1 %`. Its spaces do not break. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return '<\u00a01\u00a0%';
  if (share < 1 && share > 0.99) return '>\u00a099\u00a0%';
  return `${Math.round(share * 100)}\u00a0%`;
}

/** `12.3 %`, with a space that does not break. */
export const shareText = (share: number, decimals: number, locale: string): string =>
  `${figureText(share * 100, decimals, locale)}\u00a0%`;

/** As many decimals as show that a change of this share is not nothing: at most three. */
export const changeDecimals = (share: number, decimals: number): number =>
  share === 0
    ? decimals
    : ([0, 1, 2].find((more) => more >= decimals && Math.abs(share * 100) >= 10 ** -more / 2)
      ?? Math.max(decimals, MOST_BESIDE_LARGE));

/** `+12.3 %`, `−0.02 %`; a change of nothing has no sign. */
export function changeText(share: number, decimals: number, locale: string): string {
  const text = shareText(share, changeDecimals(share, decimals), locale);
  return share > 0 && /[1-9]/.test(text) ? text.replace(/(?=\d)/, '+') : text;
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
