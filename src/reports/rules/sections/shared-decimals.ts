import { decimalsFor } from '../../../kernel/format/figure-text.ts';
import { isMeasured } from '../cells.ts';
import type { Row, TableSection } from '../document.ts';

interface Shared {
  /** Columns that are read against one another. */
  readonly ids: readonly string[];
  /** Columns whose figures decide; absent: all. The length of a register says nothing about precision. */
  readonly deciding?: readonly string[];
  /** True when rows have units of their own. */
  readonly isAcrossUnits?: boolean;
}

/**
 * A table whose named columns share their decimals, because one column is the difference of the others. Rows decide,
 * and not their totals.
 */
export function withSharedDecimals(
  table: TableSection,
  { ids, deciding = ids, isAcrossUnits = false }: Shared,
): TableSection {
  const { columns, rows } = table;
  const isShared = columns.map(
    ({ id, unit, kind }) => ids.includes(id) && kind !== 'change' && (unit !== null || isAcrossUnits),
  );
  const valuesOf = (role: Row['role'], of: readonly string[]): readonly number[] =>
    rows
      .filter((row) => row.role === role)
      .flatMap(({ cells }) =>
        cells.flatMap((cell, at) =>
          isShared[at] === true && of.includes(columns[at]?.id ?? '') && isMeasured(cell) ? [cell.value] : [],
        ),
      );
  const figures = [valuesOf('row', deciding), valuesOf('row', ids), valuesOf('total', ids)];
  const decimals = decimalsFor(figures.find(({ length }) => length > 0) ?? []);
  return { ...table, columns: columns.map((column, at) => (isShared[at] === true ? { ...column, decimals } : column)) };
}
