import { plainText } from '../../kernel/format/inert-text.ts';
import { isBoundWord } from '../../kernel/document/completeness.ts';
import type { Row as SheetRow, Worksheet } from 'exceljs';
import { repeatedOffset } from '../../kernel/format/date-text.ts';
import { isMeasured } from '../rules/cells.ts';
import type { Cell, Column, Row, TableSection } from '../rules/document.ts';
import {
  type CellPlace,
  type CellStyle,
  decimalsOf,
  metersText,
  placeIn,
  showCell,
  signsExplained,
} from './cell-text.ts';
import { groupsOf, LEADING_KINDS } from './table-parts.ts';
import { cellStyle, type Lean, plainQuantity, sheetValue, STYLES } from './xlsx-style.ts';
import { reportTexts } from '../rules/report-texts.ts';

/** Place of a table, so that formulas find it. */
export interface PlacedTable {
  readonly sheet: Worksheet;
  readonly table: TableSection;
  /** Numbers of the table's columns in the sheet, from 1. */
  readonly columnNumbers: readonly number[];
  readonly headRow: number;
  /** Last column in the sheet; a change takes two columns. */
  readonly lastColumn: number;
  /** Numbers of the table's rows in the sheet. */
  readonly rowNumbers: readonly number[];
  /** The first free row below the table. */
  readonly nextRow: number;
}

/** A column of the sheet. A change takes two: itself, and the figure it is measured from. */
interface SheetColumn {
  readonly column: Column;
  readonly index: number;
  readonly isFrom: boolean;
  readonly decimals: ReturnType<typeof decimalsOf>;
}

const sheetColumns = ({ columns, rows }: TableSection): readonly SheetColumn[] =>
  columns.flatMap((column, index) => {
    const own = { column, index, isFrom: false, decimals: decimalsOf(column, rows, index) };
    if (column.kind !== 'change') return [own];
    return [own, { ...own, isFrom: true, decimals: decimalsOf({ ...column, unit: null }, rows.map(withFrom), index) }];
  });

/* Columns and texts are measured in characters. */

/** Characters of an indent. */
const INDENT = 2;
/** Characters between texts and the lines of their column. */
const PADDING = 2;
const BOLD = 1.12;
const LINE_POINTS = 15;

/** Width of a text in characters. */
const charactersOf = (text: string, isBold: boolean): number => Math.ceil(text.length * (isBold ? BOLD : 1));

const [NARROWEST, WIDEST, WIDEST_HEAD] = [9, 44, 18];
/** Texts wrap within these widths, because a printed sheet is made as small as all its columns together need. */
const [WIDEST_NAME, WIDEST_TEXT] = [22, 16];
const PORTRAIT_CHARACTERS = 100;

/** Width at which a text wraps, wider where few columns share the page. The first column has the names of rows. */
const widestText = (columns: number, at: number): number =>
  Math.max(at === 0 ? WIDEST_NAME : WIDEST_TEXT, Math.floor(PORTRAIT_CHARACTERS / columns));

const leanOf = (column: Column, content: Cell, at: number): Lean => {
  if (!LEADING_KINDS.has(column.kind) && content.kind !== 'text') return 'right';
  return at === 0 ? 'left' : 'indented';
};

/** Width of a shown cell. A figure includes its marks. */
function shownWidth(value: unknown, content: Cell, place: CellPlace, row: Row, style: CellStyle) {
  const isBold = row.role !== 'row';
  if (typeof value === 'string') return charactersOf(value, isBold);
  const { text, marks } = showCell(content, place, style);
  const [meters = ''] = isMeasured(content) ? metersText(content, style.language) : [];
  const ofMarks = marks.length === 0 ? 0 : isBoundWord(marks[0]) ? 12 : 3;
  return charactersOf(text, isBold) + ofMarks + charactersOf(meters, isBold);
}

/**
 * Writes head, rows and note from a row on. Columns of the sheet become wide enough.
 * @param columnsOfSheet the most columns of a table on the sheet
 */
export function placeTable(
  sheet: Worksheet,
  table: TableSection,
  atRow: number,
  style: CellStyle,
  columnsOfSheet = 0,
): PlacedTable {
  const columns = sheetColumns(table);
  const sharing = Math.max(columns.length, columnsOfSheet);
  const headRow = writeGroups(sheet, columns, atRow);
  const rowNumbers = table.rows.map((_, at) => headRow + 1 + at);
  setWidths(sheet, [
    writeHead(sheet, columns, headRow, style),
    ...table.rows.map((row, at) => writeRow(sheet, columns, { row, number: headRow + 1 + at, sharing }, style)),
  ]);
  for (const number of [headRow, ...rowNumbers]) fitHeight(sheet.getRow(number));
  return {
    sheet,
    table,
    headRow,
    lastColumn: columns.length,
    rowNumbers,
    columnNumbers: table.columns.map((_, index) => columns.findIndex((one) => one.index === index) + 1),
    nextRow: writeNotes(sheet, table, headRow + 1 + rowNumbers.length, style),
  };
}

