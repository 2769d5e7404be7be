import { plainText } from '../../kernel/format/inert-text.ts';
import type { Workbook, Worksheet, Buffer as SheetBuffer } from 'exceljs';
import type { ReportDocument, TableSection, ChartSection, FlowsSection } from '../rules/document.ts';
import { type CellStyle, cellStyleOf } from './cell-text.ts';
import { footerText, industryText, MOST_PORTRAIT_COLUMNS, blocksOf } from './page-plan.ts';
import { LEADING_KINDS } from './table-parts.ts';
import { STYLES } from './xlsx-style.ts';
import { type PlacedTable, placeTable } from './xlsx-table.ts';
import { chartSvg } from './chart-svg.ts';
import { pngWriter } from './png-of-svg.ts';
import { sankeyOnPage } from '../../balance/drawing/sankey-svg.ts';

/* Sheets of a workbook: their names, their printed heads and feet, and their tables. */

export interface Sheets {
  readonly style: CellStyle;
  readonly pictures: SheetPictures;
  add(title: string): Worksheet;
  /** A table on a sheet of its own: title, frozen head, filter. */
  tableSheet(sheet: Worksheet, table: TableSection): PlacedTable;
}

export function createSheets(book: Workbook, document: ReportDocument, pictures: Sheets['pictures']): Sheets {
  const style = cellStyleOf(document);
  const taken = new Set<string>();
  return {
    style,
    pictures,
    add(title) {
      const sheet = book.addWorksheet(sheetName(title, taken), {
        pageSetup: { paperSize: 9, orientation: 'portrait', fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
        headerFooter: {
          oddHeader: `&L${printed(industryText(document))}&R${printed(document.title)}`,
          oddFooter: `&L${printed(footerText(document))}&R&P / &N`,
        },
      });
      return sheet;
    },
    tableSheet(sheet, table) {
      writeCell(sheet, 1, table.title, STYLES.heading);
      const placed = placeTable(sheet, table, 2, style);
      const names = table.columns.findIndex(({ kind }) => !LEADING_KINDS.has(kind));
      sheet.views = [{ state: 'frozen', xSplit: Math.max(1, Math.min(names, 2)), ySplit: placed.headRow }];
      filterRows(sheet, placed);
      sheet.pageSetup.printTitlesRow = `1:${placed.headRow}`;
      turnToLandscape(sheet);
      return placed;
    },
  };
}

/** Characters of a line on a page in portrait, a tenth smaller than their real size. */
const MOST_PORTRAIT_CHARACTERS = 100;

/** Turns a wide sheet, because its letters would be too small to read in portrait. */
export function turnToLandscape(sheet: Worksheet): void {
  const characters = sheet.columns.reduce((sum, { width }) => sum + (width ?? 0), 0);
  if (sheet.columnCount > MOST_PORTRAIT_COLUMNS || characters > MOST_PORTRAIT_CHARACTERS)
    sheet.pageSetup.orientation = 'landscape';
}

/** A filter over the rows of a table without its totals. */
export function filterRows(sheet: Worksheet, { table, headRow, rowNumbers, lastColumn }: PlacedTable): void {
  const last = rowNumbers.filter((_, index) => table.rows[index]?.role === 'row').at(-1);
  if (last === undefined) return;
  sheet.autoFilter = { from: { row: headRow, column: 1 }, to: { row: last, column: lastColumn } };
}

/** Most signs of a title in a printed head. The head holds 255 signs, and more make a workbook that needs repair. */
const MOST_PRINTED_SIGNS = 100;

/**
 * Text of a printed head. One ampersand begins a code, so two stand for one. The cut never parts such a pair, or the
 * two halves of a sign.
 */
function printed(text: string): string {
  let whole = '';
  for (const sign of plainText(text)) {
    const written = sign === '&' ? '&&' : sign;
    if (whole.length + written.length > MOST_PRINTED_SIGNS) break;
    whole += written;
  }
  return whole;
}

/** Name of a sheet: at most 31 signs, none that references use, each name once. */
function sheetName(title: string, taken: Set<string>): string {
  const clean =
    plainText(title)
      .replaceAll(/[[\]:*?/\\]/g, ' ')
      .replaceAll(/^'+|'+$/g, '')
      .trim() || 'Table';
  for (let count = 1; ; count += 1) {
    const ending = count === 1 ? '' : ` ${count}`;
    const name = `${[...clean]
      .slice(0, 31 - ending.length)
      .join('')
      .slice(0, 31 - ending.length)
      .trim()}${ending}`;
    if (taken.has(name.toLowerCase()) || name.toLowerCase() === 'history') continue;
    taken.add(name.toLowerCase());
    return name;
  }
}

export function writeCell(
  sheet: Worksheet,
  row: number,
  text: string,
  style: (typeof STYLES)[keyof typeof STYLES],
): void {
  const cell = sheet.getCell(row, 1);
  cell.value = plainText(text);
  cell.style = style;
}

/* Pictures of a workbook: charts, and the flows of a balance. */

/** A picture in the workbook: its number, and its size in pixels of the sheet. */
interface SheetPicture {
  readonly id: number;
  readonly width: number;
  readonly height: number;
}

type PicturedSection = ChartSection | FlowsSection;
/** Pictures by their section; sections that cannot be drawn have none. */
type SheetPictures = ReadonlyMap<PicturedSection, SheetPicture>;

/** Most pictures of a workbook. More take longer than everything else, and readers have the tables. */
const MOST_PICTURES = 8;
const CHART_WIDTH = 720;
/** Pixels of a printed sheet's width in portrait. */
const PICTURE_WIDTH = 640;

export async function addPictures(book: Workbook, document: ReportDocument): Promise<SheetPictures> {
  const sections = blocksOf(document)
    .flatMap((block) => (block.kind === 'chart' || block.kind === 'flows' ? [block.section] : []))
    .slice(0, MOST_PICTURES);
  const draw = sections.length === 0 ? null : await pngWriter();
  if (draw === null) return new Map();
  const style = cellStyleOf(document);
  const svgOf = (section: PicturedSection): string | null =>
    section.kind === 'flows'
      ? sankeyOnPage(section.balance, style.language)
      : chartSvg(section, { width: CHART_WIDTH, ...style });
  return new Map(
    sections.flatMap((section) => {
      const svg = svgOf(section);
      if (svg === null) return [];
      const { png, width, height } = draw(svg);
      // The library's own type of a buffer is older than the one of Node.
      const id = book.addImage({ buffer: Buffer.from(png) as unknown as SheetBuffer, extension: 'png' });
      return [[section, { id, width: PICTURE_WIDTH, height: Math.round((PICTURE_WIDTH * height) / width) }] as const];
    }),
  );
}

const ROW_PIXELS = 20;

/** @returns the row below the picture */
export function putPicture(sheet: Worksheet, row: number, picture: SheetPicture | undefined): number {
  if (picture === undefined) return row;
  const { id, width, height } = picture;
  sheet.addImage(id, { tl: { col: 0, row: row - 1 }, ext: { width, height }, editAs: 'oneCell' });
  return row + Math.ceil(height / ROW_PIXELS);
}
