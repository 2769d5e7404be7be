import { ServiceError } from '../../kernel/errors.ts';
import { figureText } from '../../kernel/format/figure-text.ts';
import type { ReportDocument } from './document.ts';
import { REPORT_FORMATS, type ReportFormat } from './terms.ts';

/**
 * Spec gap: no bound is stated. Each is written in some six seconds of processor time and 400 MB, and the service
 * writes one after another. Nobody reads more on paper; a list has no bound.
 */
export const MOST_CELLS: Readonly<Record<ReportFormat, number>> = {
  pdf: 60_000,
  html: 250_000,
  xlsx: 250_000,
  csv: Infinity,
};

/** @throws ServiceError 413 for more cells than the format holds, naming the formats that hold them. */
export function requireFits({ sections }: Pick<ReportDocument, 'sections'>, format: ReportFormat): void {
  let cells = 0;
  for (const section of sections) if (section.kind === 'table') cells += section.columns.length * section.rows.length;
  if (cells <= MOST_CELLS[format]) return;
  const others = REPORT_FORMATS.filter((other) => cells <= MOST_CELLS[other]).join(' or ');
  const most = figureText(MOST_CELLS[format], 0);
  const problem = `the report has ${figureText(cells, 0)} cells, and ${format} holds ${most}`;
  throw new ServiceError(
    413,
    `The report is too large: ${problem}. Ask for ${others}, for fewer units or days, or for GET /api/user/figures.`,
    [{ field: 'reportFormat', problem: `${problem}; allowed are ${others}` }],
  );
}
