import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects, type SchemaElement } from 'hyparquet';
import { fileWriter, ParquetWriter } from 'hyparquet-writer';

/** Storage of a column. Instants and positions on a clock are microseconds since 1970-01-01. */
type ColumnType = 'text' | 'double' | 'float' | 'boolean' | 'instant' | 'position';

export interface FileColumn {
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

type Cell = string | number | bigint | boolean | null;
/** Values by the column's name, all lists of one length. */
export type ColumnValues = Readonly<Record<string, readonly Cell[]>>;

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
  ...columns.map(({ name, type, isNullable }): SchemaElement => ({
    name,
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

/**
 * The row groups of a local file, one after the other.
 * @throws Error for a file that is no Parquet, or lacks a column
 */
export async function* readParquet(path: string, columns: readonly FileColumn[]): AsyncGenerator<ColumnValues> {
  const file = await asyncBufferFromFile(path);
  const asBigInt = (micros: bigint): bigint => micros;
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
      parsers: { timestampFromMicroseconds: asBigInt },
    });
    yield Object.fromEntries(
      // Cells are of the types that the schema of these columns names.
      columns.map(({ name }) => [name, rows.map((row) => (row[name] ?? null) as Cell)]),
    );
    rowStart = rowEnd;
  }
}
