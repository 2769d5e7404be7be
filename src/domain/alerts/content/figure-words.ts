/* The one wording of figures in messages about alerts. */

const SIGNIFICANT_DIGITS = 3;
const MOST_DECIMALS = 6;
const NARROW_SPACE = '\u202f';
const MINUS = '\u2212';
const UNBROKEN_SPACE = '\u00a0';

/** Decimals that leave three significant digits; none from 100 on. */
function decimalsOf(value: number): number {
  const size = Math.abs(value);
  if (size === 0) return 0;
  return Math.min(MOST_DECIMALS, Math.max(0, SIGNIFICANT_DIGITS - 1 - Math.floor(Math.log10(size))));
}

function written(value: number, decimals: number): string {
  const [whole = '0', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, NARROW_SPACE);
  const kept = fraction.replace(/0+$/, '');
  const text = kept === '' ? grouped : `${grouped}.${kept}`;
  return value < 0 && /[1-9]/.test(text) ? `${MINUS}${text}` : text;
}

const withUnit = (figure: string, unit: string): string => (unit === '' ? figure : `${figure}${UNBROKEN_SPACE}${unit}`);

/** `1 235 KL` in one piece: three significant digits or more, no zeros at the end, a narrow space between thousands. */
export const quantityWords = (value: number, unit: string): string => withUnit(written(value, decimalsOf(value)), unit);

/**
 * A value beside its limit, with so many digits that two figures which differ are not written alike: 100.04 beside 100.
 */
export function besideLimit(
  value: number,
  limit: number,
  unit: string,
): { readonly value: string; readonly limit: string } {
  let decimals = 0;
  const both = (): readonly [string, string] => [
    written(value, Math.max(decimals, decimalsOf(value))),
    written(limit, Math.max(decimals, decimalsOf(limit))),
  ];
  while (value !== limit && both()[0] === both()[1] && decimals < MOST_DECIMALS) decimals += 1;
  const [valueText, limitText] = both();
  return { value: withUnit(valueText, unit), limit: withUnit(limitText, unit) };
}
