import { decimalsFor } from '../../look/figure-text.ts';
import type { TableSection } from '../document.ts';
import { isMeasured } from '../meters.ts';

/** Litres of a cubic metre. */
const MOST_SHARED = 3;

/**
 * A table whose named columns are written with the same decimals, because one of them is the others' difference.
 * Columns without one unit for all rows are left as they are.
 */
export function withSharedDecimals(table: TableSection, ids: readonly string[]): TableSection {
  const { columns, rows } = table;
  const shared = columns.map(({ id, unit, kind }) => ids.includes(id) && unit !== null && kind !== 'change');
  const wanted = columns.flatMap((_, at) =>
    shared[at] === true
      ? [decimalsFor(rows.flatMap(({ cells }) => (cells[at] && isMeasured(cells[at]) ? [cells[at].value] : [])))]
      : [],
  );
  const decimals = Math.min(MOST_SHARED, Math.max(0, ...wanted));
  return { ...table, columns: columns.map((column, at) => (shared[at] === true ? { ...column, decimals } : column)) };
}
