import { figureText, neededDecimals } from '../../../kernel/format/figure-text.ts';

/* The wording of figures in messages about alerts. */

const MOST_DECIMALS = 6;
const UNBROKEN_SPACE = '\u00a0';

/** A figure without zeros at its end, which tell nothing of a figure alone. */
const written = (value: number, decimals: number): string =>
  figureText(value, decimals).replace(/\.(\d*?)0+$/, (_, kept: string) => (kept === '' ? '' : `.${kept}`));

const withUnit = (figure: string, unit: string): string => (unit === '' ? figure : `${figure}${UNBROKEN_SPACE}${unit}`);

/** `1 235 KL` in one piece: three significant digits or more, no zeros at the end, a narrow space between thousands. */
export const quantityWords = (value: number, unit: string): string =>
  withUnit(written(value, neededDecimals(value)), unit);

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
    written(value, Math.max(decimals, neededDecimals(value))),
    written(limit, Math.max(decimals, neededDecimals(limit))),
  ];
  while (value !== limit && both()[0] === both()[1] && decimals < MOST_DECIMALS) decimals += 1;
  const [valueText, limitText] = both();
  return { value: withUnit(valueText, unit), limit: withUnit(limitText, unit) };
}
