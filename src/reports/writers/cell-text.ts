import { dateText, instantText } from '../../kernel/format/date-text.ts';
import {
  changeText,
  decimalsFor,
  differenceText,
  durationText,
  figureText,
  isTelling,
  partText,
  percentText,
  roundedDecimals,
  someMeasured,
} from '../../kernel/format/figure-text.ts';
import { plus } from '../../kernel/measure/exact.ts';
import { isTold, boundWord } from '../../kernel/document/completeness.ts';
import { isMeasured } from '../rules/cells.ts';
import type { Cell, ChangeCell, Column, MeasuredCell, ReportDocument, Row, MissingReason } from '../rules/document.ts';
import { reportTexts } from '../rules/report-texts.ts';
import { type Language, LANGUAGES } from '../../kernel/language.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { type Severity, SEVERITY_NAMES } from '../../kernel/severity.ts';

/* Text of cells on paper, the same for pages and prints. */

/** A cell in words and digits. */
export interface ShownCell {
  readonly text: string;
  /** Marks to read before the figure: `at least`, `2 of 3 meters`, `†12 %`, `‡96 %`. */
  readonly marks: readonly string[];
  /** Small remark behind the text: the reason for a missing figure, the base of a change. */
  readonly remark: string | null;
  readonly look: 'plain' | 'missing' | 'estimated';
  readonly isFigure: boolean;
}

/** Settings that decide the text of a report's cells. */
export interface CellStyle {
  readonly locale: string;
  readonly timezone: string;
  readonly language: Language;
}

export const cellStyleOf = ({ numberStyle, industry, language }: ReportDocument): CellStyle => ({
  language,
  locale: numberStyle.locale,
  timezone: industry.timezone,
});

/** Place of a cell. */
export interface CellPlace {
  readonly decimals: number;
  /** Unit in the head of the column; null: the cell names its own. */
  readonly unit: string | null;
}

const PERCENT_DECIMALS = 1;

/** Decimals of a cell of one column. */
type ColumnDecimals = (cell: Cell) => number;

/**
 * The common number of decimals of a column. Rows decide it and not their total, because rows add up to the total as
 * far as rounding allows. Figures with units of their own are never added up, so each has its own decimals. So has an
 * end of a band, because it is no surer than its own width, whatever stands above it.
 */
export function decimalsOf(column: Column, rows: readonly Row[], index: number): ColumnDecimals {
  const cellsOf = (of: readonly Row[]): readonly Cell[] => of.flatMap(({ cells }) => cells[index] ?? []);
  const [parts, all] = [cellsOf(rows.filter(({ role }) => role === 'row')), cellsOf(rows)];
  const headUnit = column.unit ?? '';
  const isSummed = parts.length < all.length;
  const byUnit = new Map<string, number>();
  const ofUnit = (unit: string): number => {
    const kept = byUnit.get(unit);
    if (kept !== undefined) return kept;
    const own = valuesIn(parts, unit);
    const decimals = decimalsFor(own.length > 0 ? own : valuesIn(all, unit));
    byUnit.set(unit, decimals);
    return decimals;
  };
  return (cell) => {
    if (!isMeasured(cell)) return aloneDecimals(cell);
    if (cell.printed !== undefined) return roundedDecimals([cell.printed]);
    if (column.decimals !== null) return column.decimals;
    return isSummed || cell.unit === headUnit ? ofUnit(cell.unit) : aloneDecimals(cell);
  };
}

export const printedValue = ({ value, printed }: MeasuredCell): number => printed ?? value;

const valuesIn = (cells: readonly Cell[], unit: string): readonly number[] =>
  cells.flatMap((cell) => (isMeasured(cell) && cell.unit === unit ? [printedValue(cell)] : []));

/** Place of a cell in its column. */
export const placeIn = ({ unit }: Pick<Column, 'unit'>, decimals: ColumnDecimals, cell: Cell): CellPlace => ({
  decimals: decimals(cell),
  unit,
});

/** Decimals of a figure that stands alone, as in a tile. */
export function aloneDecimals(cell: Cell): number {
  if (isMeasured(cell)) return decimalsFor([printedValue(cell)]);
  if (cell.kind === 'change') return differenceDecimals(cell) ?? PERCENT_DECIMALS;
  return cell.kind === 'percent' ? PERCENT_DECIMALS : 0;
}

/** Decimals of the two figures of a difference; null for a share. */
const differenceDecimals = ({ from, difference }: ChangeCell): number | null =>
  difference === undefined ? null : decimalsFor([from, plus(from, difference)]);

const plain = (text: string, isFigure: boolean): ShownCell => ({
  text,
  marks: [],
  remark: null,
  look: 'plain',
  isFigure,
});

