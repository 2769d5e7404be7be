import { exactToBillionths, minus } from '../../kernel/measure/exact.ts';
import { isMeasured } from './cells.ts';
import type { Cell, ReportDocument, TableSection } from './document.ts';

/** A total that a report printed. */
export interface PrintedFigure {
  /** Identity of the figure, the same in the same report of another day. */
  readonly id: string;
  readonly name: string;
  /** Null: printed as missing. */
  readonly value: number | null;
  readonly unit: string;
}

/** A printed total and its present value. */
export interface RestatedFigure {
  readonly name: string;
  readonly unit: string;
  readonly was: number | null;
  readonly is: number | null;
}

/** Headlines and rows of totals, because people quote these from a report. Percentages and changes follow from them. */
export function printedFigures(document: ReportDocument): readonly PrintedFigure[] {
  const figures = [
    ...document.headlines.flatMap(({ title, value }) =>
      figureOf(`headline/${title}`, `${document.title}: ${title}`, value, ''),
    ),
    ...document.sections.flatMap((section) => (section.kind === 'table' ? totalsOf(section, document.title) : [])),
  ].map((figure) => ({ ...figure, id: `${document.service}/${figure.id}` }));
  // Two rows of one name would hide each other's change.
  const times = new Map<string, number>();
  return figures.map((figure) => {
    const before = times.get(figure.id) ?? 0;
    times.set(figure.id, before + 1);
    return before === 0 ? figure : { ...figure, id: `${figure.id}/${before + 1}` };
  });
}

function totalsOf({ id, title, columns, rows }: TableSection, report: string): PrintedFigure[] {
  return rows
    .filter(({ role }) => role !== 'row')
    .flatMap(({ cells }) => {
      const label = cells.flatMap((cell) => (cell.kind === 'text' ? [cell.text] : []))[0] ?? 'Total';
      return cells.flatMap((cell, index) => {
        const column = columns[index];
        return column === undefined || (column.kind !== 'quantity' && column.kind !== 'level')
          ? []
          : figureOf(
              `table/${id}/${label}/${column.id}`,
              `${report}: ${title}, ${label}, ${column.title}`,
              cell,
              column.unit ?? '',
            );
      });
    });
}

function figureOf(id: string, name: string, cell: Cell, unit: string): PrintedFigure[] {
  if (isMeasured(cell)) return [{ id, name, value: cell.value, unit: cell.unit }];
  return cell.kind === 'missing' ? [{ id, name, value: null, unit }] : [];
}

/**
 * Printed totals that differ by more than so many per cent. A figure that is missing in only one of the reports
 * differs. A figure that only one report has at all is left alone, because a unit may have come or gone.
 */
export function restatedFigures(
  printed: readonly PrintedFigure[],
  now: readonly PrintedFigure[],
  percent: number,
): readonly RestatedFigure[] {
  const present = new Map(now.map((figure) => [figure.id, figure]));
  return printed.flatMap(({ id, name, unit, value: was }) => {
    const figure = present.get(id);
    if (figure === undefined || !differs(was, figure.value, percent)) return [];
    return [{ name, unit: figure.unit === '' ? unit : figure.unit, was, is: figure.value }];
  });
}

function differs(was: number | null, is: number | null, percent: number): boolean {
  if (was === null || is === null) return was !== is;
  return exactToBillionths(Math.abs(minus(is, was)) * 100) > exactToBillionths(Math.abs(was) * percent);
}
