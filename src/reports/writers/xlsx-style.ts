import { plainText } from '../../kernel/format/inert-text.ts';
import { boundWords } from '../../kernel/document/completeness.ts';
import type { Style } from 'exceljs';
import { DateTime } from 'luxon';
import { COLOURS } from '../../kernel/format/colours.ts';
import { almostWholeText, changeDecimals, decimalsFor } from '../../kernel/format/figure-text.ts';
import { SEVERITY_COLOURS } from '../../kernel/severity.ts';
import { isMeasured } from '../rules/cells.ts';
import type { Cell, MeasuredCell, Row } from '../rules/document.ts';
import { dayNumberOf } from '../../kernel/time/business-date.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import { changeInWords, type CellStyle, isSeverityName, metersText, reasonIn, printedValue } from './cell-text.ts';
import type { Language } from '../../kernel/language.ts';

/* Value and style of a workbook's cells. Figures stay numbers, because marks are part of their format. */

type SheetValue = string | number | Date | null;

const argb = (colour: string): { argb: string } => ({ argb: `FF${colour.slice(1).toUpperCase()}` });
const { ink, muted, line, panel, paper } = COLOURS;
const FAMILY = 'Noto Sans';
const THIN = { style: 'thin', color: argb(line.light) } as const;
const STRONG = { style: 'medium', color: argb(ink.light) } as const;
const HATCH = {
  type: 'pattern',
  pattern: 'lightUp',
  fgColor: argb(line.light),
  bgColor: argb(paper.light),
} as const;
const PANEL = { type: 'pattern', pattern: 'solid', fgColor: argb(panel.light) } as const;

const font = (more: Partial<Style['font']> = {}): Partial<Style['font']> => ({
  name: FAMILY,
  size: 10,
  color: argb(ink.light),
  ...more,
});

const headStyle = <const A extends Partial<Style['alignment']>>(alignment: A) => ({
  font: font({ bold: true }),
  numFmt: '@',
  alignment: { ...alignment, vertical: 'bottom', wrapText: true } as const,
  border: { bottom: STRONG },
});

export const STYLES = {
  title: { font: font({ size: 20, bold: true }) },
  heading: { font: font({ size: 12, bold: true }) },
  text: { font: font(), numFmt: '@', alignment: { wrapText: true, vertical: 'top' } },
  muted: { font: font({ color: argb(muted.light) }), numFmt: '@' },
  note: { font: font({ size: 9, color: argb(muted.light) }), numFmt: '@' },
  group: {
    font: font({ bold: true }),
    numFmt: '@',
    alignment: { horizontal: 'center' },
    border: { bottom: THIN },
  },
  head: headStyle({ horizontal: 'right' }),
  headLeft: headStyle({ horizontal: 'left' }),
  headIndented: headStyle({ horizontal: 'left', indent: 1 }),
} as const satisfies Readonly<Record<string, Partial<Style>>>;

/** A figure without marks. */
export const plainQuantity = (value: number, unit = ''): MeasuredCell => ({
  kind: 'quantity',
  value,
  unit,
  coverage: null,
  estimatedShare: null,
  provisional: false,
  bound: null,
  meters: null,
  metersMeasured: null,
});

/** Text as a literal, because a format would read some characters as its own signs. */
const literal = (text: string): string => (text === '' ? '' : `"${plainText(text).replaceAll('"', '')}"`);

/** A unit behind a figure, as much of it as a format has room for: it holds 255 signs and says the unit twice. */
const unitBehind = (unit: string): string => (unit === '' ? '' : ` ${plainText(unit).slice(0, 23)}`);

const digits = (decimals: number): string => `#,##0${decimals === 0 ? '' : `.${'0'.repeat(decimals)}`}`;

/** Enough decimals to show that a figure is not 0, because a format has no words for less than its last digit. */
const telling = (value: number, decimals: number): number =>
  value !== 0 && Math.abs(value) < 10 ** -decimals / 2 ? Math.max(decimals, decimalsFor([value])) : decimals;

const bothSigns = (format: string, before: string, behind: string): string =>
  before === '' && behind === ''
    ? format
    : `${literal(before)}${format}${literal(behind)};${literal(before)}-${format}${literal(behind)}`;

interface SheetPlace {
  readonly decimals: number;
  /** Unit in the head of the column; null: the cell has its own. */
  readonly unit: string | null;
  readonly lean: Lean;
  readonly language: Language;
}

/** Alignment. Text stands left; behind another column it is indented, because it would touch the figures before it. */
export type Lean = 'left' | 'indented' | 'right';

const ALIGNMENTS = {
  left: { horizontal: 'left', vertical: 'top', wrapText: true },
  indented: { horizontal: 'left', indent: 1, vertical: 'top', wrapText: true },
  right: { horizontal: 'right', vertical: 'top' },
} as const satisfies Readonly<Record<Lean, Style['alignment'] | object>>;

