import { plainText } from '../../kernel/format/inert-text.ts';
import ExcelJS, { type Worksheet } from 'exceljs';
import type { ReportDocument } from '../rules/document.ts';
import type { ReportService } from '../rules/terms.ts';
import {
  type Block,
  completenessTable,
  footerText,
  headlinesTable,
  industryText,
  listedBlocksOf,
  periodText,
} from './page-plan.ts';
import {
  addPictures,
  putPicture,
  createSheets,
  filterRows,
  writeCell,
  type Sheets,
  turnToLandscape,
} from './xlsx-sheets.ts';
import { cellStyle, plainQuantity, STYLES } from './xlsx-style.ts';
import { fitHeight, type PlacedTable, placeTable } from './xlsx-table.ts';
import { differenceOf, recomputedTotals } from './xlsx-totals.ts';
import { type ReportTexts, reportTexts } from '../rules/report-texts.ts';

/** Services whose workbook has the layout of the page (specification, User: reports). */
const AS_PAGE = new Set<ReportService>(['custom_water', 'custom_level', 'custom_withdrawal']);

/**
 * A report as a workbook: a summary, a sheet per table, formulas that compute the totals again, and the completeness of
 * the data. No part is fetched, and no text is a formula.
 */
export async function xlsxReport(document: ReportDocument): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook();
  book.title = plainText(document.title);
  book.company = plainText(document.industry.industryName);
  book.creator = plainText(document.industry.industryName);
  book.created = new Date(document.generatedAtEpochMs);
  book.modified = book.created;
  // Formulas carry their results. Programs compute them again when they open the workbook.
  book.calcProperties.fullCalcOnLoad = true;
  const pages = createSheets(book, document, await addPictures(book, document));
  const t = reportTexts(document.language);
  if (AS_PAGE.has(document.service)) writeAsPage(document, pages);
  else writeSheets(document, pages);
  const { units, sentence } = document.completeness;
  if (units.length > 0) {
    const sheet = pages.add(t('completeness'));
    pages.tableSheet(sheet, completenessTable(t, units, sentence));
  }
  return new Uint8Array(await book.xlsx.writeBuffer());
}

/** @returns the next free row */
function putHead(sheet: Worksheet, document: ReportDocument): number {
  writeCell(sheet, 1, document.title, STYLES.title);
  writeCell(sheet, 2, industryText(document), STYLES.muted);
  writeCell(sheet, 3, periodText(document), STYLES.heading);
  writeCell(sheet, 4, document.question, STYLES.muted);
  writeCell(sheet, 5, footerText(document), STYLES.note);
  return 7;
}

/** Writes blocks below one another. @returns the tables among them */
function putBlocks(sheet: Worksheet, blocks: readonly Block[], from: number, pages: Sheets): readonly PlacedTable[] {
  const placed: PlacedTable[] = [];
  const columns = Math.max(0, ...blocks.map((block) => (block.kind === 'table' ? block.table.columns.length : 0)));
  let at = from;
  for (const block of blocks) at = putBlock({ sheet, pages, placed, columns }, block, at);
  return placed;
}

interface PagePlace {
  readonly sheet: Worksheet;
  readonly pages: Sheets;
  /** Tables written so far. */
  readonly placed: PlacedTable[];
  /** Most columns of a table on the sheet. */
  readonly columns: number;
}

/** @returns the next free row */
function putBlock({ sheet, pages, placed, columns }: PagePlace, block: Block, at: number): number {
  const heading = (title: string): number => {
    writeCell(sheet, at, title, STYLES.heading);
    return at + 1;
  };
  switch (block.kind) {
    case 'empty':
      writeCell(sheet, at, block.sentence, STYLES.muted);
      return at + 2;
    case 'headlines': {
      const t = reportTexts(pages.style.language);
      const table = headlinesTable(t, block.headlines, block.title ?? t('headlineFigures'));
      return placeTable(sheet, table, heading(table.title), pages.style, columns).nextRow + 1;
    }
    case 'table': {
      const one = placeTable(sheet, block.table, heading(block.table.title), pages.style, columns);
      placed.push(one);
      return one.nextRow + 1;
    }
    case 'chart':
    case 'flows': {
      const next = heading(block.section.title);
      const behind = putPicture(sheet, next, pages.pictures.get(block.section));
      writeCell(sheet, behind, block.section.alternative, STYLES.muted);
      return behind + 2;
    }
    case 'paragraphs': {
      let next = heading(block.title);
      for (const sentence of block.sentences) {
        writeCell(sheet, next, sentence, STYLES.muted);
        next += 1;
      }
      return next + 1;
    }
  }
}

