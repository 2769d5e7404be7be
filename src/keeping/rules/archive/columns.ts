/** Storage of a column. Instants and positions on a clock are microseconds since 1970-01-01. */
export type ColumnType = 'text' | 'double' | 'float' | 'boolean' | 'instant' | 'position';

export interface FileColumn {
  /** By which tables know the column, whatever its name. It is never given to another column of the same table. */
  readonly id: number;
  readonly name: string;
  readonly type: ColumnType;
  readonly isNullable: boolean;
}

const column = (id: number, name: string, type: ColumnType, isNullable = false): FileColumn => ({
  id,
  name,
  type,
  isNullable,
});

/** Stands in every row, because engines read all industries together. Files of version 1 lack it. */
export const INDUSTRY_COLUMN = column(1, 'industry_id', 'text');
const UNIT_COLUMN = column(2, 'unit_id', 'text');
export const CLOCK_COLUMN = column(4, 'business_at', 'position');

/** Values and registers as devices sent them, before flow_factor; created_on and received_at in UTC. */
export const READING_COLUMNS: readonly FileColumn[] = [
  UNIT_COLUMN,
  column(3, 'created_on', 'instant'),
  CLOCK_COLUMN,
  column(5, 'value', 'double', true),
  column(6, 'summed_value', 'double', true),
  column(7, 'estimated', 'boolean'),
  column(8, 'offline_minutes', 'float', true),
  column(9, 'register_excluded', 'boolean'),
  column(10, 'received_at', 'instant'),
];

export const SAMPLE_COLUMNS: readonly FileColumn[] = [
  UNIT_COLUMN,
  column(5, 'parameter', 'text'),
  column(3, 'created_on', 'instant'),
  CLOCK_COLUMN,
  column(6, 'value', 'double'),
  column(7, 'estimated', 'boolean'),
];