/** Excel writes months in the language of its own menus, but for a format that names another. */
const MONTHS_OF: Readonly<Partial<Record<Language, string>>> = { hi: '[$-439]' };

function formatOf(cell: Cell, { decimals, unit, language }: SheetPlace, behind: string): string {
  switch (cell.kind) {
    case 'quantity':
    case 'level': {
      const signs = `${(cell.estimatedShare ?? 0) > 0 ? '†' : ''}${(cell.coverage ?? 1) < 1 ? '‡' : ''}`;
      const said = [
        cell.provisional ? '…' : '',
        cell.unit === unit ? '' : unitBehind(cell.unit),
        signs === '' ? '' : ` ${signs}`,
        ...metersText(cell, language).map((meters) => ` ${meters}`),
      ].join('');
      return bothSigns(digits(telling(printedValue(cell), decimals)), boundWords(cell.bound, language), said);
    }
    case 'percent': {
      const almostWhole = almostWholeText(cell.share, decimals, 'und');
      return almostWhole === null ? `${digits(decimals)}%` : literal(almostWhole);
    }
    case 'change': {
      if (cell.difference !== undefined) {
        const format = `${digits(telling(cell.difference, decimals))}${literal(unitBehind(cell.unit))}`;
        return `+${format};-${format};${format}`;
      }
      if (changeInWords(cell, language) !== null) return '@';
      const format = digits(changeDecimals(cell.share ?? 0, decimals));
      return `+${format}%;-${format}%;${format}%`;
    }
    case 'count':
      return digits(0);
    case 'instant':
      return `${MONTHS_OF[language] ?? ''}dd mmm yyyy hh:mm${literal(behind)}`;
    case 'date':
      return `${MONTHS_OF[language] ?? ''}dd mmm yyyy`;
    case 'duration':
      return '[h]:mm';
    case 'missing':
    case 'text':
      return '@';
  }
}

/** Value of a cell. A workbook has no zones, so an instant becomes the time on the industry's clocks. */
export function sheetValue(cell: Cell, { timezone, language }: Pick<CellStyle, 'timezone' | 'language'>): SheetValue {
  switch (cell.kind) {
    case 'missing':
      return cell.why === null ? '–' : `– ${reasonIn(cell.why, language)}`;
    case 'quantity':
    case 'level':
      return printedValue(cell);
    case 'count':
      return cell.value;
    case 'percent':
      return cell.share;
    case 'change':
      return cell.difference ?? changeInWords(cell, language) ?? cell.share ?? '–';
    case 'text':
      return plainText(cell.text);
    case 'instant':
      return new Date(
        DateTime.fromMillis(cell.epochMs, { zone: timezone }).setZone('utc', { keepLocalTime: true }).toMillis(),
      );
    case 'date':
      return new Date(dayNumberOf(cell.date) * DAY_MS);
    case 'duration':
      return cell.minutes / (24 * 60);
  }
}

const KEPT = new Map<string, Partial<Style>>();
/** Most formats kept. Formats hold users' units, so their number has no other bound. */
const MOST_KEPT = 2_000;

/**
 * One shared style object for cells that look alike, because the writer of workbooks tells styles apart by object.
 * @param behind text behind an instant, which is a number without a zone
 */
export function cellStyle(
  cell: Cell,
  place: SheetPlace,
  { role, severity }: Pick<Row, 'role' | 'severity'>,
  behind = '',
): Partial<Style> {
  const numFmt = formatOf(cell, place, behind);
  const isEstimated = isMeasured(cell) && (cell.estimatedShare ?? 0) > 0;
  const isSeverity = severity !== null && cell.kind === 'text' && isSeverityName(cell.text, severity);
  const key = [numFmt, cell.kind, place.lean, role, isEstimated, isSeverity ? severity : ''].join('\n');
  const kept = KEPT.get(key);
  if (kept !== undefined) return kept;
  const style: Partial<Style> = {
    numFmt,
    font: font({
      ...(isEstimated ? { italic: true } : {}),
      ...(role === 'row' && !isSeverity ? {} : { bold: true }),
      ...(isSeverity ? { color: argb(COLOURS[SEVERITY_COLOURS[severity]].light) } : {}),
    }),
    alignment: ALIGNMENTS[place.lean],
    border: { ...(role === 'total' ? { top: STRONG } : {}), bottom: THIN },
    ...(cell.kind === 'missing' ? { fill: HATCH } : role === 'row' ? {} : { fill: PANEL }),
  };
  if (KEPT.size > MOST_KEPT) KEPT.clear();
  KEPT.set(key, style);
  return style;
}
