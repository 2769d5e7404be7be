/*
 * One stop of the tab key for a table of links. Arrow keys go from cell to cell, Home and End to the ends of a row.
 */

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const linksOf = (table: HTMLTableElement): HTMLAnchorElement[] => [
  ...table.querySelectorAll<HTMLAnchorElement>('tbody td a'),
];

/** Makes one link reachable by the tab key: the last visited one. */
function makeReachable(table: HTMLTableElement, reached: HTMLAnchorElement | undefined): void {
  for (const link of linksOf(table)) link.tabIndex = link === reached ? 0 : -1;
}

function linkFrom(cell: HTMLTableCellElement, key: string): HTMLAnchorElement | null {
  const row = cell.closest('tr');
  if (row === null) return null;
  if (key === 'Home' || key === 'End') {
    const links = [...row.querySelectorAll<HTMLAnchorElement>('td a')];
    return links.at(key === 'Home' ? 0 : -1) ?? null;
  }
  const [rows, columns] = STEPS[key] ?? [0, 0];
  const body = row.parentElement instanceof HTMLTableSectionElement ? row.parentElement.rows : null;
  return body?.[row.sectionRowIndex + rows]?.cells[cell.cellIndex + columns]?.querySelector('a') ?? null;
}

function move(event: KeyboardEvent): void {
  const cell = event.target instanceof Element ? event.target.closest('td') : null;
  const table = cell?.closest<HTMLTableElement>('table[data-grid]') ?? null;
  if (cell === null || table === null || !(event.key in STEPS || event.key === 'Home' || event.key === 'End')) return;
  const next = linkFrom(cell, event.key);
  if (next === null) return;
  event.preventDefault();
  makeReachable(table, next);
  next.focus();
}

const begin = (): void => {
  for (const table of document.querySelectorAll<HTMLTableElement>('table[data-grid]'))
    makeReachable(table, linksOf(table)[0]);
};

document.addEventListener('keydown', move);
document.addEventListener('anew', begin);
begin();
