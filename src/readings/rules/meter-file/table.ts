import { type Options, parse } from 'csv-parse/sync';
import { ServiceError } from '../../../kernel/errors.ts';
import { DAY_MS } from '../../../kernel/time/durations.ts';
import { withWrittenEpochs } from './epochs.ts';
import { namesEndOfInterval } from './heads.ts';
import { intervalIn, nameIntervals, withEndAlone } from './intervals.ts';
import { isNothing, type MeterFileCell } from './numbers.ts';
import { measureNamed } from '../measures.ts';
import { offsetInHead, timeOfDayIn, type WrittenTime, writtenTime } from './times.ts';

/** Where two separate a file as well, the one that stands first here is taken: numbers and texts hold commas. */
const DELIMITERS = ['\t', ';', '|', ','] as const;
type Delimiter = (typeof DELIMITERS)[number];

const LOOKED_AT_LINES = 60;
const LOOKED_AT_CHARACTERS = 65_536;

/** Options by which a meter's file is read, whatever its quotes. */
export const CSV_OPTIONS = {
  bom: true,
  // Named, because the reader would take the first that it finds for the only one.
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  relax_quotes: true,
  skip_empty_lines: false,
} satisfies Options;

/** The share of lines that have as many fields as most lines; 0 where most have one. */
function regularityOf(text: string, delimiter: Delimiter): number {
  let rows: string[][];
  try {
    rows = parse(text, { ...CSV_OPTIONS, delimiter });
  } catch {
    return 0;
  }
  const filled = rows.filter((row) => row.some((field) => field.trim() !== ''));
  const counts = Map.groupBy(filled, ({ length }) => length);
  const [most] = [...counts].sort(([, a], [, b]) => b.length - a.length);
  return most === undefined || most[0] < 2 ? 0 : most[1].length / filled.length;
}

/** The sign between the fields of a file; null: no known sign stands between them. */
export function delimiterOf(text: string): Delimiter | null {
  const head = text
    .slice(0, LOOKED_AT_CHARACTERS)
    .split(/\r\n|\n|\r/)
    .slice(0, LOOKED_AT_LINES)
    .join('\n');
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, share: regularityOf(head, delimiter) })).sort(
    (a, b) => b.share - a.share,
  );
  return best === undefined || best.share === 0 ? null : best.delimiter;
}

type Cells = readonly MeterFileCell[];

/** A file as rows of cells; the place in `rows` and 1 is the number of the row in the file. */
export interface MeterFileTable {
  readonly rows: readonly Cells[];
  /** Encoding of the text; null: a spreadsheet. */
  readonly encoding: string | null;
  readonly delimiter: Delimiter | null;
}

/** Places of heads, times and first row in a table. */
export interface MeterFileLayout {
  /** Place of the row that names the columns. */
  readonly headAt: number;
  readonly heads: readonly string[];
  /** Place of the first row with a time. */
  readonly firstAt: number;
  readonly timeColumn: number;
  /** The column of times of day beside one of dates; null: the times are whole, or there are dates alone. */
  readonly clockColumn: number | null;
  /** By row from `firstAt` on; null: the row has no time that can be read. */
  readonly times: readonly (WrittenTime | null)[];
}

export const cellText = (cell: MeterFileCell | undefined): string => String(cell ?? '').trim();
export const isBlankRow = (cells: Cells): boolean => cells.every((cell) => cellText(cell) === '');

/** More columns have no number that a person can choose by, and a longer head is no name of a column. */
export const MOST_COLUMNS = 999;
export const MOST_HEAD_CHARACTERS = 200;

/** Above this many rows before the first time, a file is none of a meter. */
const MOST_ROWS_BEFORE = 200;
const LOOKED_AT_TIMES = 20;

/** The first row with times, and below each another: a time alone may be when the file was made. */
function firstTimes(rows: readonly Cells[]): { readonly firstAt: number; readonly timeColumns: number[] } | null {
  for (const [firstAt, cells] of rows.slice(0, MOST_ROWS_BEFORE).entries()) {
    const next = rows.slice(firstAt + 1).find((row) => !isBlankRow(row));
    const timeColumns = [...cells.keys()].filter(
      (column) =>
        writtenTime(cells[column] ?? '') !== null && (next === undefined || writtenTime(next[column] ?? '') !== null),
    );
    if (timeColumns.length > 0) return { firstAt, timeColumns };
  }
  return null;
}

