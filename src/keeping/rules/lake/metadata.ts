import type { EntriesFile } from './entries.ts';
import { icebergSchema, type LakeTable, PARTITION_FIELDS } from './tables.ts';

/** The part of a version's metadata that the next version needs. */
export interface StandingMetadata {
  readonly 'table-uuid': string;
  readonly location: string;
  readonly snapshots: readonly { readonly 'manifest-list': string }[];
}

/**
 * The metadata of a version of a table, in Iceberg's format version 2. A version has one snapshot, because a file that
 * is removed from the archive may stand in none. Version, snapshot and sequence have the same number.
 */
export function metadataOf(
  table: LakeTable,
  {
    version,
    uuid,
    location,
    now,
    list,
    files,
  }: {
    readonly version: number;
    readonly uuid: string;
    readonly location: string;
    readonly now: number;
    /** Path of the list of files of entries. */
    readonly list: string;
    readonly files: readonly EntriesFile[];
  },
) {
  const sum = (of: (file: EntriesFile) => number): string => String(files.reduce((total, file) => total + of(file), 0));
  const snapshot = {
    'snapshot-id': version,
    'sequence-number': version,
    'timestamp-ms': now,
    'manifest-list': list,
    summary: {
      operation: 'overwrite',
      'total-data-files': sum(
        ({ added_files_count, existing_files_count }) => added_files_count + existing_files_count,
      ),
      'total-records': sum(({ added_rows_count, existing_rows_count }) => added_rows_count + existing_rows_count),
    },
    'schema-id': 0,
  };
  return {
    'format-version': 2,
    'table-uuid': uuid,
    location,
    'last-sequence-number': version,
    'last-updated-ms': now,
    'last-column-id': Math.max(...table.columns.map(({ id }) => id)),
    'current-schema-id': 0,
    schemas: [icebergSchema(table)],
    'default-spec-id': 0,
    'partition-specs': [{ 'spec-id': 0, fields: PARTITION_FIELDS }],
    'last-partition-id': Math.max(...PARTITION_FIELDS.map((field) => field['field-id'])),
    'default-sort-order-id': 0,
    'sort-orders': [{ 'order-id': 0, fields: [] }],
    // An engine that drops the table or tidies it leaves the files, which may be the only copy of readings.
    properties: { 'gc.enabled': 'false' },
    'current-snapshot-id': version,
    refs: { main: { 'snapshot-id': version, type: 'branch' } },
    snapshots: [snapshot],
    'snapshot-log': [{ 'snapshot-id': version, 'timestamp-ms': now }],
    'metadata-log': [],
  };
}

/** Names in the folder of a table. */
export const HINT_FILE = 'metadata/version-hint.text';
export const metadataName = (version: number): string => `metadata/v${version}.metadata.json`;
export const listName = (version: number): string => `metadata/snapshot-${version}.avro`;
export const entriesName = (version: number, index: number): string => `metadata/entries-${version}-${index}.avro`;

/** Header of a file of entries: the facts that Iceberg asks for, by its keys. */
export const entriesHeader = (table: LakeTable): Record<string, string> => ({
  schema: JSON.stringify(icebergSchema(table)),
  'schema-id': '0',
  'partition-spec': JSON.stringify(PARTITION_FIELDS),
  'partition-spec-id': '0',
  'format-version': '2',
  content: 'data',
});

export const listHeader = (version: number): Record<string, string> => ({
  'snapshot-id': String(version),
  'parent-snapshot-id': 'null',
  'sequence-number': String(version),
  'format-version': '2',
});
