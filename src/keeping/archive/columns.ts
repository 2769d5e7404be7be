import type { FileColumn, ColumnValues } from '../archive-files/parquet.ts';
import type { ReadingRows, SampleRows } from '../rules/archive/months.ts';

const column = (name: string, type: FileColumn['type'], isNullable = false): FileColumn => ({ name, type, isNullable });

/** Values and registers as devices sent them, before flow_factor; created_on and received_at in UTC. */
export const READING_COLUMNS: readonly FileColumn[] = [
  column('unit_id', 'text'),
  column('created_on', 'instant'),
  column('business_at', 'position'),
  column('value', 'double', true),
  column('summed_value', 'double', true),
  column('estimated', 'boolean'),
  column('offline_minutes', 'float', true),
  column('register_excluded', 'boolean'),
  column('received_at', 'instant'),
];

export const SAMPLE_COLUMNS: readonly FileColumn[] = [
  column('unit_id', 'text'),
  column('parameter', 'text'),
  column('created_on', 'instant'),
  column('business_at', 'position'),
  column('value', 'double'),
  column('estimated', 'boolean'),
];

export const readingValues = (unitId: string, rows: ReadingRows): ColumnValues => ({
  unit_id: rows.createdOn.map(() => unitId),
  created_on: rows.createdOn,
  business_at: rows.businessAt,
  value: rows.value,
  summed_value: rows.register,
  estimated: rows.estimated,
  offline_minutes: rows.offlineMinutes,
  register_excluded: rows.registerExcluded,
  received_at: rows.receivedAt,
});

export const sampleValues = (unitId: string, rows: SampleRows): ColumnValues => ({
  unit_id: rows.createdOn.map(() => unitId),
  parameter: rows.parameter,
  created_on: rows.createdOn,
  business_at: rows.businessAt,
  value: rows.value,
  estimated: rows.estimated,
});

type Cell = ColumnValues[string][number];

const cells = <T extends Cell>(values: ColumnValues, name: string, fits: (cell: Cell) => cell is T): readonly T[] => {
  const of = values[name] ?? [];
  if (!of.every(fits)) throw new TypeError(`Column ${name} of the file holds what it must not.`);
  return of;
};
const isText = (cell: Cell): cell is string => typeof cell === 'string';
const isInstant = (cell: Cell): cell is bigint => typeof cell === 'bigint';
const isNumber = (cell: Cell): cell is number => typeof cell === 'number';
const isNumberOrNull = (cell: Cell): cell is number | null => cell === null || typeof cell === 'number';
const isBoolean = (cell: Cell): cell is boolean => typeof cell === 'boolean';

/**
 * The unit of a row group, all rows of which are of one unit.
 * @throws TypeError for any other row group.
 */
export function unitOf(values: ColumnValues): string {
  const [unitId, ...others] = new Set(cells(values, 'unit_id', isText));
  if (unitId === undefined || others.length > 0) throw new TypeError('A part of the file is not of one unit.');
  return unitId;
}

export const readingRowsIn = (values: ColumnValues): ReadingRows => ({
  createdOn: cells(values, 'created_on', isInstant),
  businessAt: cells(values, 'business_at', isInstant),
  value: cells(values, 'value', isNumberOrNull),
  register: cells(values, 'summed_value', isNumberOrNull),
  estimated: cells(values, 'estimated', isBoolean),
  offlineMinutes: cells(values, 'offline_minutes', isNumberOrNull),
  registerExcluded: cells(values, 'register_excluded', isBoolean),
  receivedAt: cells(values, 'received_at', isInstant),
});

export const sampleRowsIn = (values: ColumnValues): SampleRows => ({
  parameter: cells(values, 'parameter', isText),
  createdOn: cells(values, 'created_on', isInstant),
  businessAt: cells(values, 'business_at', isInstant),
  value: cells(values, 'value', isNumber),
  estimated: cells(values, 'estimated', isBoolean),
});
