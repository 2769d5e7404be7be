import type { ColumnType } from '../archive/columns.ts';

export type FileCell = string | number | bigint | boolean | null;

/** Facts about a column in one row group of a file. `least` and `most` are null where every value is null. */
export interface ChunkFacts {
  readonly nulls: number;
  readonly least: FileCell;
  readonly most: FileCell;
}

export interface Footer {
  readonly rows: number;
  /** By the column's id. */
  readonly chunks: ReadonlyMap<number, readonly ChunkFacts[]>;
}

/** A value as Iceberg writes it where single values stand alone, as bounds do. */
export function singleValue(type: ColumnType, cell: string | number | bigint | boolean): Buffer {
  if (type === 'text') return Buffer.from(String(cell), 'utf8');
  if (type === 'boolean') return Buffer.from([cell === true ? 1 : 0]);
  const bytes = Buffer.alloc(type === 'float' ? 4 : 8);
  if (type === 'float') bytes.writeFloatLE(Number(cell));
  else if (type === 'double') bytes.writeDoubleLE(Number(cell));
  else bytes.writeBigInt64LE(BigInt(cell));
  return bytes;
}

/** Texts by their bytes, as tables compare them; all other values by themselves. */
const isBefore = (one: NonNullable<FileCell>, other: NonNullable<FileCell>): boolean =>
  typeof one === 'string' && typeof other === 'string'
    ? Buffer.compare(Buffer.from(one), Buffer.from(other)) < 0
    : one < other;

/** The least and the largest value of a column; null: it has no value. */
export function columnBounds(type: ColumnType, chunks: readonly ChunkFacts[]): readonly [Buffer, Buffer] | null {
  const outermost = (cells: readonly FileCell[], isFurther: typeof isBefore): NonNullable<FileCell> | null =>
    cells.reduce<NonNullable<FileCell> | null>(
      (found, cell) => (cell === null || (found !== null && !isFurther(cell, found)) ? found : cell),
      null,
    );
  const least = outermost(
    chunks.map((chunk) => chunk.least),
    isBefore,
  );
  const most = outermost(
    chunks.map((chunk) => chunk.most),
    (one, other) => isBefore(other, one),
  );
  return least === null || most === null ? null : [singleValue(type, least), singleValue(type, most)];
}
