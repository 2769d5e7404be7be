import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';
import type { ColumnType, FileColumn } from '../rules/archive/columns.ts';
import type { FileCell, ChunkFacts, Footer } from '../rules/lake/bounds.ts';

/** Values by the column's name, all lists of one length. */
export type ColumnValues = Readonly<Record<string, readonly FileCell[]>>;

const TYPES: Readonly<Record<ColumnType, Partial<SchemaElement>>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  double: { type: 'DOUBLE' },
  float: { type: 'FLOAT' },
  boolean: { type: 'BOOLEAN' },
  instant: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' } },
  position: { type: 'INT64', logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: false, unit: 'MICROS' } },
};

const schemaOf = (columns: readonly FileColumn[]): SchemaElement[] => [
  { name: 'root', num_children: columns.length },
  ...columns.map(({ id, name, type, isNullable }): SchemaElement => ({
    name,
    field_id: id,
    repetition_type: isNullable ? 'OPTIONAL' : 'REQUIRED',
    ...TYPES[type],
  })),
];

interface ParquetFile {
  /** Writes a row group. A large table has several. */
  append(values: ColumnValues): void;
  /** Writes the footer, without which nobody can read the file. */
  close(): void;
}

/** Writes a local file, row group by row group, so that memory stays flat. */
export function writeParquet(
  path: string,
  columns: readonly FileColumn[],
  about: Readonly<Record<string, string>>,
): ParquetFile {
  const writer = new ParquetWriter({
    writer: fileWriter(path),
    schema: schemaOf(columns),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy: 'metered-water',
  });
  return {
    append(values) {
      const first = values[columns[0]?.name ?? '']?.length ?? 0;
      void writer.write({
        columnData: columns.map(({ name, type }) => ({
          name,
          data: [...(values[name] ?? [])],
          // Instants are an even distance apart, so their differences take almost no room.
          ...(type === 'instant' || type === 'position' ? { encoding: 'DELTA_BINARY_PACKED' as const } : {}),
        })),
        rowGroupSize: Math.max(1, first),
      });
    },
    close() {
      void writer.finish();
    },
  };
}

/** Instants stay microseconds. A Date would cut them to milliseconds. */
const PARSERS = { timestampFromMicroseconds: (micros: bigint): bigint => micros };

/** Number of rows of a local file, and what its footer says of each column. */
export async function readFooter(path: string, columns: readonly FileColumn[]): Promise<Footer> {
  const { num_rows, row_groups } = await parquetMetadataAsync(await asyncBufferFromFile(path), { parsers: PARSERS });
  const chunksOf = ({ name }: FileColumn): ChunkFacts[] =>
    row_groups.map(({ columns }) => {
      const statistics = columns.find(({ meta_data }) => meta_data?.path_in_schema.join('.') === name)?.meta_data
        ?.statistics;
      if (statistics?.null_count === undefined) throw new Error(`The footer lacks statistics of column ${name}.`);
      return {
        nulls: Number(statistics.null_count),
        least: cellOf(statistics.min_value),
        most: cellOf(statistics.max_value),
      };
    });
  return { rows: Number(num_rows), chunks: new Map(columns.map((column) => [column.id, chunksOf(column)])) };
}

const cellOf = (value: unknown): FileCell =>
  ['string', 'number', 'bigint', 'boolean'].includes(typeof value) ? (value as FileCell) : null;

/**
 * The row groups of a local file, one after the other.
 * @throws Error for a file that is no Parquet, or lacks a column
 */
export async function* readParquet(path: string, columns: readonly FileColumn[]): AsyncGenerator<ColumnValues> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = await parquetReadObjects({
      file,
      metadata,
      columns: columns.map(({ name }) => name),
      rowStart,
      rowEnd,
      parsers: PARSERS,
    });
    yield Object.fromEntries(
      // Cells are of the types that the schema of these columns names.
      columns.map(({ name }) => [name, rows.map((row) => (row[name] ?? null) as FileCell)]),
    );
    rowStart = rowEnd;
  }
}
