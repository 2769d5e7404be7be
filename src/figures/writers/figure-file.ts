import { plainText } from '../../kernel/format/inert-text.ts';
import { csvLine, type CsvStyle } from '../../kernel/format/csv-line.ts';
import { inBatches } from '../../kernel/in-batches.ts';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { Piece } from '../../kernel/pieces.ts';
import type { stream, Worksheet } from 'exceljs';
import { FIGURE_FIELDS, type FigureFormat, type FigureRow } from '../rules/figures/figure-rows.ts';

type Batches = AsyncIterable<readonly FigureRow[]>;

/** Figures as the bytes of a file, as fast as they are taken and no further ahead. */
export function figureFile(batches: Batches, format: FigureFormat, csv: CsvStyle): AsyncIterable<Uint8Array> {
  switch (format) {
    case 'csv':
      return csvFile(batches, csv);
    case 'ndjson':
      return ndjsonFile(batches);
    case 'xlsx':
      return xlsxFile(batches);
  }
}

/** Rows that are written in well under a millisecond. */
const ROWS_AT_ONCE = 40;

/** Rows in slices. Other requests have their turn between two of them. */
async function* slicesOf(batches: Batches): AsyncGenerator<readonly FigureRow[]> {
  const piece = new Piece();
  for await (const rows of batches) {
    for (const some of inBatches(rows, ROWS_AT_ONCE)) {
      yield some;
      if (piece.isOver) await piece.rest();
    }
  }
}

async function* csvFile(batches: Batches, style: CsvStyle): AsyncGenerator<Uint8Array> {
  yield Buffer.from(csvLine(FIGURE_FIELDS, style));
  for await (const rows of slicesOf(batches))
    yield Buffer.from(
      rows
        .map((row) =>
          csvLine(
            FIGURE_FIELDS.map((field) => row[field]),
            style,
          ),
        )
        .join(''),
    );
}

async function* ndjsonFile(batches: Batches): AsyncGenerator<Uint8Array> {
  for await (const rows of slicesOf(batches)) yield Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

/** Most rows of an Excel sheet; more rows go on to another one. */
const MOST_SHEET_ROWS = 1_048_576;
const TEXT_WIDTHS: Partial<Record<keyof FigureRow, number>> = {
  unitId: 24,
  unitName: 36,
  start: 25,
  standardCategoryId: 24,
};

/**
 * A workbook that is written as it is taken. The writer is ahead of the reader by a piece of some rows.
 * @param mostRows of a sheet, its head counted
 */
export async function* xlsxFile(batches: Batches, mostRows = MOST_SHEET_ROWS): AsyncGenerator<Uint8Array> {
  const output = new PassThrough({ highWaterMark: 64 * 1024 });
  const { default: ExcelJS } = await import('exceljs');
  const book = new ExcelJS.stream.xlsx.WorkbookWriter({ stream: output, useStyles: true, useSharedStrings: false });
  const written = writeRows(book, batches, mostRows, output);
  // The reader sees it as an error of the stream.
  written.catch((error: unknown) => output.destroy(error instanceof Error ? error : new Error('no workbook')));
  try {
    yield* output as AsyncIterable<Uint8Array>; // a stream of bytes
  } finally {
    output.destroy();
  }
}

async function writeRows(
  book: stream.xlsx.WorkbookWriter,
  batches: Batches,
  mostRows: number,
  output: PassThrough,
): Promise<void> {
  let sheet: Worksheet | null = null;
  let [sheets, rowCount] = [0, 0];
  const begin = (): Worksheet => {
    sheet?.commit();
    sheets += 1;
    rowCount = 1;
    const begun = book.addWorksheet(sheets === 1 ? 'Figures' : `Figures ${sheets}`, {
      views: [{ state: 'frozen', ySplit: 1 }],
    });
    begun.columns = FIGURE_FIELDS.map((key) => ({ key, header: key, width: TEXT_WIDTHS[key] ?? 16 }));
    begun.getRow(1).font = { bold: true };
    begun.getRow(1).commit();
    return begun;
  };
  sheet = begin();
  for await (const rows of slicesOf(batches)) {
    for (const row of rows) {
      if (rowCount >= mostRows) sheet = begin();
      rowCount += 1;
      sheet.addRow(FIGURE_FIELDS.map((field) => sheetField(row[field]))).commit();
    }
    if (output.destroyed) return;
    // The reader is slower than the database: no more is made until something was taken.
    while (output.writableNeedDrain) {
      await Promise.race([once(output, 'drain'), once(output, 'close')]);
      if (output.destroyed) return;
    }
  }
  sheet.commit();
  await book.commit();
}

const sheetField = (value: string | number | null): string | number | null =>
  typeof value === 'string' ? plainText(value) : value;
