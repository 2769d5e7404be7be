import { type CsvStyle, USUAL_CSV, type CsvField, csvLine } from '../../kernel/format/csv-line.ts';
import { isMeasured } from '../rules/cells.ts';
import type { Cell, Column, ReportDocument, Row, TableSection } from '../rules/document.ts';
import { sheetInstantText } from '../../kernel/format/date-text.ts';
import { catalogueOf } from '../../kernel/texts/catalogue.ts';
import { changeInWords, remarksOn } from './cell-text.ts';
import { listedBlocksOf, footerText, industryText, periodText } from './page-plan.ts';
import { type ReportTexts, reportTexts } from '../rules/report-texts.ts';

/** Excel reads a file without this mark in the country's old code page. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * The report as a list. Every line has as many fields as the widest table, as RFC 4180 asks. Tables follow one another,
 * each below its title. Marks of paper become words in the last field.
 */
export function csvReport(document: ReportDocument, style: CsvStyle = USUAL_CSV): string {
  const { timezone } = document.industry;
  const { language } = document;
  const t = reportTexts(language);
  const fieldStyle = { timezone, t };
  const lines: CsvField[][] = [
    [industryText(document)],
    [document.title],
    [periodText(document)],
    [footerText(document)],
  ];
  for (const block of listedBlocksOf(document)) {
    if (block.kind === 'chart' || block.kind === 'flows') continue;
    lines.push([]);
    if (block.kind === 'empty') lines.push([block.sentence]);
    if (block.kind === 'paragraphs') lines.push([block.title], ...block.sentences.map((sentence) => [sentence]));
    if (block.kind === 'table') lines.push([block.table.title], ...tableLines(block.table, fieldStyle));
    if (block.kind === 'headlines') {
      const isMixed = block.headlines.some(({ change }) => isDifference(change));
      lines.push([
        t('figure'),
        t('value'),
        t('unit'),
        t(isMixed ? 'change' : 'changePercent'),
        ...(isMixed ? [t('unitOfChange')] : []),
        t('comparedWith'),
        t('remarks'),
      ]);
      for (const { title, value, change, comparedWith } of block.headlines)
        lines.push([
          title,
          fieldOf(value, fieldStyle),
          isMeasured(value) ? value.unit : unitOfKind(value.kind, t),
          change === null ? null : fieldOf(change, fieldStyle),
          ...(isMixed ? [change === null ? null : unitOf(change, t)] : []),
          comparedWith,
          remarksOn(value, language).join(', ') || null,
        ]);
    }
  }
  const width = lines.reduce((most, { length }) => Math.max(most, length), 1);
  return (
    BYTE_ORDER_MARK
    + lines
      .map((line) => csvLine([...line, ...Array.from({ length: width - line.length }, () => null)], style))
      .join('')
  );
}

interface FieldStyle {
  readonly timezone: string;
  readonly t: ReportTexts;
}

function* tableLines({ columns, rows, note }: TableSection, fieldStyle: FieldStyle): Generator<CsvField[]> {
  const { t } = fieldStyle;
  if (rows.length > 0) {
    const hasGroups = columns.some(({ group }) => group !== null);
    const units = ownUnits({ columns, rows }, t);
    yield [
      ...columns.flatMap((column, at) => {
        const [only, ...more] = units[at] ?? [];
        if (more.length > 0) {
          const head = headOf(column, '', hasGroups);
          return [head, t('headUnit', { head })];
        }
        return [headOf(column, only ?? unitOfKind(column.kind, t) ?? column.unit ?? '', hasGroups)];
      }),
      t('remarks'),
    ];
    for (const row of rows) {
      const fields = row.cells.flatMap((cell, at) =>
        (units[at]?.length ?? 0) > 1 ? [fieldOf(cell, fieldStyle), unitOf(cell, t)] : [fieldOf(cell, fieldStyle)],
      );
      yield [...fields, remarksText(row, columns, t)];
    }
  }
  if (note !== null) yield [note];
}

/** Units of each column whose head names none. With several units, each stands beside its figure. */
function ownUnits(
  { columns, rows }: Pick<TableSection, 'columns' | 'rows'>,
  t: ReportTexts,
): readonly (readonly string[])[] {
  const areSaid = columns.some(({ id, kind }) => id === 'unit' && kind === 'text');
  return columns.map(({ unit, kind }, at) => {
    // Changes are per cents, or differences where a share has no meaning.
    if (kind !== 'change' && (unit !== null || unitOfKind(kind, t) !== null || areSaid)) return [];
    const units = [...new Set(rows.flatMap(({ cells }) => unitOf(cells[at], t) ?? []))];
    return units.length === 1 && units[0] === '' ? [] : units;
  });
}

function unitOf(cell: Cell | undefined, t: ReportTexts): string | null {
  if (cell === undefined) return null;
  if (isMeasured(cell)) return cell.unit;
  return cell.kind === 'change' && cell.difference !== undefined ? cell.unit : unitOfKind(cell.kind, t);
}

const isDifference = (cell: Cell | null): boolean => cell?.kind === 'change' && cell.difference !== undefined;

/** Unit of figures that have none of their own. */
function unitOfKind(kind: Cell['kind'], { language }: ReportTexts): string | null {
  if (kind === 'duration') return catalogueOf(language).figureWords.minutes;
  return kind === 'percent' || kind === 'change' ? '%' : null;
}

const headOf = ({ title, group }: Column, unit: string, hasGroups: boolean): string =>
  `${hasGroups && group !== null ? `${group}: ` : ''}${title}${unit === '' ? '' : ` (${unit})`}`;

/** Share as per cent, without the rounding error of 12.299999999999999. */
const perCent = (share: number): number => Number((share * 100).toPrecision(12));

function fieldOf(cell: Cell, { timezone, t }: FieldStyle): CsvField {
  switch (cell.kind) {
    case 'missing':
      return null;
    case 'quantity':
    case 'level':
    case 'count':
      return cell.value;
    case 'percent':
      return perCent(cell.share);
    case 'change':
      return cell.difference ?? changeInWords(cell, t.language) ?? (cell.share === null ? null : perCent(cell.share));
    case 'text':
      return cell.text;
    case 'instant':
      return sheetInstantText(cell.epochMs, timezone);
    case 'date':
      return cell.date;
    case 'duration':
      return Math.round(cell.minutes);
  }
}

/** Remarks of a row, with the column's name where there are several. */
function remarksText({ cells }: Row, columns: readonly Column[], t: ReportTexts): string | null {
  const remarks = cells.flatMap((cell, index) => {
    const column = columns[index];
    const unit =
      isMeasured(cell) && column?.unit != null && cell.unit !== column.unit ? [t('inUnit', { unit: cell.unit })] : [];
    const said = [...unit, ...remarksOn(cell, t.language)];
    return said.length === 0 ? [] : [`${column?.title ?? ''}: ${said.join(', ')}`];
  });
  return remarks.length === 0 ? null : remarks.join('. ');
}
