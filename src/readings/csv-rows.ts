import type { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ServiceError } from '../kernel/errors.ts';
import { reasonOf } from '../kernel/reason-of.ts';
import { flagIn, NO_PARAMETERS_OBJECT, parametersIn } from './rules/parse-reading.ts';
import type { SentRow } from './sent-rows.ts';

const COLUMNS = ['unitId', 'createdOn', 'value', 'summedValue', 'interpolated', 'offlinePeriod', 'params'] as const;
const ROWS_PER_GROUP = 1000;
/** A group of long rows ends here, because a group is held in memory as a whole. */
const CHARACTERS_PER_GROUP = 1_000_000;
const MAX_RECORD_CHARACTERS = 1_000_000;

/** Separators that spreadsheets write in place of commas, with the names that people know. */
const OTHER_SEPARATORS = [
  [';', 'semicolons'],
  ['\t', 'tabs'],
] as const;

/**
 * The name of the separator, when the file uses another one than commas. Its first field then holds the whole header.
 */
const wrongSeparator = ([first = '']: readonly string[], wanted: number): string | undefined =>
  OTHER_SEPARATORS.find(([character]) => first.split(character).length >= wanted)?.[1];

/**
 * Whether a file's first line is meant as the header of a readings file. Any other file is read as meters write them
 * (rules/meter-file).
 */
export function isReadingsHeader(head: Uint8Array): boolean {
  const [line = ''] = new TextDecoder().decode(head).split(/[\r\n]/, 1);
  const names = line.split(',').map((name) => name.replaceAll(/["\uFEFF]/g, '').trim());
  return ['unitId', 'createdOn'].every((name) => names.includes(name));
}

/** Of a file whose rows cannot be told apart any more, because a quote never closes or a row has no end. */
export function unreadableCsv(error: CsvError): ServiceError {
  const field = `row ${Number(error['records']) + 1}`;
  const problem =
    error.code === 'CSV_QUOTE_NOT_CLOSED' ? 'opens a quote that is never closed' : `cannot be read: ${reasonOf(error)}`;
  return new ServiceError(1430, `The file cannot be read to its end: ${field}, the head included, ${problem}`, [
    { field, problem },
  ]);
}

/** @throws ServiceError 1430 naming every column that is missing, unknown or given twice. */
function checkHeader(header: readonly string[]): void {
  const separators = wrongSeparator(header, 2);
  if (separators !== undefined)
    throw new ServiceError(
      1430,
      `The columns of the readings file are separated by ${separators}, allowed are commas; numbers have a point, not a comma.`,
    );
  const known: ReadonlySet<string> = new Set(COLUMNS);
  const details = [
    ...header
      .filter((name) => !known.has(name))
      .map((name) => ({
        field: name.slice(0, 80),
        problem: `is not a column of a readings file, allowed are ${COLUMNS.join(', ')}`,
      })),
    ...header
      .filter((name, index) => known.has(name) && header.indexOf(name) !== index)
      .map((name) => ({ field: name, problem: 'is given twice' })),
    ...['unitId', 'createdOn']
      .filter((name) => !header.includes(name))
      .map((name) => ({ field: name, problem: 'is missing' })),
    ...(['value', 'summedValue', 'params'].some((name) => header.includes(name))
      ? []
      : [{ field: 'value', problem: 'is missing: one of value, summedValue and params is needed' }]),
  ];
  if (details.length > 0)
    throw new ServiceError(
      1430,
      `The header of the readings file is wrong: ${details.map(({ field, problem }) => `${field} ${problem}`).join('; ')}`,
      details,
    );
}

/**
 * Rows of a readings CSV (docs/reference/api-choices.md, Readings CSV) in groups, as the stream yields them. A row that
 * is not a row (wrong number of fields, params that are no JSON) becomes a refused row with its text; only a wrong
 * header and a row without an end stop the file.
 * @throws ServiceError 1430 for these two, naming the column or the row.
 */
export async function* csvRows(stream: Readable): AsyncGenerator<SentRow[]> {
  const parser = stream.pipe(
    parse({
      bom: true,
      skip_empty_lines: true,
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_RECORD_CHARACTERS,
    }),
  );
  if (stream.errored !== null) parser.destroy(stream.errored);
  stream.on('error', (error) => parser.destroy(error));
  let header: readonly string[] | null = null;
  let group: SentRow[] = [];
  let characters = 0;
  try {
    // csv-parse yields one array of fields per record.
    for await (const record of parser as AsyncIterable<string[]>) {
      if (header === null) {
        checkHeader(record);
        header = record;
        continue;
      }
      group.push(toRow(header, record));
      for (const field of record) characters += field.length;
      if (group.length === ROWS_PER_GROUP || characters >= CHARACTERS_PER_GROUP) {
        yield group;
        group = [];
        characters = 0;
      }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw unreadableCsv(error);
  }
  if (header === null)
    throw new ServiceError(1430, 'The readings file is empty: its first line must name the columns.');
  if (group.length > 0) yield group;
}

function toRow(header: readonly string[], record: readonly string[]): SentRow {
  const refused = (problem: string): SentRow => ({ text: record.join(','), problem, code: 'not_a_reading' });
  if (record.length !== header.length) {
    const separators = wrongSeparator(record, header.length);
    return refused(
      separators === undefined
        ? `the row has ${record.length} fields, the header has ${header.length}`
        : `the row is separated by ${separators}, allowed are commas`,
    );
  }
  const row: Record<string, unknown> = {};
  for (const [index, name] of header.entries()) {
    const text = record[index] ?? '';
    if (text === '') continue;
    row[name] = name === 'params' ? parametersIn(text) : name === 'interpolated' ? flagIn(text) : text;
    if (row[name] === undefined) return refused(NO_PARAMETERS_OBJECT);
  }
  return { row };
}
