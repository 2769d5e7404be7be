export type DecimalSign = '.' | ',';
/** A cell of a file: text, or a number of a spreadsheet, whose decimal sign is nobody's guess. */
export type MeterFileCell = string | number;

/** Words for a reading that was not taken. */
const NOTHING: ReadonlySet<string> = new Set([
  '',
  '-',
  '–',
  '—',
  'n/a',
  'na',
  'nan',
  'null',
  'none',
  '#n/a',
  'no data',
  'unavailable',
  'unknown',
]);

export const isNothing = (cell: MeterFileCell): boolean =>
  typeof cell === 'string' && NOTHING.has(cell.trim().toLowerCase());

/** Spaces of several widths and apostrophes between groups of three digits. */
const GAPS_OF_THOUSANDS = /(?<=\d)[ \u00a0\u2009\u202f'’](?=\d{3}(?:\D|$))/g;
const WITH_SIGNS = /^[+-]?(\d[\d.,]*|[.,]\d+)([eE][+-]?\d+)?$/;

const tidied = (text: string): string =>
  text
    .trim()
    .replaceAll(GAPS_OF_THOUSANDS, '')
    .replace(/^[−–](?=\d)/, '-');

export const looksLikeNumber = (cell: MeterFileCell): boolean =>
  typeof cell === 'number' || WITH_SIGNS.test(tidied(cell));

/** The decimal sign of one number; 'either': the number can be read with both; null: the number has none. */
export function decimalSignIn(cell: MeterFileCell): DecimalSign | 'either' | null {
  if (typeof cell === 'number') return null;
  const match = WITH_SIGNS.exec(tidied(cell));
  const digits = match?.[1] ?? '';
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (points + commas === 0) return null;
  if (points > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  const sign: DecimalSign = points > 0 ? '.' : ',';
  if (points + commas > 1) return sign === '.' ? ',' : '.';
  const [lead = '', tail = ''] = digits.split(sign);
  const isGroup = tail.length === 3 && lead.length <= 3 && !lead.startsWith('0') && lead !== '' && !match?.[2];
  return isGroup ? 'either' : sign;
}

/** Groups of three digits, and those of two that India writes above the thousands. */
const GROUPED = { '.': /^[+-]?\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d*)?$/, ',': /^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d*)?$/ };
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The number of a cell; null where the cell is none with this decimal sign. */
export function numberIn(cell: MeterFileCell, decimal: DecimalSign): number | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : null;
  const text = tidied(cell);
  const thousands = decimal === '.' ? ',' : '.';
  const ungrouped = GROUPED[decimal].test(text) ? text.replaceAll(thousands, '') : text;
  if (ungrouped.includes(thousands)) return null;
  const plain = ungrouped.replace(decimal, '.');
  const figure = PLAIN.test(plain) ? Number(plain) : Number.NaN;
  return Number.isFinite(figure) ? figure : null;
}