export function showCell(cell: Cell, place: CellPlace, style: CellStyle): ShownCell {
  switch (cell.kind) {
    case 'missing':
      return { text: '–', marks: [], remark: reasonIn(cell.why, style.language), look: 'missing', isFigure: true };
    case 'quantity':
    case 'level':
      return showMeasured(cell, place, style);
    case 'percent':
      return plain(partText(cell.share, place.decimals, style.locale), true);
    case 'change':
      return {
        text: changeWords(cell, place.decimals, style),
        marks: [],
        remark: reportTexts(style.language)('from1', { amount: fromText(cell, style.locale) }),
        look: 'plain',
        isFigure: true,
      };
    case 'count':
      return plain(figureText(cell.value, 0, style.locale), true);
    case 'text':
      return plain(cell.text, false);
    case 'instant':
      return plain(instantText(cell.epochMs, style.timezone, style.language), false);
    case 'date':
      return plain(dateText(cell.date, style.language), false);
    case 'duration':
      return plain(durationText(cell.minutes, style.language), true);
  }
}

export const reasonIn = (why: MissingReason | null, language: Language): string | null =>
  why === null ? null : catalogueOf(language).missingReasons[why];

const fromText = (cell: ChangeCell, locale: string): string =>
  withUnit(figureText(cell.from, differenceDecimals(cell) ?? decimalsFor([cell.from]), locale), cell.unit);

const changeWords = (
  { share, difference, unit }: ChangeCell,
  decimals: number,
  { locale, language }: Pick<CellStyle, 'locale' | 'language'>,
): string =>
  difference !== undefined
    ? withUnit(differenceText(difference, decimals, locale), unit)
    : share === null
      ? '–'
      : changeText(share, decimals, locale, language);

/** Words for a change without a number; null: the change is a number. */
export const changeInWords = ({ share }: ChangeCell, language: Language): string | null =>
  share === null || isTelling(share) ? null : plainSpaces(changeText(share, 0, 'en', language));

const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text}\u00a0${unit}`);

function showMeasured(cell: MeasuredCell, { decimals, unit }: CellPlace, { locale, language }: CellStyle): ShownCell {
  const isEstimated = (cell.estimatedShare ?? 0) > 0;
  const digits = figureText(printedValue(cell), decimals, locale) + (cell.provisional ? '…' : '');
  return {
    text: cell.unit === unit ? digits : withUnit(digits, cell.unit),
    marks: [
      ...(isTold(cell.bound) ? [boundWord(cell.bound, language)] : []),
      ...(isEstimated ? [`†${percentText(cell.estimatedShare ?? 0)}`] : []),
      ...(isPart(cell) ? [`‡${percentText(cell.coverage ?? 0)}`] : []),
      ...metersText(cell, language),
    ],
    remark: null,
    look: isEstimated ? 'estimated' : 'plain',
    isFigure: true,
  };
}

/** Marks such as `2 of 3 meters`, where some have measured nothing. */
export function metersText(cell: MeasuredCell, language: Language): readonly string[] {
  const some = someMeasured(cell);
  return some === null ? [] : [reportTexts(language)('metersOf', { measured: some.measured, meters: some.meters })];
}

const isPart = ({ coverage }: MeasuredCell): boolean => coverage !== null && coverage < 1;

interface SignsUsed {
  readonly missing: boolean;
  readonly estimated: boolean;
  readonly part: boolean;
  readonly provisional: boolean;
}

/** Meanings of the signs in these cells, one sentence for each sign present. */
export function signsExplained(
  cells: Iterable<Cell>,
  language: Language,
  signs: 'bare' | 'with shares' = 'with shares',
): readonly string[] {
  const used: Record<keyof SignsUsed, boolean> = { missing: false, estimated: false, part: false, provisional: false };
  for (const cell of cells) {
    if (cell.kind === 'missing') used.missing = true;
    if (!isMeasured(cell)) continue;
    if ((cell.estimatedShare ?? 0) > 0) used.estimated = true;
    if (isPart(cell)) used.part = true;
    if (cell.provisional) used.provisional = true;
  }
  const isBare = signs === 'bare';
  const t = reportTexts(language);
  return [
    ...(used.missing ? [t('signMissing')] : []),
    ...(used.estimated ? [t(isBare ? 'signEstimatedBare' : 'signEstimated')] : []),
    ...(used.part ? [t(isBare ? 'signPartBare' : 'signPart')] : []),
    ...(used.provisional ? [t('signProvisional')] : []),
  ];
}

/** Text with plain spaces, because a list has no line breaks and a search in it types plain spaces. */
const plainSpaces = (text: string): string => text.replaceAll('\u00a0', ' ');
const listedShare = (share: number): string => plainSpaces(percentText(share));

/** Remarks on a figure in words, for lists that keep the figure itself a number. */
export function remarksOn(cell: Cell, language: Language): readonly string[] {
  const t = reportTexts(language);
  if (cell.kind === 'missing') return [reasonIn(cell.why, language) ?? []].flat();
  if (!isMeasured(cell)) return [];
  return [
    ...(isTold(cell.bound) ? [boundWord(cell.bound, language)] : []),
    ...((cell.estimatedShare ?? 0) > 0 ? [t('shareEstimated', { share: listedShare(cell.estimatedShare ?? 0) })] : []),
    ...(isPart(cell) ? [t('shareMeasured', { share: listedShare(cell.coverage ?? 0) })] : []),
    ...metersText(cell, language),
    ...(cell.provisional ? [t('provisional')] : []),
  ];
}

/** True for the name of a severity, whose cell has its colour. */
export const isSeverityName = (text: string, severity: Severity): boolean =>
  LANGUAGES.some((language) => SEVERITY_NAMES[severity][language] === text);
