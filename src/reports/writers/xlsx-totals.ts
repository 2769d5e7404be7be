import { minus, sum } from '../../kernel/measure/exact.ts';
import type { Column } from '../rules/document.ts';
import { maxOrNull, meanOrNull } from '../../figures/rules/processors/numbers.ts';
import { decimalsOf } from './cell-text.ts';
import type { PlacedTable } from './xlsx-table.ts';

/** A printed total, with the formula that computes it again from the rows. */
interface Recomputed {
  readonly table: string;
  readonly column: Column;
  readonly printed: number;
  /** Decimals of the total's column. */
  readonly decimals: number;
  readonly formula: string;
  /** Result of the formula from the cells it names, for programs that do not calculate. */
  readonly result: number;
}

/** The difference that the formula gives. */
export const differenceOf = ({ printed, result }: Pick<Recomputed, 'printed' | 'result'>): number =>
  Math.round(minus(printed, result) * 1e6) / 1e6 + 0;

/** Name of a sheet in formulas: `'It''s'!`. */
const sheetReference = (name: string): string => `'${name.replaceAll("'", "''")}'!`;

function columnLetters(number: number): string {
  const rest = (number - 1) % 26;
  const letter = String.fromCharCode(65 + rest);
  return number > 26 ? columnLetters((number - 1 - rest) / 26) + letter : letter;
}

/** Every figure of a total row whose column has a rule. Rows that are subtotals are not counted twice. */
export function recomputedTotals(placed: PlacedTable): readonly Recomputed[] {
  const { table, rowNumbers, columnNumbers, sheet } = placed;
  const total = table.rows.findLast(({ role }) => role === 'total');
  const rows = rowNumbers.filter((_, index) => table.rows[index]?.role === 'row');
  if (total === undefined || rows.length === 0) return [];
  return table.columns.flatMap((column, index) => {
    const cell = total.cells[index];
    if (cell?.kind !== 'quantity' && cell?.kind !== 'level' && cell?.kind !== 'count') return [];
    const columnNumber = columnNumbers[index] ?? 1;
    const figures = rows.flatMap((row) => {
      const { value } = sheet.getRow(row).getCell(columnNumber);
      return typeof value === 'number' ? [{ row, value }] : [];
    });
    const result = resultOf(
      column.total,
      figures.map(({ value }) => value),
    );
    const formula = formulaOf(column.total, {
      sheet: sheetReference(sheet.name),
      letters: columnLetters(columnNumber),
      rows,
      lastWithFigure: figures.at(-1)?.row,
    });
    return formula === null || result === null
      ? []
      : [
          {
            table: table.title,
            column,
            printed: cell.value,
            decimals: decimalsOf(column, table.rows, index)(cell),
            formula,
            result,
          },
        ];
  });
}

/** Result of a total's formula; null where it has no figure. */
function resultOf(total: Column['total'], figures: readonly number[]): number | null {
  switch (total) {
    case 'sum':
      return sum(figures);
    case 'mean':
      return meanOrNull(figures);
    case 'max':
      return maxOrNull(figures);
    case 'last':
      return figures.at(-1) ?? null;
    case 'none':
      return null;
  }
}

interface Range {
  readonly sheet: string;
  readonly letters: string;
  readonly rows: readonly number[];
  readonly lastWithFigure: number | undefined;
}

/** A function takes no more arguments. */
const MOST_ARGUMENTS = 250;
const FUNCTIONS = { sum: 'SUM', mean: 'AVERAGE', max: 'MAX' } as const;

function formulaOf(total: Column['total'], { sheet, letters, rows, lastWithFigure }: Range): string | null {
  if (total === 'none') return null;
  if (total === 'last') return lastWithFigure === undefined ? null : `${sheet}${letters}${lastWithFigure}`;
  const ranges = stretches(rows).map(([from, to]) => `${sheet}${letters}${from}:${letters}${to}`);
  return ranges.length > MOST_ARGUMENTS ? null : `${FUNCTIONS[total]}(${ranges.join(',')})`;
}

/** Neighbouring rows joined into ranges. */
function stretches(rows: readonly number[]): readonly (readonly [number, number])[] {
  const found: [number, number][] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last?.[1] === row - 1) last[1] = row;
    else found.push([row, row]);
  }
  return found;
}
