import { BUILDERS } from '../../../../src/reports/rules/builders.ts';
import type { Cell, ReportDocument, TableSection } from '../../../../src/reports/rules/document.ts';
import type { ReportInput } from '../../../../src/reports/rules/input.ts';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import { reportInput, type Works } from './works.ts';

export const DAY = businessDate('2026-06-10');
const LATER = '2026-06-12T08:00:00Z';

/** The report of these works some days later. @param change of its input, for figures that works do not have */
export const build = (works: Omit<Works, 'now'> & { readonly now?: string }, change = (input: ReportInput) => input) =>
  BUILDERS[works.request.service].build(change(reportInput({ now: LATER, ...works })));

/** A request for {@link DAY}. */
export const request = (
  service: Works['request']['service'],
  reportType: Works['request']['reportType'] = 'daily',
) => ({ service, reportType, startDate: DAY });

/** The first table of a report whose id begins so. */
export const tableOf = ({ sections }: ReportDocument, id: string): TableSection => {
  const found = sections.find((section) => section.kind === 'table' && section.id.startsWith(id));
  if (found?.kind !== 'table') throw new Error(`The report has no table ${id}.`);
  return found;
};

/** Cells of a column, from top to bottom. */
export const columnOf = ({ columns, rows }: TableSection, id: string): readonly (Cell | undefined)[] =>
  rows.map(({ cells }) => cells[columns.findIndex((column) => column.id === id)]);
