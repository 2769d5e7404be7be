import { type Language, translated } from '../language.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/durations.ts';
import { filledText } from './message.ts';

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
/** Litres of a cubic metre: what a meter resolves, and what figures from a tenth on are written with at most. */
const MOST_RESOLVED = 3;
const RESOLVED = 10 ** -MOST_RESOLVED;
/** Figures that are all below it are written with as many decimals as the largest needs. */
const LEAST_RESOLVED = 0.1;
/** Significant digits of every figure. A figure that has fewer itself is not lengthened for its neighbours. */
const SIGNIFICANT_DIGITS = 3;

const isWritten = (size: number, decimals: number): boolean => {
  const scale = 10 ** decimals;
  return Math.abs(Math.round(size * scale) / scale - size) < 1e-9 * size;
};

/** Decimals that show three digits of a figure; none from 100 on. */
const significantDecimals = (size: number): number =>
  Math.min(MOST_DECIMALS, Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size))));

/** As many decimals as show three digits of a figure, or all that it has. */
export function neededDecimals(figure: number): number {
  const size = Math.abs(figure);
  if (size < LEAST_FIGURE) return 0;
  const most = significantDecimals(size);
  for (let decimals = 0; decimals < most; decimals += 1) if (isWritten(size, decimals)) return decimals;
  return most;
}

/**
 * Decimals of figures that stand together, as down a column: each figure shows three digits, or all that it has. So it
 * is the rows that decide, whatever their total is. Beside figures from a tenth on there are three at most, and what is
 * below half of that resolution lengthens nothing.
 */
export function decimalsFor(figures: readonly number[]): number {
  let [largest, needed] = [0, 0];
  for (const figure of figures) {
    const size = Math.abs(figure);
    if (size < LEAST_FIGURE) continue;
    if (size > largest) largest = size;
    // Most figures of a column need no more than the ones before.
    if (needed < MOST_RESOLVED && size >= RESOLVED / 2 && !isWritten(size, needed))
      needed = Math.max(needed, neededDecimals(figure));
  }
  if (largest === 0) return 0;
  const ofLargest = significantDecimals(largest);
  if (largest < LEAST_RESOLVED) return ofLargest;
  // A figure of whole hundredths has no more than it was measured with.
  if (largest < 1) return Math.max(2, Math.min(MOST_RESOLVED, needed));
  return Math.min(MOST_RESOLVED, Math.max(ofLargest, needed));
}

/** Decimals that figures have of themselves, as registers that are read off one meter: up to three. */
export const ownDecimals = (figures: readonly number[]): number =>
  [0, 1, 2].find((decimals) => figures.every((figure) => figure === 0 || isWritten(Math.abs(figure), decimals)))
  ?? MOST_RESOLVED;

/** Decimals of figures that were rounded, such as ends of a band: as many as they have, and none that say more. */
export const roundedDecimals = (figures: readonly number[]): number =>
  Math.max(ownDecimals(figures), ...figures.map(neededDecimals));

/** Decimals of two figures that tell them apart: no fewer than these, and up to three more where they read alike. */
export const decimalsApart = (
  was: number | null,
  is: number | null,
  least: number = decimalsFor([was, is].filter((figure) => figure !== null)),
): number =>
  was === null || is === null
    ? least
    : ([0, 1, 2, 3]
        .map((more) => least + more)
        .find((decimals) => figureText(was, decimals) !== figureText(is, decimals)) ?? least);

/** A share as a whole per cent, but never 0 or 100 for one that is not: `< 1 %`. Its spaces do not break. */
export function percentText(share: number): string {
  if (share > 0 && share < 0.01) return '<\u00a01\u00a0%';
  if (share < 1 && share > 0.99) return '>\u00a099\u00a0%';
  return `${Math.round(share * 100)}\u00a0%`;
}

/** `12.3 %`, with a space that does not break. */
export const shareText = (share: number, decimals: number, locale: string): string =>
  `${figureText(share * 100, decimals, locale)}\u00a0%`;

