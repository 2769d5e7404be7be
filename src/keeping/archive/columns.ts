import type { ColumnValues } from '../archive-files/parquet.ts';
import type { ReadingRows, SampleRows } from '../rules/archive/months.ts';

export const readingValues = (industryId: string, unitId: string, rows: ReadingRows): ColumnValues => ({
  industry_id: rows.createdOn.map(() => industryId),
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

export const sampleValues = (industryId: string, unitId: string, rows: SampleRows): ColumnValues => ({
  industry_id: rows.createdOn.map(() => industryId),
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
