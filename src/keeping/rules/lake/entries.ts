import type { BusinessDate } from '../../../kernel/time/types.ts';
import { columnBounds, type Footer } from './bounds.ts';
import type { LakeTable } from './tables.ts';

interface Pair<T> {
  readonly key: number;
  readonly value: T;
}

/** A row of ENTRY_SCHEMA: a data file of a table. */
export interface TableEntry {
  /** 0: it was there in the version before; 1: it is new. */
  readonly status: 0 | 1;
  /** The version in which the file came. */
  readonly snapshot_id: number;
  readonly sequence_number: number;
  readonly file_sequence_number: number;
  readonly data_file: {
    readonly content: 0;
    readonly file_path: string;
    readonly file_format: 'PARQUET';
    readonly partition: { readonly industry: string; readonly business_at_month: number };
    readonly record_count: number;
    readonly file_size_in_bytes: number;
    readonly value_counts: readonly Pair<number>[];
    readonly null_value_counts: readonly Pair<number>[];
    readonly lower_bounds: readonly Pair<Buffer>[];
    readonly upper_bounds: readonly Pair<Buffer>[];
  };
}

/** A row of ENTRIES_SCHEMA: a file of entries, all of one industry. */
export interface EntriesFile {
  readonly manifest_path: string;
  readonly manifest_length: number;
  readonly partition_spec_id: 0;
  readonly content: 0;
  readonly sequence_number: number;
  readonly min_sequence_number: number;
  readonly added_snapshot_id: number;
  readonly added_files_count: number;
  readonly existing_files_count: number;
  readonly deleted_files_count: number;
  readonly added_rows_count: number;
  readonly existing_rows_count: number;
  readonly deleted_rows_count: number;
  readonly partitions: readonly {
    readonly contains_null: boolean;
    readonly lower_bound: Buffer;
    readonly upper_bound: Buffer;
  }[];
}

const monthsSince1970 = (month: BusinessDate): number =>
  (Number(month.slice(0, 4)) - 1970) * 12 + Number(month.slice(5, 7)) - 1;

/** A file that comes in a version. */
export function newEntry(
  { columns }: LakeTable,
  version: number,
  file: {
    readonly path: string;
    readonly industryId: string;
    readonly month: BusinessDate;
    readonly bytes: number;
    readonly footer: Footer;
  },
): TableEntry {
  const { rows, chunks } = file.footer;
  const ofColumns = columns.map(({ id, type }) => {
    const own = chunks.get(id) ?? [];
    return { key: id, nulls: own.reduce((sum, { nulls }) => sum + nulls, 0), bounds: columnBounds(type, own) };
  });
  const bounds = (side: 0 | 1): Pair<Buffer>[] =>
    ofColumns.flatMap(({ key, bounds }) => (bounds === null ? [] : [{ key, value: bounds[side] }]));
  return {
    status: 1,
    snapshot_id: version,
    sequence_number: version,
    file_sequence_number: version,
    data_file: {
      content: 0,
      file_path: file.path,
      file_format: 'PARQUET',
      partition: { industry: file.industryId, business_at_month: monthsSince1970(file.month) },
      record_count: rows,
      file_size_in_bytes: file.bytes,
      value_counts: ofColumns.map(({ key }) => ({ key, value: rows })),
      null_value_counts: ofColumns.map(({ key, nulls }) => ({ key, value: nulls })),
      lower_bounds: bounds(0),
      upper_bounds: bounds(1),
    },
  };
}

export const movedPath = (path: string, from: string, to: string): string =>
  path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;

/** A file that stays, in a table that stands at another place now or at the same. */
export const keptEntry = (entry: TableEntry, from: string, to: string): TableEntry => ({
  ...entry,
  status: 0,
  data_file: { ...entry.data_file, file_path: movedPath(entry.data_file.file_path, from, to) },
});

const monthBytes = (month: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32LE(month);
  return bytes;
};

/** @param entries of one industry, at least one */
export function entriesFile(path: string, bytes: number, version: number, entries: readonly TableEntry[]): EntriesFile {
  const count = (status: 0 | 1): { files: number; rows: number } => {
    const of = entries.filter((entry) => entry.status === status);
    return { files: of.length, rows: of.reduce((sum, { data_file }) => sum + data_file.record_count, 0) };
  };
  const [existing, added] = [count(0), count(1)];
  const industry = Buffer.from(entries[0]?.data_file.partition.industry ?? '', 'utf8');
  const months = entries.map(({ data_file }) => data_file.partition.business_at_month);
  return {
    manifest_path: path,
    manifest_length: bytes,
    partition_spec_id: 0,
    content: 0,
    sequence_number: version,
    min_sequence_number: Math.min(...entries.map(({ sequence_number }) => sequence_number)),
    added_snapshot_id: version,
    added_files_count: added.files,
    existing_files_count: existing.files,
    deleted_files_count: 0,
    added_rows_count: added.rows,
    existing_rows_count: existing.rows,
    deleted_rows_count: 0,
    partitions: [
      { contains_null: false, lower_bound: industry, upper_bound: industry },
      {
        contains_null: false,
        lower_bound: monthBytes(Math.min(...months)),
        upper_bound: monthBytes(Math.max(...months)),
      },
    ],
  };
}

export const industryOf = ({ partitions }: EntriesFile): string => partitions[0]?.lower_bound.toString('utf8') ?? '';