/** Number of lines of a text. A word longer than a line is broken. */
function linesOf(text: string, room: number): number {
  let [lines, used] = [1, 0];
  for (const { length } of text.trim().split(/\s+/)) {
    if (used > 0 && used + 1 + length > room) [lines, used] = [lines + 1, 0];
    lines += Math.ceil(length / room) - 1;
    used += (used > 0 ? 1 : 0) + (length > room ? length % room : length);
  }
  return lines;
}

/**
 * Makes a row as high as its texts, once its columns have their widths. Some programs do not adapt heights when they
 * open a workbook, and lines would cover the row below.
 */
export function fitHeight(row: SheetRow): void {
  let lines = 1;
  row.eachCell(({ alignment, font, value, col }) => {
    if (alignment?.wrapText !== true || typeof value !== 'string' || value.trim() === '') return;
    const width = row.worksheet.getColumn(col).width ?? 0;
    const characters = width - PADDING / 2 - (alignment.indent ?? 0) * INDENT;
    const room = Math.floor(characters / (font?.bold === true ? BOLD : 1));
    if (room > 0) lines = Math.max(lines, linesOf(value, room));
  });
  if (lines > 1) row.height = lines * LINE_POINTS;
}

/** Writes titles above groups of columns where there are such. @returns the row of the head. */
function writeGroups(sheet: Worksheet, columns: readonly SheetColumn[], atRow: number): number {
  const groups = groupsOf(columns.map(({ column }) => column));
  if (groups === null) return atRow;
  let at = 1;
  for (const { title, span } of groups) {
    if (title !== null) {
      const cell = sheet.getCell(atRow, at);
      cell.value = plainText(title);
      cell.style = STYLES.group;
      if (span > 1) sheet.mergeCells(atRow, at, atRow, at + span - 1);
    }
    at += span;
  }
  return atRow + 1;
}

/** @returns widths that the titles need. */
const writeHead = (
  sheet: Worksheet,
  columns: readonly SheetColumn[],
  headRow: number,
  { language }: CellStyle,
): readonly number[] =>
  columns.map(({ column, isFrom }, at) => {
    const cell = sheet.getCell(headRow, at + 1);
    const plain = plainText(column.title);
    const title = isFrom ? reportTexts(language)('columnFrom', { title: plain }) : plain;
    cell.value = column.unit === null || column.unit === '' ? title : `${title} (${plainText(column.unit)})`;
    const isText = LEADING_KINDS.has(column.kind);
    cell.style = isText ? (at === 0 ? STYLES.headLeft : STYLES.headIndented) : STYLES.head;
    return Math.min(charactersOf(cell.value, true), WIDEST_HEAD) + (isText && at > 0 ? INDENT : 0);
  });

/** @returns widths that the cells need. */
function writeRow(
  sheet: Worksheet,
  columns: readonly SheetColumn[],
  { row, number, sharing }: { readonly row: Row; readonly number: number; readonly sharing: number },
  style: CellStyle,
): readonly number[] {
  const line = sheet.getRow(number);
  return columns.map(({ column, index, isFrom, decimals }, at) => {
    const given = row.cells[index] ?? { kind: 'missing', why: null };
    const content = isFrom ? comparedWith(given) : given;
    const place = {
      ...placeIn(isFrom ? { unit: null } : column, decimals, content),
      lean: leanOf(column, content, at),
      language: style.language,
    };
    const cell = line.getCell(at + 1);
    cell.value = sheetValue(content, style);
    cell.style = cellStyle(content, place, row, offsetBehind(content, style));
    const width = shownWidth(cell.value, content, place, row, style) + (place.lean === 'indented' ? INDENT : 0);
    return place.lean === 'right' ? width : Math.min(width, widestText(sharing, at));
  });
}

/** Makes columns as wide as the widest of their cells, and no narrower than another table has made them. */
function setWidths(sheet: Worksheet, widthsOfRows: readonly (readonly number[])[]): void {
  const widths: number[] = [];
  for (const row of widthsOfRows)
    for (const [at, width] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, width);
  for (const [at, width] of widths.entries()) {
    const column = sheet.getColumn(at + 1);
    column.width = Math.max(column.width ?? 0, Math.min(WIDEST, Math.max(NARROWEST, width + PADDING)));
  }
}

/** Writes the table's note and the meanings of its signs. @returns the first free row below. */
function writeNotes(sheet: Worksheet, { note, rows }: TableSection, atRow: number, { language }: CellStyle): number {
  const cells = rows.flatMap((row) => row.cells);
  const notes = [...(note === null ? [] : [note]), ...signsExplained(cells, language, 'bare')];
  for (const [at, text] of notes.entries()) {
    const cell = sheet.getCell(atRow + at, 1);
    cell.value = plainText(text);
    cell.style = STYLES.note;
  }
  return atRow + notes.length;
}

/** Offset of a clock's zone behind an hour, because two hours share a name on the day on which clocks are set back. */
function offsetBehind(cell: Cell, { timezone }: CellStyle): string {
  const offset = cell.kind === 'instant' ? repeatedOffset(cell.epochMs, timezone) : null;
  return offset === null ? '' : ` ${offset}`;
}

const withFrom = (row: Row): Row => ({ ...row, cells: row.cells.map(comparedWith) });

const comparedWith = (cell: Cell): Cell => (cell.kind === 'change' ? plainQuantity(cell.from, cell.unit) : cell);
