import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ServiceError } from '../../kernel/errors.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import type { MeterFileChoices } from '../rules/meter-file/choices.ts';
import { decodeMeterFile } from '../rules/meter-file/decode.ts';
import { CSV_OPTIONS, delimiterOf, isBlankRow, type MeterFileTable } from '../rules/meter-file/table.ts';
import type { MeterFileUnit } from '../rules/meter-file/heads.ts';
import { type MeterFileRow, meterFileRows } from '../rules/meter-file/rows.ts';
import { type MeterFileUnderstanding, understandMeterFile } from '../rules/meter-file/understand.ts';
import { unreadableCsv } from '../csv-rows.ts';
import { requireFewBytes, TableRows } from './table-size.ts';
import { xlsxRows } from './xlsx-rows.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const PIECE = 65_536;

/** Whether a file is packed, as spreadsheets are. */
export const isZip = (bytes: Uint8Array): boolean => ZIP.every((byte, at) => bytes[at] === byte);

/** A file and all that is needed to understand it. */
export interface FileToRead {
  readonly bytes: Uint8Array;
  readonly choices: MeterFileChoices;
  readonly units: readonly MeterFileUnit[];
  readonly timezone: string;
  readonly nowMs: EpochMillis;
}

/** How a file was understood, without its rows. */
export interface UnderstoodFile
  extends
    Pick<MeterFileUnderstanding, 'decimal' | 'dateOrder' | 'questions'>,
    Pick<MeterFileTable, 'encoding' | 'delimiter'> {
  /** null: every time has its offset. */
  readonly timezone: string | null;
  readonly headRow: number;
  /** Rows below the head. */
  readonly rows: number;
  readonly columns: MeterFileUnderstanding['columns']['columns'];
}

interface ReadFile {
  readonly understood: UnderstoodFile;
  readonly rows: () => Generator<MeterFileRow[]>;
}

/** Text in pieces, so that a long file leaves room for others between them. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

async function tableOf(bytes: Buffer): Promise<MeterFileTable> {
  requireFewBytes(bytes.length);
  if (isZip(bytes)) return { rows: await xlsxRows(bytes), encoding: null, delimiter: null };
  const { text, encoding } = decodeMeterFile(bytes);
  const delimiter = delimiterOf(text);
  if (delimiter === null)
    throw new ServiceError(1430, 'The columns of the file are separated by nothing known: comma, semicolon, tab or |.');
  const table = new TableRows();
  const parser = Readable.from(piecesOf(text)).pipe(parse({ ...CSV_OPTIONS, delimiter }));
  try {
    // csv-parse yields one array of fields per record.
    for await (const record of parser as AsyncIterable<string[]>) table.add(record);
  } catch (error) {
    throw error instanceof CsvError ? unreadableCsv(error) : error;
  }
  return { rows: table.rows, encoding, delimiter };
}

/**
 * Reads and understands a whole file, which keeps its thread busy.
 * @throws ServiceError 1430, 413 saying what of the file cannot be taken.
 */
export async function readMeterFile({ bytes, choices, units, timezone, nowMs }: FileToRead): Promise<ReadFile> {
  const table = await tableOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (table.rows.every((row) => isBlankRow(row))) throw new ServiceError(1430, 'The file is empty.');
  const found = understandMeterFile(table, choices, { units, timezone, nowMs });
  const { layout, columns, decimal, dateOrder, questions } = found;
  return {
    understood: {
      encoding: table.encoding,
      delimiter: table.delimiter,
      decimal,
      dateOrder,
      timezone: found.hasLocalTimes ? found.timezone : null,
      headRow: layout.headAt + 1,
      rows: layout.times.length,
      columns: columns.columns,
      questions,
    },
    rows: () => meterFileRows(found),
  };
}
