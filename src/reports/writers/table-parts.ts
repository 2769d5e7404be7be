import type { Column, TableSection } from '../rules/document.ts';

/** Most leading columns, which name the row and stand before every part of a wide table. */
const MOST_LEADING = 2;
export const LEADING_KINDS: ReadonlySet<Column['kind']> = new Set<Column['kind']>(['text', 'date', 'instant']);

/**
 * Most lines of a table that is kept on one page, because a page with only its last row says nothing. A longer table
 * would leave a third of a page empty before it.
 */
export const MOST_KEPT_LINES = 10;

/** Indexes of the columns of each part. */
export type TablePart = readonly number[];

/**
 * Parts of a table that is wider than a page, one below the other. Each part begins with the columns that name the row,
 * so that no part needs another to be read.
 * @param room width of a page
 * @param widths widths of the columns
 */
export function tableParts(
  { columns }: Pick<TableSection, 'columns'>,
  room: number,
  widths: readonly number[],
): readonly TablePart[] {
  const widthOf = (part: TablePart): number => part.reduce((sum, index) => sum + (widths[index] ?? 0), 0);
  const all = columns.map((_, index) => index);
  if (widthOf(all) <= room) return [all];
  const firstFigure = columns.findIndex(({ kind }) => !LEADING_KINDS.has(kind));
  const leading = all.slice(0, Math.min(firstFigure === -1 ? 1 : firstFigure, MOST_LEADING));
  const others = all.slice(leading.length);
  const left = room - widthOf(leading);
  // Parts have similar widths, because a last part would be nearly empty otherwise.
  const wanted = widthOf(others) / Math.ceil(widthOf(others) / Math.max(left, 1));
  const parts: number[][] = [];
  let used = Infinity;
  for (const index of others) {
    const width = widths[index] ?? 0;
    if (used + width > left || used >= wanted) {
      parts.push([...leading]);
      used = 0;
    }
    parts.at(-1)?.push(index);
    used += width;
  }
  return parts;
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