/** Writes the page on one sheet. Its tables also have sheets of their own, because a sheet has one frozen head. */
function writeAsPage(document: ReportDocument, pages: Sheets): void {
  const t = reportTexts(document.language);
  const sheet = pages.add(t('report'));
  const blocks = listedBlocksOf(document);
  const placed = putBlocks(sheet, blocks, putHead(sheet, document), pages);
  turnToLandscape(sheet);
  // The report's title and the names of rows stay in sight. A sheet has one filter, that of the first table.
  sheet.views = [{ state: 'frozen', xSplit: 1, ySplit: 3 }];
  const ids = tableIdsOf(document);
  const first = placed.find(({ table }) => ids.has(table.id));
  if (first !== undefined) filterRows(sheet, first);
  addTotals(t, pages, placed);
  const cells = placed.reduce((sum, { table }) => sum + table.rows.length * table.columns.length, 0);
  if (cells <= MOST_CELLS_TWICE) writeTables(document, blocks, pages);
}

/** Most cells of a table that is written twice, because larger ones would take twice the time and memory. */
const MOST_CELLS_TWICE = 50_000;

const tableIdsOf = ({ sections }: ReportDocument): ReadonlySet<string> =>
  new Set(
    sections.flatMap((section) =>
      section.kind === 'table' ? section.id : section.kind === 'flows' ? section.table.id : [],
    ),
  );

/** A sheet for each table of the report. */
function writeTables(document: ReportDocument, blocks: readonly Block[], pages: Sheets): readonly PlacedTable[] {
  const ids = tableIdsOf(document);
  return blocks.flatMap((block) =>
    block.kind === 'table' && ids.has(block.table.id)
      ? [pages.tableSheet(pages.add(block.table.title), block.table)]
      : [],
  );
}

function writeSheets(document: ReportDocument, pages: Sheets): void {
  const t = reportTexts(document.language);
  const summary = pages.add(t('summary'));
  const blocks = listedBlocksOf(document);
  const ids = tableIdsOf(document);
  const placed = writeTables(document, blocks, pages);
  const rest = blocks.filter(
    (block) => block.kind !== 'table' || !(ids.has(block.table.id) || block.table.id === 'completeness'),
  );
  putBlocks(summary, rest, putHead(summary, document), pages);
  turnToLandscape(summary);
  addTotals(t, pages, placed);
}

/** A sheet with each printed total beside its computation from the rows, and the difference. */
function addTotals(t: ReportTexts, pages: Sheets, placed: readonly PlacedTable[]): void {
  const totals = placed.flatMap(recomputedTotals);
  if (totals.length === 0) return;
  const sheet = pages.add(t('totals'));
  writeCell(sheet, 1, t('totalsAnew'), STYLES.heading);
  const heads = [t('table'), t('column'), t('unit'), t('asPrinted'), t('outOfRows'), t('difference')];
  for (const [at, head] of heads.entries()) {
    const cell = sheet.getCell(2, at + 1);
    cell.value = head;
    cell.style = at < 3 ? STYLES.headLeft : STYLES.head;
    sheet.getColumn(at + 1).width = 16;
  }
  for (const [index, total] of totals.entries()) {
    const { table, column, printed: value, formula, result } = total;
    const row = 3 + index;
    const styleOf = (figure: number) =>
      cellStyle(
        plainQuantity(figure),
        { decimals: total.decimals, unit: '', lean: 'right', language: t.language },
        { role: 'row', severity: null },
      );
    for (const [at, text] of [table, column.title, column.unit ?? ''].entries()) {
      const cell = sheet.getCell(row, at + 1);
      cell.value = plainText(text);
      cell.style = STYLES.text;
    }
    fitHeight(sheet.getRow(row));
    const rest = differenceOf(total);
    const difference = { formula: `ROUND(D${row}-E${row},6)`, result: rest };
    const cells = [value, { formula, result }, difference] as const;
    for (const [at, content] of cells.entries()) {
      const cell = sheet.getCell(row, at + 4);
      cell.value = content;
      cell.style = styleOf([value, result, rest][at] ?? value);
    }
  }
}
