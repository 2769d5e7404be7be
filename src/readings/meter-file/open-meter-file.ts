import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { reasonOf } from '../../kernel/reason-of.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { parseInstant } from '../../kernel/time/instant.ts';
import { csvRows, isReadingsHeader } from '../csv-rows.ts';
import type { RowGroups } from '../ingest.ts';
import type { MeterFileChoices } from '../rules/meter-file/choices.ts';
import { decodeMeterFile } from '../rules/meter-file/decode.ts';
import { CSV_OPTIONS, delimiterOf } from '../rules/meter-file/delimiter.ts';
import { meterFileRows } from '../rules/meter-file/rows.ts';
import { isBlankRow, type MeterFileTable } from '../rules/meter-file/table.ts';
import { type MeterFileUnderstanding, understandMeterFile } from '../rules/meter-file/understand.ts';
import type { SentRow } from '../sent-rows.ts';
import { requireFewBytes, TableRows } from './table-size.ts';
import { xlsxRows } from './xlsx-rows.ts';

const ZIP = [0x50, 0x4b, 0x03, 0x04];
const PIECE = 65_536;

/** Text in pieces, so that a long file leaves room for others between them. */
function* piecesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += PIECE) yield text.slice(at, at + PIECE);
}

async function tableOf(bytes: Buffer): Promise<MeterFileTable> {
  requireFewBytes(bytes.length);
  if (ZIP.every((byte, at) => bytes[at] === byte))
    return { rows: await xlsxRows(bytes), encoding: null, delimiter: null };
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
    if (error instanceof ServiceError) throw error;
    throw new ServiceError(1430, `The file cannot be read to its end: ${reasonOf(error)}`);
  }
  return { rows: table.rows, encoding, delimiter };
}

/** First and last instant of readings, and how many there are. */
interface ReadingSpan {
  readings: number;
  firstMs: EpochMillis | null;
  lastMs: EpochMillis | null;
}

export interface OpenedMeterFile {
  /** null: a readings file, whose columns have their meaning. */
  readonly understood: MeterFileUnderstanding | null;
  /** Rows of the head and of the file, as its reader counts them: the first row below the head. */
  readonly rows: () => RowGroups;
  /** Filled while rows are read. */
  readonly span: ReadingSpan;
}

function counted(row: SentRow, span: ReadingSpan): void {
  if (!('row' in row) || typeof row.row !== 'object' || row.row === null || !('createdOn' in row.row)) return;
  const instant = parseInstant(row.row.createdOn);
  if (instant === null) return;
  span.readings += 1;
  span.firstMs = span.firstMs === null ? instant : Math.min(span.firstMs, instant);
  span.lastMs = span.lastMs === null ? instant : Math.max(span.lastMs, instant);
}

async function* spanning(groups: RowGroups, span: ReadingSpan): AsyncGenerator<readonly SentRow[]> {
  for await (const group of groups) {
    for (const row of group) counted(row, span);
    yield group;
  }
}

/**
 * Opens a file of readings: one with the columns of a readings CSV, or one as meters and spreadsheets write them.
 * @throws ServiceError 1430, 413 saying what of the file cannot be taken.
 */
export async function openMeterFile(
  bytes: Buffer,
  choices: MeterFileChoices,
  industry: Industry,
): Promise<OpenedMeterFile> {
  const span: ReadingSpan = { readings: 0, firstMs: null, lastMs: null };
  if (isReadingsHeader(bytes.subarray(0, PIECE)))
    return { understood: null, rows: () => spanning(csvRows(Readable.from([bytes])), span), span };
  const table = await tableOf(bytes);
  if (table.rows.every((row) => isBlankRow(row))) throw new ServiceError(1430, 'The file is empty.');
  const units = [...industry.units.values()].map(({ current }) => current);
  const understood = understandMeterFile(table, choices, { units, timezone: industry.clock.timezone });
  return { understood, rows: () => spanning(meterFileRows(understood), span), span };
}

/** @throws ServiceError 1430 naming what a person has to say of the file before it is stored. */
export function requireUnderstood({ understood }: OpenedMeterFile): void {
  const questions = understood?.questions ?? [];
  if (questions.length === 0) return;
  const details = questions.map(({ about, column, problem }) => ({
    field: column === null ? about : `column ${column}, ${about}`,
    problem,
  }));
  throw new ServiceError(
    1430,
    `The file leaves open what has to be known: ${details.map(({ field, problem }) => `${field}: ${problem}`).join('; ')}`,
    details,
  );
}
