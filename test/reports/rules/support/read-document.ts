import type { Cell, ReportDocument, TableSection } from '../../../../src/reports/rules/document.ts';

export function tableOf(document: ReportDocument, id: string): TableSection {
  const found = document.sections.find((section) => section.kind === 'table' && section.id === id);
  if (found?.kind !== 'table') throw new Error(`There is no table ${id}`);
  return found;
}

/** What is in a cell, without what kind it is of; null for what is missing. */
export function plain(cell: Cell | undefined | null): string | number | null {
  if (cell == null) return null;
  switch (cell.kind) {
    case 'missing':
      return null;
    case 'quantity':
    case 'level':
    case 'count':
      return cell.value;
    case 'percent':
    case 'change':
      return cell.share;
    case 'text':
      return cell.text;
    case 'instant':
      return new Date(cell.epochMs).toISOString();
    case 'date':
      return cell.date;
    case 'duration':
      return cell.minutes;
  }
}

/** A table as rows of plain values by the ids of its columns. */
export const plainRows = ({
  columns,
  rows,
}: TableSection): readonly Readonly<Record<string, string | number | null>>[] =>
  rows.map(({ cells }) => Object.fromEntries(columns.map(({ id }, index) => [id, plain(cells[index])])));

/** Every table has a cell for each column; every chart a value for each point. */
export function misfits({ sections }: ReportDocument): readonly string[] {
  return sections.flatMap((section) => {
    if (section.kind === 'table')
      return section.rows.every(({ cells }) => cells.length === section.columns.length) ? [] : [section.id];
    if (section.kind === 'chart') {
      const { x, series } = section.chart;
      return series.every(({ values, estimated }) => values.length === x.length && estimated.length === x.length)
        ? []
        : [section.id];
    }
    return [];
  });
}
