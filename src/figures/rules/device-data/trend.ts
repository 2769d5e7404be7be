import type { Figure } from '../../../kernel/document/types.ts';
import { type Completeness, completenessIn } from '../../../kernel/document/completeness.ts';
import type { UnitSpan } from '../figures/unit-span.ts';
import type { Category } from '../../../kernel/industry/industry.ts';
import { minus } from '../../../kernel/measure/exact.ts';
import { type CategoryFigures, formatCategoryInSteps, type SubCategoryObject } from './format-category.ts';
import { changePercent } from './compared.ts';

const MONTHS_OF_YEAR = 12;

/**
 * whole: the year has ended and each of its months has a figure; running: it has not ended; partial: it has ended and
 * some months have none; missing: it has no figure.
 */
export const YEAR_STATES = ['whole', 'running', 'partial', 'missing'] as const;
type YearState = (typeof YEAR_STATES)[number];

/** One year of a unit, or of several. */
interface TrendYear extends Completeness {
  /** YYYY. */
  readonly year: string;
  /**
   * The figure that device data shows of the year: sum, latest level, or parameter means; null without data. An
   * incomplete year has the figure of its existing part.
   */
  readonly value: Figure;
  readonly state: YearState;
  /** Number of months with a figure. Several units have the number of the unit with the fewest. */
  readonly monthsWithFigure: number;
  /** Change against the year before; null unless both years are whole and have a number. */
  readonly change: number | null;
  readonly changePercent: number | null;
}

/** A year of all units of a category. */
export interface YearOfCategory {
  readonly year: string;
  readonly hasEnded: boolean;
  readonly spans: ReadonlyMap<string, UnitSpan>;
}

/** A year's figure, units it is made of included. */
interface Shown extends Completeness {
  readonly value: Figure;
}
interface YearShown {
  readonly year: string;
  readonly hasEnded: boolean;
  readonly shown: Shown;
  readonly spans: readonly UnitSpan[];
}

/**
 * Years side by side, ascending, laid out by a category, a unit of a year a step. Every figure is the one that device
 * data shows of that year.
 */
export function* trendInSteps(category: Category, years: readonly YearOfCategory[], divisionFactor: number) {
  const layout = { divisionFactor, energyDetail: false };
  const formatted: (YearOfCategory & { readonly figures: CategoryFigures })[] = [];
  for (const year of years)
    formatted.push({ ...year, figures: yield* formatCategoryInSteps(category, year.spans, layout) });
  const trend = (
    figureOf: (figures: CategoryFigures) => Shown | undefined,
    unitIds: readonly string[],
  ): readonly TrendYear[] =>
    compared(
      formatted.flatMap(({ year, hasEnded, spans, figures }): YearShown[] => {
        const shown = figureOf(figures);
        return shown === undefined
          ? []
          : [{ year, hasEnded, shown, spans: unitIds.flatMap((unitId) => spans.get(unitId) ?? []) }];
      }),
    );
  const newest = formatted.at(-1)?.figures;
  return {
    siUnit: newest?.siUnit ?? null,
    years: trend((figures) => figures, [...new Set(category.subCategories.flatMap(({ units }) => units))]),
    subCategories: (newest?.subCategories ?? []).map(({ id, displayName, siUnit, units }, place) => {
      const sameOf = (figures: CategoryFigures): SubCategoryObject | undefined => figures.subCategories[place];
      return {
        id,
        displayName,
        siUnit,
        years: trend(
          sameOf,
          units.map(({ unitId }) => unitId),
        ),
        units: units.map(({ unitId, unitName, standardCategoryId, siUnit: unitOfMeasure }) => ({
          unitId,
          unitName,
          standardCategoryId,
          siUnit: unitOfMeasure,
          years: trend((figures) => sameOf(figures)?.units.find((unit) => unit.unitId === unitId), [unitId]),
        })),
      };
    }),
  };
}

function compared(years: readonly YearShown[]): readonly TrendYear[] {
  const found: TrendYear[] = [];
  for (const { year, hasEnded, shown, spans } of years) {
    const { value } = shown;
    const monthsWithFigure =
      spans.length === 0 ? 0 : Math.min(...spans.map(({ entries }) => entries.filter(({ y }) => y !== null).length));
    const state = stateOf(hasEnded, value, monthsWithFigure);
    const before = found.at(-1);
    const [now, then] = [state === 'whole' ? value : null, before?.state === 'whole' ? before.value : null];
    const areNumbers = typeof now === 'number' && typeof then === 'number';
    found.push({
      year,
      value,
      state,
      monthsWithFigure,
      change: areNumbers ? minus(now, then) : null,
      changePercent: areNumbers ? changePercent(now, then) : null,
      ...completenessIn(shown),
    });
  }
  return found;
}

function stateOf(hasEnded: boolean, value: Figure, monthsWithFigure: number): YearState {
  if (value === null) return 'missing';
  if (!hasEnded) return 'running';
  return monthsWithFigure === MONTHS_OF_YEAR ? 'whole' : 'partial';
}
