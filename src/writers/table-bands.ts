import type { Column, TableSection } from '../domain/reports/document.ts';

/** Columns that say what a row is about stand before every part of a table that is too wide. */
const MOST_LEADING = 2;
const LEADING_KINDS = new Set<Column['kind']>(['text', 'date', 'instant']);

/** Indexes of the columns of each part. */
export type TablePart = readonly number[];

/**
 * A table that is wider than a page, in parts below one another. Each part begins with the columns that say what a row
 * is about, so that no part needs another to be read.
 * @param mostColumns of a part
 */
export function bandsOf({ columns }: Pick<TableSection, 'columns'>, mostColumns: number): readonly TablePart[] {
  const all = columns.map((_, index) => index);
  if (columns.length <= mostColumns) return [all];
  const firstFigure = columns.findIndex(({ kind }) => !LEADING_KINDS.has(kind));
  const leading = all.slice(0, Math.min(firstFigure === -1 ? 1 : firstFigure, MOST_LEADING));
  const others = all.slice(leading.length);
  const room = Math.max(1, mostColumns - leading.length);
  // Parts alike, instead of a last one that is nearly empty.
  const perBand = Math.ceil(others.length / Math.ceil(others.length / room));
  return Array.from({ length: Math.ceil(others.length / perBand) }, (_, part) => [
    ...leading,
    ...others.slice(part * perBand, (part + 1) * perBand),
  ]);
}

/** Headings above neighbouring columns; null where no column of the part has one. */
export function groupsOf(
  columns: readonly Column[],
): readonly { readonly title: string | null; readonly span: number }[] | null {
  if (columns.every(({ group }) => group === null)) return null;
  const groups: { title: string | null; span: number }[] = [];
  for (const { group } of columns) {
    const last = groups.at(-1);
    if (last !== undefined && last.title === group) last.span += 1;
    else groups.push({ title: group, span: 1 });
  }
  return groups;
}
