import { CLOCK_COLUMN, type FileColumn, INDUSTRY_COLUMN, READING_COLUMNS, SAMPLE_COLUMNS } from '../archive/columns.ts';
import { type DataFileName, READINGS_FILE, SAMPLES_FILE, TABLE_FOLDERS } from '../archive/manifest.ts';

/** A table that engines read: one file for each industry and month. */
export interface LakeTable {
  readonly file: DataFileName;
  /** Folder in the archive. Its data stand in data/, what engines read first in metadata/. */
  readonly folder: string;
  readonly columns: readonly FileColumn[];
}

const table = (file: DataFileName, columns: readonly FileColumn[]): LakeTable => ({
  file,
  folder: TABLE_FOLDERS[file],
  columns: [INDUSTRY_COLUMN, ...columns],
});

export const READING_TABLE = table(READINGS_FILE, READING_COLUMNS);
export const SAMPLE_TABLE = table(SAMPLES_FILE, SAMPLE_COLUMNS);

const ICEBERG_TYPES: Readonly<Record<FileColumn['type'], string>> = {
  text: 'string',
  double: 'double',
  float: 'float',
  boolean: 'boolean',
  instant: 'timestamptz',
  position: 'timestamp',
};

export const icebergSchema = ({ columns }: LakeTable) => ({
  type: 'struct',
  'schema-id': 0,
  fields: columns.map(({ id, name, type, isNullable }) => ({
    id,
    name,
    required: !isNullable,
    type: ICEBERG_TYPES[type],
  })),
});

/** Each file is of one industry and one month of its clock. Iceberg numbers the parts of a partition from 1000 on. */
export const PARTITION_FIELDS = [
  { name: 'industry', transform: 'identity', 'source-id': INDUSTRY_COLUMN.id, 'field-id': 1000 },
  { name: 'business_at_month', transform: 'month', 'source-id': CLOCK_COLUMN.id, 'field-id': 1001 },
] as const;
