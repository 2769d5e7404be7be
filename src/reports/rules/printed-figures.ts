import type { Bound } from '../../kernel/document/types.ts';
import { changeText, differenceText } from '../../kernel/format/figure-text.ts';
import type { Language } from '../../kernel/language.ts';
import { exactToBillionths, minus } from '../../kernel/measure/exact.ts';
import { changeShare, hasShares } from '../../kernel/measure/shares.ts';
import { isMeasured } from './cells.ts';
import type { Cell, ReportDocument, TableSection } from './document.ts';

/** A total that a report printed. */
export interface PrintedFigure {
  /** Identity of the figure, the same in the same report of another day and under another name of what it is of. */
  readonly id: string;
  readonly name: string;
  /** Null: printed as missing. */
  readonly value: number | null;
  readonly unit: string;
  /** The side of the value on which the truth lies. Absent: neither, or kept by a release that did not know it. */
  readonly bound?: Bound;
  /** Absent: a share of the figure has a meaning, as of every amount. */
  readonly hasShare?: false;
}

/** A printed total and its present value. */
export interface RestatedFigure {
  readonly name: string;
  readonly unit: string;
  readonly was: number | null;
  readonly is: number | null;
  /** Bounds of both values, as those of printed figures. */
  readonly wasBound?: Bound;
  readonly isBound?: Bound;
  readonly hasShare?: false;
}

/** Headlines and rows of totals, because people quote these from a report. Percentages and changes follow from them. */
export function printedFigures(document: ReportDocument): readonly PrintedFigure[] {
  const figures = [
    ...document.headlines.flatMap(({ title, key = title, value }) =>
      figureOf(value, { id: `headline/${key}`, name: `${document.title}: ${title}`, unit: '', title }),
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
    .flatMap(({ cells, key }) => {
      const label = cells.flatMap((cell) => (cell.kind === 'text' ? [cell.text] : []))[0] ?? 'Total';
      return cells.flatMap((cell, index) => {
        const column = columns[index];
        return column === undefined || (column.kind !== 'quantity' && column.kind !== 'level')
          ? []
          : figureOf(cell, {
              id: `table/${id}/${key ?? label}/${column.id}`,
              name: `${report}: ${title}, ${label}, ${column.title}`,
              unit: column.unit ?? '',
              title: column.title,
            });
      });
    });
}

/** @param printed `title` begins with the name of a parameter where the figure is of one */
function figureOf(
  cell: Cell,
  { title, ...printed }: Pick<PrintedFigure, 'id' | 'name' | 'unit'> & { readonly title: string },
): PrintedFigure[] {
  // A figure that rests on too little is not printed, so it is neither missing nor restated.
  if (!isMeasured(cell))
    return cell.kind === 'missing' && cell.why !== 'too little measured' ? [{ ...printed, value: null }] : [];
  const { value, unit, bound } = cell;
  return [
    {
      ...printed,
      value,
      unit,
      ...(bound === null ? {} : { bound }),
      ...(hasShares(unit, title) ? {} : { hasShare: false }),
    },
  ];
}

/**
 * Printed totals that differ by more than so many per cent. A figure that is missing in only one of the reports
 * differs. A figure that only one report has at all is left alone, because a unit may have come or gone. Reports that
 * were sent before parts had ids kept them by their names, so a figure without its id is the only one of its name.
 */
export function restatedFigures(
  printed: readonly PrintedFigure[],
  now: readonly PrintedFigure[],
  percent: number,
): readonly RestatedFigure[] {
  const present = new Map(now.map((figure) => [figure.id, figure]));
  const known = new Set(printed.map(({ id }) => id));
  const byName = Map.groupBy(
    now.filter(({ id }) => !known.has(id)),
    ({ name }) => name,
  );
  const namedAlone = (name: string): PrintedFigure | undefined => {
    const [figure, ...others] = byName.get(name) ?? [];
    return others.length === 0 ? figure : undefined;
  };
  return printed.flatMap(({ id, name, unit, value: was, bound: wasBound }) => {
    const figure = present.get(id) ?? namedAlone(name);
    if (figure === undefined || !differs(was, figure.value, percent)) return [];
    const { value: is, bound: isBound, hasShare } = figure;
    return [
      {
        name,
        unit: figure.unit === '' ? unit : figure.unit,
        was,
        is,
        ...(wasBound === undefined ? {} : { wasBound }),
        ...(isBound === undefined ? {} : { isBound }),
        ...(hasShare === undefined ? {} : { hasShare }),
      },
    ];
  });
}

function differs(was: number | null, is: number | null, percent: number): boolean {
  if (was === null || is === null) return was !== is;
  return exactToBillionths(Math.abs(minus(is, was)) * 100) > exactToBillionths(Math.abs(was) * percent);
}

/** Change of a restated figure in words: its share, or the difference where shares mean nothing; null: it has none. */
export function restatedChange(
  { was, is, hasShare }: Pick<RestatedFigure, 'was' | 'is'> & { readonly hasShare?: boolean },
  decimals: number,
  language: Language,
): string | null {
  if (was === null || is === null) return null;
  if (hasShare === false) return differenceText(minus(is, was), decimals, LOCALE);
  return was === 0 ? null : changeText(changeShare(is, was), 1, LOCALE, language);
}

/** Mails and pages use no language's own signs. */
const LOCALE = 'und';
