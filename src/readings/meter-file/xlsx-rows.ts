import { Readable } from 'node:stream';
import type { Cell, stream } from 'exceljs';
import { createInflateRaw } from 'node:zlib';
import { ServiceError } from '../../kernel/errors.ts';
import { DAY_MS } from '../../kernel/time/durations.ts';
import type { MeterFileCell } from '../rules/meter-file/numbers.ts';
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
 * The rows of a workbook's first sheet that has rows.
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

/** Signatures and lengths of the records of a zip file, whose numbers are written little end first. */
const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;

/** Bytes that a compressed piece becomes; no more of it is unpacked than `most`. */
async function inflatedBytes(piece: Buffer, most: number): Promise<number> {
  const inflate = createInflateRaw();
  inflate.end(piece);
  let bytes = 0;
  try {
    for await (const part of inflate as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > most) break;
    }
  } finally {
    inflate.destroy();
  }
  return bytes;
}

/** The local header of an entry whose lengths are known. */
function localHeader(name: Buffer, method: number, packed: number, bytes: number): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(method, 8);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(bytes, 22);
  header.writeUInt16LE(name.length, 26);
  return header;
}

/** The end of a file whose reader goes by what stands before each entry. */
function endRecord(): Buffer {
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  return end;
}

interface ListedEntries {
  /** Bytes of the entries when they are unpacked, counted by unpacking them. Counting ends beyond what is allowed. */
  readonly bytes: number;
  /** A zip file of these entries and nothing else. */
  readonly zip: Buffer;
}

/**
 * The entries that the directory of a zip file lists, written anew. A reader that streams goes by what stands before
 * each entry. A file can say there what its directory does not, and so hide entries that become gigabytes.
 * null: it is no whole zip file.
 */
export async function listedEntries(zip: Buffer, most: number): Promise<ListedEntries | null> {
  let end = zip.length - END_BYTES;
  while (end >= 0 && end >= zip.length - END_BYTES - LONGEST_COMMENT && zip.readUInt32LE(end) !== END) end -= 1;
  if (end < 0 || zip.readUInt32LE(end) !== END) return null;
  const entries = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let [bytes, packedBytes] = [0, 0];
  const pieces: Buffer[] = [];
  try {
    for (let entry = 0; entry < entries && bytes <= most; entry += 1) {
      if (zip.readUInt32LE(at) !== ENTRY) return null;
      const method = zip.readUInt16LE(at + 10);
      const packed = zip.readUInt32LE(at + 20);
      const nameLength = zip.readUInt16LE(at + 28);
      const local = zip.readUInt32LE(at + 42);
      if (zip.readUInt32LE(local) !== LOCAL) return null;
      const from = local + LOCAL_BYTES + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
      // Entries that share their bytes would be more together than the file is.
      packedBytes += packed;
      if (from + packed > zip.length || packedBytes > zip.length) return null;
      const piece = zip.subarray(from, from + packed);
      const unpacked = method === STORED ? packed : await inflatedBytes(piece, most - bytes);
      const name = zip.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameLength);
      pieces.push(localHeader(name, method, packed, unpacked), name, piece);
      bytes += unpacked;
      at += ENTRY_BYTES + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    }
  } catch {
    return null;
  }
  return { bytes, zip: Buffer.concat([...pieces, endRecord()]) };
}
