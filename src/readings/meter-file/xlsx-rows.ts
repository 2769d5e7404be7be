import { Readable } from 'node:stream';
import type { Cell, stream } from 'exceljs';
import { ServiceError } from '../../kernel/errors.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import type { MeterFileCell } from '../rules/meter-file/numbers.ts';
import { listedEntries } from './listed-entries.ts';
import { TableRows } from './table-size.ts';

/** The most cells that are taken become some 90 MB. */
const MAX_UNZIPPED_BYTES = 128 * 1024 * 1024;
/** Sheets count from here; a time without a date lies within the day. */
const SHEET_BEGINS_MS = Date.UTC(1899, 11, 30);

/** A sheet's date has no zone. Seconds are whole, because a sheet counts days in doubles. */
function dateText(date: Date): string {
  const whole = new Date(Math.round(date.getTime() / 1000) * 1000);
  if (Number.isNaN(whole.getTime())) return '';
  const [day, time = ''] = whole.toISOString().slice(0, 19).split('T');
  return whole.getTime() < SHEET_BEGINS_MS + DAY_MS ? time : `${day} ${time}`;
}

/** The value that a sheet shows. A formula counts by the result that the sheet keeps, and is never computed. */
function cellOf(value: Cell['value'] | undefined): MeterFileCell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (value instanceof Date) return dateText(value);
  if ('richText' in value) return value.richText.map(({ text }) => text).join('');
  if ('text' in value) return typeof value.text === 'string' ? value.text : '';
  if ('error' in value) return value.error;
  return 'result' in value ? cellOf(value.result) : '';
}

/** Cells of a row from the first column on. The reader counts columns from 1. */
const cellsOf = (values: stream.xlsx.WorkbookReader | unknown): MeterFileCell[] =>
  Array.isArray(values) ? Array.from(values.slice(1), (value: Cell['value'] | undefined) => cellOf(value)) : [];

/**
 * The rows of a workbook's first sheet that has any.
 * @throws ServiceError 1430 for a file that is no workbook, 413 for one that is too large.
 */
export async function xlsxRows(bytes: Buffer): Promise<readonly (readonly MeterFileCell[])[]> {
  const noBook = (): ServiceError => new ServiceError(1430, 'The file is no spreadsheet (.xlsx) that can be read.');
  const listed = await listedEntries(bytes, MAX_UNZIPPED_BYTES);
  if (listed === null) throw noBook();
  if (listed.bytes > MAX_UNZIPPED_BYTES)
    throw new ServiceError(413, `The spreadsheet has more than ${MAX_UNZIPPED_BYTES} bytes when it is unpacked.`);
  const { default: ExcelJS } = await import('exceljs');
  const table = new TableRows();
  try {
    const book = new ExcelJS.stream.xlsx.WorkbookReader(Readable.from([listed.zip]), {
      worksheets: 'emit',
      sharedStrings: 'cache',
      styles: 'cache',
      hyperlinks: 'ignore',
      entries: 'emit',
    });
    for await (const sheet of book) {
      for await (const row of sheet) {
        // A sheet leaves blank rows out; the numbers of the others stay those that people see.
        while (table.rows.length < row.number - 1) table.add([]);
        table.add(cellsOf(row.values));
      }
      if (table.rows.length > 0) break;
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw noBook();
  }
  return table.rows;
}
