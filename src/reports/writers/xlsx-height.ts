import type { Row } from 'exceljs';

/* Heights of rows. Columns and texts are measured in characters. */

/** Characters of an indent. */
export const INDENT = 2;
/** Characters between texts and the lines of their column. */
export const PADDING = 2;
const BOLD = 1.12;
const LINE_POINTS = 15;

/** Width of a text in characters. */
export const charactersOf = (text: string, isBold: boolean): number => Math.ceil(text.length * (isBold ? BOLD : 1));

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
export function fitHeight(row: Row): void {
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
