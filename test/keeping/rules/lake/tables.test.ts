import { describe, expect, it } from 'vitest';
import { READING_COLUMNS, SAMPLE_COLUMNS } from '../../../../src/keeping/rules/archive/columns.ts';
import { singleValue, columnBounds, type FileCell } from '../../../../src/keeping/rules/lake/bounds.ts';
import {
  type TableEntry,
  entriesFile,
  industryOf,
  keptEntry,
  newEntry,
} from '../../../../src/keeping/rules/lake/entries.ts';
import { metadataOf } from '../../../../src/keeping/rules/lake/metadata.ts';
import { icebergSchema, READING_TABLE, SAMPLE_TABLE } from '../../../../src/keeping/rules/lake/tables.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';

const chunk = (least: FileCell, most: FileCell, nulls = 0) => ({ least, most, nulls });

describe('bounds of a column', () => {
  it('are the outermost ones of its row groups, in the bytes that Iceberg names', () => {
    expect(columnBounds('position', [chunk(3n, 5n), chunk(-2n, 4n)])).toEqual([
      Buffer.from('feffffffffffffff', 'hex'),
      Buffer.from('0500000000000000', 'hex'),
    ]);
    expect([singleValue('double', -1.5), singleValue('float', 0.5), singleValue('boolean', true)].map(String)).toEqual(
      ['000000000000f8bf', '0000003f', '01'].map((hex) => String(Buffer.from(hex, 'hex'))),
    );
  });

  it('of texts go by their bytes, where those of UTF-16 would go the other way', () => {
    const [astral, last] = ['\u{1F4A7}', '\uFFFD'];
    expect(astral < last).toBe(true);
    expect(columnBounds('text', [chunk(astral, astral), chunk(last, last)])?.map(String)).toEqual([last, astral]);
  });

  it('pass row groups by that have no value, and are none where all are such', () => {
    expect(columnBounds('double', [chunk(null, null, 4), chunk(2, 3)])).toEqual([
      singleValue('double', 2),
      singleValue('double', 3),
    ]);
    expect(columnBounds('double', [chunk(null, null, 4)])).toBeNull();
    expect(columnBounds('double', [])).toBeNull();
  });
});

const entryOf = (month: string, rows = 4, version = 7): TableEntry =>
  newEntry(READING_TABLE, version, {
    path: `/archive/lake/readings/data/${month}.parquet`,
    industryId: 'A.B',
    month: businessDate(`${month}-01`),
    bytes: 100,
    footer: { rows, chunks: new Map([[5, [chunk(null, null, 1), chunk(1, 2, 2)]]]) },
  });

describe('an entry of a table', () => {
  it('counts values and those that are null, by the number of the column', () => {
    const { data_file } = entryOf('2026-01');
    expect(data_file.null_value_counts.find(({ key }) => key === 5)).toEqual({ key: 5, value: 3 });
    expect(data_file.value_counts.find(({ key }) => key === 5)).toEqual({ key: 5, value: 4 });
    expect([data_file.lower_bounds, data_file.upper_bounds]).toEqual([
      [{ key: 5, value: singleValue('double', 1) }],
      [{ key: 5, value: singleValue('double', 2) }],
    ]);
  });

  it.each([
    ['1970-01', 0],
    ['1969-12', -1],
    ['2026-03', 674],
  ])('of %s stands in month %i since 1970', (month, expected) => {
    expect(entryOf(month).data_file.partition).toEqual({ industry: 'A.B', business_at_month: expected });
  });

  it('that stays keeps the version in which it came, and goes with its table to another place', () => {
    const kept = keptEntry(entryOf('2026-01'), '/archive/lake/readings', 's3://bucket/lake/readings');
    expect(kept).toMatchObject({ status: 0, snapshot_id: 7, sequence_number: 7 });
    expect(kept.data_file.file_path).toBe('s3://bucket/lake/readings/data/2026-01.parquet');
  });
});

describe('a file of entries', () => {
  it('says how much is new, of which industry it is, and from which month to which', () => {
    const kept = keptEntry(entryOf('2025-12', 10, 3), '/a', '/a');
    const file = entriesFile('/entries', 50, 8, [kept, entryOf('2026-02', 4, 8)]);
    expect(file).toMatchObject({
      added_files_count: 1,
      added_rows_count: 4,
      existing_files_count: 1,
      existing_rows_count: 10,
      sequence_number: 8,
      min_sequence_number: 3,
    });
    expect(industryOf(file)).toBe('A.B');
    expect(file.partitions[1]).toMatchObject({
      lower_bound: Buffer.from('9f020000', 'hex'),
      upper_bound: Buffer.from('a1020000', 'hex'),
    });
  });
});

describe('the metadata of a table', () => {
  it('have one snapshot, by the number of the version, with what its files hold', () => {
    const files = [entriesFile('/e', 1, 8, [entryOf('2026-01')]), entriesFile('/f', 1, 8, [entryOf('2026-02')])];
    const place = { uuid: 'u', location: '/archive/lake/readings', now: 5, list: '/list' };
    const metadata = metadataOf(READING_TABLE, { ...place, version: 8, files });
    expect(metadata.snapshots).toEqual([
      {
        'snapshot-id': 8,
        'sequence-number': 8,
        'timestamp-ms': 5,
        'manifest-list': '/list',
        summary: { operation: 'overwrite', 'total-data-files': '2', 'total-records': '8' },
        'schema-id': 0,
      },
    ]);
    expect(metadata).toMatchObject({ 'current-snapshot-id': 8, 'last-column-id': 10, 'last-partition-id': 1001 });
  });

  // A number that was given away once stands in files, so no other column may get it.
  it('name columns by numbers that never change', () => {
    const numbers = (table: typeof READING_TABLE) =>
      icebergSchema(table).fields.map(({ id, name, type, required }) => `${id} ${name} ${type}${required ? '' : '?'}`);
    expect(numbers(READING_TABLE)).toEqual([
      '1 industry_id string',
      '2 unit_id string',
      '3 created_on timestamptz',
      '4 business_at timestamp',
      '5 value double?',
      '6 summed_value double?',
      '7 estimated boolean',
      '8 offline_minutes float?',
      '9 register_excluded boolean',
      '10 received_at timestamptz',
    ]);
    expect(numbers(SAMPLE_TABLE)).toEqual([
      '1 industry_id string',
      '2 unit_id string',
      '5 parameter string',
      '3 created_on timestamptz',
      '4 business_at timestamp',
      '6 value double',
      '7 estimated boolean',
    ]);
    for (const columns of [READING_COLUMNS, SAMPLE_COLUMNS])
      expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length);
  });
});
