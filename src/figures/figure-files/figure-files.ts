import type { DataContext } from '../../context.ts';
import { invalid } from '../../kernel/errors.ts';
import { type Industry, requireUnit } from '../../kernel/industry/industry.ts';
import { industryFrom } from '../../kernel/industry/retired.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { FigureFormat } from '../rules/figures/figure-rows.ts';
import type { CsvStyle } from '../../kernel/format/csv-line.ts';
import { figureFile } from '../writers/figure-file.ts';
import { type FiguresAsked, readFigureRows } from './figure-rows.ts';

interface FigureFileAsked extends Omit<FiguresAsked, 'unitIds'> {
  /** null: all of the industry. */
  readonly unitIds: readonly string[] | null;
  readonly format: FigureFormat;
  readonly csv: CsvStyle;
}

/**
 * Figures as a file of any length. Unread parts take no memory.
 * @throws ServiceError 404 for a unit that is not the industry's, 1403 for a range that ends before it begins, and
 * every error of the first read, because an answer that cannot be given must not begin.
 */
export async function openFigureFile(
  context: DataContext,
  inUse: Industry,
  asked: FigureFileAsked,
): Promise<AsyncIterable<Uint8Array>> {
  const industry = industryFrom(inUse, asked.from);
  if (asked.to < asked.from)
    throw invalid(1403, 'to', `'${formatRequestDate(asked.to)}' is before from, '${formatRequestDate(asked.from)}'`);
  for (const unitId of asked.unitIds ?? []) requireUnit(industry, unitId);
  const unitIds = asked.unitIds ?? [...industry.units.keys()];
  const rows = readFigureRows(context, industry, { ...asked, unitIds });
  const first = await rows.next();
  return figureFile(first.done === true ? nothing() : resumed(first.value, rows), asked.format, asked.csv);
}

async function* resumed<T>(first: T, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function* nothing(): AsyncGenerator<never> {}
