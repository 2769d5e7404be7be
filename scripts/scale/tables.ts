import type { Part } from './run.ts';

const HEADER = ['job', 'jobs', 'process ms', 'database ms', 'ms an industry'];
const WIDTHS = [34, 7, 11, 11, 14];
const aligned = (cells: readonly string[]): string =>
  cells
    .map((cell, column) => (column === 0 ? cell.padEnd(WIDTHS[0] ?? 0) : cell.padStart(WIDTHS[column] ?? 0)))
    .join(' | ');
const shown = (milliseconds: number | null): string => (milliseconds === null ? '?' : milliseconds.toFixed(0));

/** The costs of a part as a table, the dearest first. */
export function partTable({ name, sites, costs }: Part): string {
  const rows = [...costs].map(([job, cost]) => ({ job, ...cost, all: cost.process + (cost.database ?? 0) }));
  const sorted = rows.toSorted((a, b) => b.all - a.all);
  const total = rows.reduce((sum, { all }) => sum + all, 0);
  return [
    `${name}, ${sites} industries: ${shown(total)} ms`,
    aligned(HEADER),
    ...sorted.map(({ job, jobs, process, database, all }) =>
      aligned([job, String(jobs), shown(process), shown(database), (all / sites).toFixed(2)]),
    ),
  ].join('\n');
}
