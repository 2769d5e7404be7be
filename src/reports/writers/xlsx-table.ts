import { plainText } from '../../kernel/format/inert-text.ts';
import { isBoundWord } from '../../kernel/document/completeness.ts';
import type { Worksheet } from 'exceljs';
import { repeatedOffset } from '../../kernel/format/date-text.ts';
import { isMeasured } from '../rules/cells.ts';
import type { Cell, Column, Row, TableSection } from '../rules/document.ts';
import {
  aloneDecimals,
  type CellStyle,
  decimalsOf,
  metersText,
  placeIn,
  showCell,
  signsExplained,
} from './cell-text.ts';
import { groupsOf, LEADING_KINDS } from './table-parts.ts';
import { charactersOf, fitHeight, INDENT, PADDING } from './xlsx-height.ts';
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
}

const sheetColumns = (columns: readonly Column[]): readonly SheetColumn[] =>
  columns.flatMap((column, index) =>
    column.kind === 'change'
      ? [
          { column, index, isFrom: false },
          { column, index, isFrom: true },
        ]
      : [{ column, index, isFrom: false }],
  );

const [NARROWEST, WIDEST, WIDEST_HEAD] = [9, 44, 18];

const leanOf = (column: Column, content: Cell, at: number): Lean => {
  if (!LEADING_KINDS.has(column.kind) && content.kind !== 'text') return 'right';
  return at === 0 ? 'left' : 'indented';
};

/** Width of a shown cell. A figure includes its marks. */
function shownWidth(value: unknown, content: Cell, place: Parameters<typeof showCell>[1], row: Row, style: CellStyle) {
  const isBold = row.role !== 'row';
  if (typeof value === 'string') return charactersOf(value, isBold);
  const { text, marks } = showCell(content, place, style);
  const [meters = ''] = isMeasured(content) ? metersText(content, style.language) : [];
  const ofMarks = marks.length === 0 ? 0 : isBoundWord(marks[0]) ? 12 : 3;
  return charactersOf(text, isBold) + ofMarks + charactersOf(meters, isBold);
}

/** Writes head, rows and note from a row on. Columns of the sheet become wide enough. */
export function placeTable(sheet: Worksheet, table: TableSection, atRow: number, style: CellStyle): PlacedTable {
  const columns = sheetColumns(table.columns);
  const decimals = columns.map(({ column, index, isFrom }) =>
    isFrom
      ? decimalsOf({ ...column, unit: null }, table.rows.map(withFrom), index)
      : decimalsOf(column, table.rows, index),
  );
  let rowNumber = atRow;

  const groups = groupsOf(columns.map(({ column }) => column));
  if (groups !== null) {
    let at = 1;
    for (const { title, span } of groups) {
      if (title !== null) {
        const cell = sheet.getCell(rowNumber, at);
        cell.value = plainText(title);
        cell.style = STYLES.group;
        if (span > 1) sheet.mergeCells(rowNumber, at, rowNumber, at + span - 1);
      }
      at += span;
    }
    rowNumber += 1;
  }
  const headRow = rowNumber;
  const widths = columns.map(({ column, isFrom }, at) => {
    const cell = sheet.getCell(headRow, at + 1);
    const plain = plainText(column.title);
    const title = isFrom ? reportTexts(style.language)('columnFrom', { title: plain }) : plain;
    cell.value = column.unit === null || column.unit === '' ? title : `${title} (${plainText(column.unit)})`;
    const isText = LEADING_KINDS.has(column.kind);
    cell.style = isText ? (at === 0 ? STYLES.headLeft : STYLES.headIndented) : STYLES.head;
    return Math.min(charactersOf(cell.value, true), WIDEST_HEAD) + (isText && at > 0 ? INDENT : 0);
  });
  const rowNumbers = table.rows.map((row) => {
    rowNumber += 1;
    const line = sheet.getRow(rowNumber);
    for (const [at, { column, index, isFrom }] of columns.entries()) {
      const given = row.cells[index] ?? { kind: 'missing', why: null };
      const content = isFrom ? comparedWith(given) : given;
      const place = {
        ...placeIn(isFrom ? { unit: null } : column, decimals[at] ?? aloneDecimals, content),
        lean: leanOf(column, content, at),
        language: style.language,
      };
      const cell = line.getCell(at + 1);
      cell.value = sheetValue(content, style);
      cell.style = cellStyle(content, place, row, offsetBehind(content, style));
      const indent = place.lean === 'indented' ? INDENT : 0;
      widths[at] = Math.max(widths[at] ?? 0, shownWidth(cell.value, content, place, row, style) + indent);
    }
    return rowNumber;
  });
  for (const [at, width] of widths.entries()) {
    const column = sheet.getColumn(at + 1);
    column.width = Math.max(column.width ?? 0, Math.min(WIDEST, Math.max(NARROWEST, width + PADDING)));
  }
  for (const number of [headRow, ...rowNumbers]) fitHeight(sheet.getRow(number));
  const notes = [
    ...(table.note === null ? [] : [table.note]),
    ...signsExplained(
      table.rows.flatMap(({ cells }) => cells),
      style.language,
      'bare',
    ),
  ];
  for (const note of notes) {
    rowNumber += 1;
    const cell = sheet.getCell(rowNumber, 1);
    cell.value = plainText(note);
    cell.style = STYLES.note;
  }
  return {
    sheet,
    table,
    headRow,
    lastColumn: columns.length,
    rowNumbers,
    columnNumbers: table.columns.map((_, index) => columns.findIndex((one) => one.index === index) + 1),
    nextRow: rowNumber + 1,
  };
}

/** Offset of a clock's zone behind an hour, because two hours share a name on the day on which clocks are set back. */
function offsetBehind(cell: Cell, { timezone }: CellStyle): string {
  const offset = cell.kind === 'instant' ? repeatedOffset(cell.epochMs, timezone) : null;
  return offset === null ? '' : ` ${offset}`;
}

const withFrom = (row: Row): Row => ({ ...row, cells: row.cells.map(comparedWith) });

const comparedWith = (cell: Cell): Cell => (cell.kind === 'change' ? plainQuantity(cell.from, cell.unit) : cell);
