import type { Row } from 'exceljs';

/* Columns are measured in characters, and so are the texts in them. */

/** What an indent takes. */
export const INDENT = 2;
/** Between texts and the lines of their column. */
export const PADDING = 2;
const BOLD = 1.12;
const LINE_POINTS = 15;

/** How wide a text is. */
export const charactersOf = (text: string, isBold: boolean): number => Math.ceil(text.length * (isBold ? BOLD : 1));

/** Lines of so many characters that a text takes; a word that is too long for a line is broken. */
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
 * Makes a row as high as its texts, once its columns are as wide as they will be. Not every program does so when it
 * opens a workbook, and then lines lie over the row below.
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