/** The place of the heads, and the heads themselves, each with the measure of a second row below it. */
function headsOf(rows: readonly Cells[], firstAt: number): Pick<MeterFileLayout, 'headAt' | 'heads'> {
  const before = rows.slice(0, firstAt).map((cells, at) => ({ cells, at }));
  const [last, above] = before.filter(({ cells }) => !isBlankRow(cells)).toReversed();
  if (last === undefined)
    throw new ServiceError(1430, 'The first line of the file must name the columns; it holds a time.');
  const columns = Math.max(last.cells.length, above?.cells.length ?? 0);
  if (columns > MOST_COLUMNS)
    throw new ServiceError(413, `The file has ${columns} columns, at most ${MOST_COLUMNS} are allowed.`);
  const headOf = (cell: MeterFileCell): string => cellText(cell).slice(0, MOST_HEAD_CHARACTERS);
  const measures = last.cells.map(headOf);
  const isMeasures = above !== undefined && measures.every((text) => text === '' || measureNamed(text) !== null);
  if (!isMeasures) return { headAt: last.at, heads: measures };
  const heads = above.cells.map((cell, column) =>
    (measures[column] ?? '') === '' ? headOf(cell) : `${headOf(cell)} [${measures[column]}]`,
  );
  return { headAt: above.at, heads };
}

/** The columns in which every cell that is looked at is a time of day. */
function clockColumnsOf(rows: readonly Cells[], width: number): readonly number[] {
  const isClock = (column: number): boolean => {
    const cells = rows.map((row) => cellText(row[column])).filter((text) => text !== '');
    const isTime = (text: string): boolean => timeOfDayIn(text) !== null || intervalIn(text) !== null;
    return cells.length > 0 && cells.every(isTime);
  };
  return Array.from({ length: width }, (_, column) => column).filter((column) => isClock(column));
}

/**
 * The column of times: the one with the end of an interval, because readings stand at the end; otherwise the first.
 */
const endOrFirst = (heads: readonly string[], columns: readonly number[]): number | null =>
  columns.find((column) => namesEndOfInterval(heads[column] ?? '')) ?? columns[0] ?? null;

/** @throws ServiceError 1430 where no column holds times, or no row names the columns. */
export function layoutOf(table: MeterFileTable): MeterFileLayout {
  const rows = withWrittenEpochs(table.rows, MOST_ROWS_BEFORE);
  const first = firstTimes(rows);
  if (first === null)
    throw new ServiceError(1430, 'No column of the file holds times that can be read, e.g. 31/12/2025 14:05.');
  const { firstAt, timeColumns } = first;
  const named = headsOf(rows, firstAt);
  const timeColumn = endOrFirst(named.heads, timeColumns) ?? 0;
  const looked = rows.slice(firstAt, firstAt + LOOKED_AT_TIMES);
  const areDates = looked.every((row) => (writtenTime(row[timeColumn] ?? '')?.timeMs ?? null) === null);
  const clockColumns = areDates ? clockColumnsOf(looked, named.heads.length) : [];
  const clockColumn = endOrFirst(named.heads, clockColumns);
  // The last interval of a day ends at 0:00 of the next one, and stands beside the date on which it began.
  const namesEnd = (column: number | null): boolean => namesEndOfInterval(named.heads[column ?? -1] ?? '');
  const isEnd = clockColumns.length > 1 && namesEnd(clockColumn) && !namesEnd(timeColumn);
  const midnightMs = isEnd ? DAY_MS : 0;
  const ofTimes = clockColumn ?? timeColumn;
  const areIntervals = nameIntervals(looked.flatMap((row) => cellText(row[ofTimes]) || []));
  const endOf = (cell: MeterFileCell = ''): MeterFileCell => (areIntervals ? withEndAlone(cellText(cell)) : cell);
  const timeOf = (row: Cells): WrittenTime | null => {
    const date = writtenTime(clockColumn === null ? endOf(row[timeColumn]) : (row[timeColumn] ?? ''));
    if (date === null || clockColumn === null) return date;
    const clock = timeOfDayIn(cellText(endOf(row[clockColumn])));
    return clock === null ? null : { ...date, ...clock, timeMs: clock.timeMs || midnightMs };
  };
  const offsetMs = offsetInHead(named.heads[timeColumn] ?? '') ?? offsetInHead(named.heads[clockColumn ?? -1] ?? '');
  const times = rows.slice(firstAt).map((row): WrittenTime | null => {
    const time = timeOf(row);
    return time === null || offsetMs === null ? time : { ...time, offsetMs: time.offsetMs ?? offsetMs };
  });
  return { ...named, firstAt, timeColumn, clockColumn, times };
}

/** Cells of a column from the first row with a time on that say something. */
export function* filledCells({ rows }: MeterFileTable, { firstAt }: MeterFileLayout, column: number) {
  for (let at = firstAt; at < rows.length; at += 1) {
    const cell = rows[at]?.[column] ?? '';
    if (!isNothing(cell)) yield cell;
  }
}
