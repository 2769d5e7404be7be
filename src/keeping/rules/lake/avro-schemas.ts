import { PARTITION_FIELDS } from './tables.ts';

/*
 * Records of Iceberg's format version 2 as Avro writes them. Engines know a field by its number, some by its name.
 * https://iceberg.apache.org/spec/#manifests
 */

type Schema = string | object;

const required = (id: number, name: string, type: Schema) => ({ name, type, 'field-id': id });
const optional = (id: number, name: string, type: Schema) => ({
  name,
  type: ['null', type],
  default: null,
  'field-id': id,
});
const list = (id: number, items: Schema) => ({ type: 'array', items, 'element-id': id });
/** A map with numbers as keys, which Avro has as a list of pairs. */
const mapOf = (keyId: number, valueId: number, value: Schema) => ({
  type: 'array',
  logicalType: 'map',
  items: {
    type: 'record',
    name: `k${keyId}_v${valueId}`,
    fields: [required(keyId, 'key', 'int'), required(valueId, 'value', value)],
  },
});

const [INDUSTRY, MONTH] = PARTITION_FIELDS;

const DATA_FILE = {
  type: 'record',
  name: 'r2',
  fields: [
    required(134, 'content', 'int'),
    required(100, 'file_path', 'string'),
    required(101, 'file_format', 'string'),
    required(102, 'partition', {
      type: 'record',
      name: 'r102',
      fields: [optional(INDUSTRY['field-id'], INDUSTRY.name, 'string'), optional(MONTH['field-id'], MONTH.name, 'int')],
    }),
    required(103, 'record_count', 'long'),
    required(104, 'file_size_in_bytes', 'long'),
    optional(108, 'column_sizes', mapOf(117, 118, 'long')),
    optional(109, 'value_counts', mapOf(119, 120, 'long')),
    optional(110, 'null_value_counts', mapOf(121, 122, 'long')),
    optional(137, 'nan_value_counts', mapOf(138, 139, 'long')),
    optional(125, 'lower_bounds', mapOf(126, 127, 'bytes')),
    optional(128, 'upper_bounds', mapOf(129, 130, 'bytes')),
    optional(131, 'key_metadata', 'bytes'),
    optional(132, 'split_offsets', list(133, 'long')),
    optional(135, 'equality_ids', list(136, 'int')),
    optional(140, 'sort_order_id', 'int'),
  ],
};

/** One row for each data file. */
export const ENTRY_SCHEMA = {
  type: 'record',
  name: 'manifest_entry',
  fields: [
    required(0, 'status', 'int'),
    optional(1, 'snapshot_id', 'long'),
    optional(3, 'sequence_number', 'long'),
    optional(4, 'file_sequence_number', 'long'),
    required(2, 'data_file', DATA_FILE),
  ],
};

/** One row for each file of entries. */
export const ENTRIES_SCHEMA = {
  type: 'record',
  name: 'manifest_file',
  fields: [
    required(500, 'manifest_path', 'string'),
    required(501, 'manifest_length', 'long'),
    required(502, 'partition_spec_id', 'int'),
    required(517, 'content', 'int'),
    required(515, 'sequence_number', 'long'),
    required(516, 'min_sequence_number', 'long'),
    required(503, 'added_snapshot_id', 'long'),
    required(504, 'added_files_count', 'int'),
    required(505, 'existing_files_count', 'int'),
    required(506, 'deleted_files_count', 'int'),
    required(512, 'added_rows_count', 'long'),
    required(513, 'existing_rows_count', 'long'),
    required(514, 'deleted_rows_count', 'long'),
    optional(
      507,
      'partitions',
      list(508, {
        type: 'record',
        name: 'r508',
        fields: [
          required(509, 'contains_null', 'boolean'),
          optional(518, 'contains_nan', 'boolean'),
          optional(510, 'lower_bound', 'bytes'),
          optional(511, 'upper_bound', 'bytes'),
        ],
      }),
    ),
    optional(519, 'key_metadata', 'bytes'),
  ],
};