/** `> 99.9 %` of a share that is less than the whole and rounds to it; null: it does not. */
export function almostWholeText(share: number, decimals: number, locale: string): string | null {
  const scale = 10 ** (decimals + 2);
  if (share >= 1 || Math.round(share * scale) < scale) return null;
  return `>\u00a0${shareText((scale - 1) / scale, decimals, locale)}`;
}

/** A share of a whole: as {@link shareText}, but never 100 for one that is not. */
export const partText = (share: number, decimals: number, locale: string): string =>
  almostWholeText(share, decimals, locale) ?? shareText(share, decimals, locale);

/** As many decimals as show that a change of this share is not nothing: at most three. */
export const changeDecimals = (share: number, decimals: number): number =>
  share === 0
    ? decimals
    : ([0, 1, 2].find((more) => more >= decimals && Math.abs(share * 100) >= 10 ** -more / 2)
      ?? Math.max(decimals, MOST_RESOLVED));

/** Beyond it per cents say nothing that the two figures do not say better. */
const MOST_TELLING_SHARE = 10;

export const isTelling = (share: number): boolean => Math.abs(share) <= MOST_TELLING_SHARE;

const withPlus = (text: string): string => (/[1-9]/.test(text) ? text.replace(/(?=\d)/, '+') : text);

const WORDS = translated('figureWords');

/** `+12.3 %`, `−0.02 %`, `over 1 000 % more`; a change of nothing has no sign. */
export function changeText(share: number, decimals: number, locale: string, language: Language = 'en'): string {
  if (!isTelling(share))
    return (share < 0 ? WORDS.muchLess : WORDS.muchMore)[language].replace(
      '{share}',
      shareText(MOST_TELLING_SHARE, 0, locale),
    );
  const text = shareText(share, changeDecimals(share, decimals), locale);
  return share > 0 ? withPlus(text) : text;
}

/** `+0.3`: by how much a figure differs from another, where a share of it would say nothing. */
export const differenceText = (difference: number, decimals: number, locale: string): string =>
  difference > 0 ? withPlus(figureText(difference, decimals, locale)) : figureText(difference, decimals, locale);

const HOUR_MINUTES = HOUR_MS / MINUTE_MS;
const DAY_MINUTES = DAY_MS / MINUTE_MS;
/** The length from which hours are left out. */
const DAYS_ALONE_MINUTES = 10 * DAY_MINUTES;

/** `1 day`, `12 days` */
export const dayCountText = (count: number, language: Language): string =>
  filledText(WORDS.days[language], { count }, language);

/** `45 min`, `3 h 20 min`, `3 days 9 h`, `12 days`. Its spaces do not break. */
export function durationText(minutes: number, language: Language = 'en'): string {
  const whole = Math.round(Math.abs(minutes));
  const sign = minutes < 0 && whole > 0 ? MINUS : '';
  const [days, ofDay] = [Math.floor(whole / DAY_MINUTES), whole % DAY_MINUTES];
  const [hours, rest] = [Math.floor(ofDay / HOUR_MINUTES), ofDay % HOUR_MINUTES];
  const inHours = hours === 0 ? [] : [`${hours} ${WORDS.hours[language]}`];
  const inMinutes = rest === 0 && whole > 0 ? [] : [`${rest} ${WORDS.minutes[language]}`];
  const parts =
    whole > DAYS_ALONE_MINUTES
      ? [dayCountText(Math.round(whole / DAY_MINUTES), language)]
      : days > 0
        ? [dayCountText(days, language), ...inHours]
        : [...inHours, ...inMinutes];
  return `${sign}${parts.join(' ').replaceAll(' ', '\u00a0')}`;
}

/** How many of several meters have measured something; null: all have, or it is not a matter of meters. */
export const someMeasured = ({
  meters = null,
  metersMeasured: measured = null,
}: {
  readonly meters?: number | null;
  readonly metersMeasured?: number | null;
}): { readonly meters: number; readonly measured: number } | null =>
  meters === null || measured === null || meters < 2 || measured >= meters ? null : { meters, measured };

/** Words as a sentence begins. */
export const sentenceCase = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
