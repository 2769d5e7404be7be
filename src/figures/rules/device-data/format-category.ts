import type { Category } from '../../../kernel/industry/industry.ts';
import { meanOrNull, numberOrNull, sumOrNull } from '../processors/numbers.ts';
import type { Unheard } from '../../../kernel/document/types.ts';
import { unheardOf } from '../../../kernel/document/unheard.ts';
import { divisorFor, type Formatter, formatterOf } from './categories.ts';
import {
  type Completeness,
  completenessOf,
  type MeasuredPart,
  partsOfSpan,
} from '../../../kernel/document/completeness.ts';
import { figureToDisplay, unheardToDisplay } from '../figures/display.ts';
import { atOnce } from '../../../kernel/pieces.ts';
import { formatUnit, type UnitObject } from './format-unit.ts';
import type { UnitSpan } from '../figures/unit-span.ts';

/**
 * A figure of several units, the unit it is in (siUnit null when they have none in common) and how much of it was
 * measured.
 */
export interface Combined extends Completeness {
  readonly value: number | null;
  readonly siUnit: string | null;
  /** The amount that passed the units and is in no figure; absent: none, or the category has no sum. */
  readonly unheard?: Unheard;
}

export interface SubCategoryObject extends Combined {
  readonly id: string;
  readonly displayName: string;
  readonly units: readonly UnitObject[];
}

/** A category of an answer (docs/reference/api-choices.md, v2 answer), without its last-updated time. */
export interface CategoryFigures extends Combined {
  readonly subCategories: readonly SubCategoryObject[];
}

/** A unit of an answer and what its figure rests on; a value that is no number takes no part. */
interface Part extends Pick<UnitObject, 'value' | 'siUnit' | 'unheard'> {
  /** Empty where nothing of the span has begun. */
  readonly measured: readonly MeasuredPart[];
}

/**
 * The figure of several units. Flow, energy and stock add up; null when no unit has a figure, never 0; where some have
 * none, the coverage tells that it is partial.
 * Spec gap: ground-water levels do not add up, theirs is the mean; quality has none. Units of different siUnit (KL and
 * kWh among virtual units) are not added: value and siUnit are null. A total with a virtual unit that failed is null,
 * as a formula over them is.
 */
export function combine(formatter: Formatter, parts: readonly Part[]): Combined {
  const [first] = parts;
  const siUnit = first !== undefined && parts.every((part) => part.siUnit === first.siUnit) ? first.siUnit : null;
  const measured = parts.flatMap((part) => part.measured);
  const hasFailed = measured.some(({ failed }) => failed === true);
  if (siUnit === null || formatter === 'quality' || hasFailed)
    return { value: null, siUnit, ...completenessOf(measured, 'nothing') };
  const values = parts.map(({ value }) => numberOrNull(value));
  if (formatter === 'ground-water') return { value: meanOrNull(values), siUnit, ...completenessOf(measured, 'mean') };
  const unheard = unheardOf(parts.map((part) => part.unheard));
  return { value: sumOrNull(values), siUnit, ...completenessOf(measured), ...unheard };
}

interface CategoryLayout {
  readonly divisionFactor: number;
  /** The query flag v2. */
  readonly energyDetail: boolean;
}

/**
 * Sub-categories with their units and sums, a unit a step. A unit listed in two sub-categories counts once in the
 * category.
 */
export function* formatCategoryInSteps(
  category: Category,
  spans: ReadonlyMap<string, UnitSpan>,
  layout: CategoryLayout,
): Generator<void, CategoryFigures> {
  const formatter = formatterOf(category.standardCategoryId);
  const formatted = new Map<string, UnitObject>();
  const unitOf = (unitId: string): readonly UnitObject[] => {
    const known = formatted.get(unitId);
    if (known !== undefined) return [known];
    const span = spans.get(unitId);
    if (span === undefined) return [];
    const unit = formatUnit(span, {
      formatter,
      energyDetail: layout.energyDetail,
      divisionFactor: divisorFor(category, span.unit, layout.divisionFactor),
    });
    formatted.set(unitId, unit);
    return [unit];
  };
  const subCategories: SubCategoryObject[] = [];
  for (const subCategory of category.subCategories) {
    const units: UnitObject[] = [];
    for (const unitId of subCategory.units) {
      units.push(...unitOf(unitId));
      yield;
    }
    subCategories.push({
      id: subCategory.id,
      displayName: subCategory.displayName,
      ...combine(formatter, partsOfTotal(units, spans)),
      units,
    });
    yield;
  }
  return { subCategories, ...combine(formatter, partsOfTotal([...formatted.values()], spans)) };
}

/** The same without a pause. */
export const formatCategory = (...asked: Parameters<typeof formatCategoryInSteps>): CategoryFigures =>
  atOnce(formatCategoryInSteps(...asked));

/** The figure of a category alone, without the buckets of its units. */
export function totalOfCategory(
  category: Category,
  spans: ReadonlyMap<string, UnitSpan>,
  divisionFactor: number,
): Combined {
  const unitIds = new Set(category.subCategories.flatMap(({ units }) => units));
  const parts = [...unitIds].flatMap((unitId): Part[] => {
    const span = spans.get(unitId);
    if (span === undefined) return [];
    const { unit, figures } = span;
    const divisor = divisorFor(category, unit, divisionFactor);
    return [
      {
        value: figureToDisplay(figures?.value ?? null, divisor),
        siUnit: unit.siUnit,
        ...unheardToDisplay(figures?.meta.unheard, divisor),
        measured: partsOfSpan(span),
      },
    ];
  });
  return combine(formatterOf(category.standardCategoryId), parts);
}

/** Units as parts of a total. */
export const partsOfTotal = (units: readonly UnitObject[], spans: ReadonlyMap<string, UnitSpan>): Part[] =>
  units.map(({ unitId, value, siUnit, unheard }) => ({
    value,
    siUnit,
    ...unheardOf([unheard]),
    measured: partsOfSpan(spans.get(unitId)),
  }));

/** A unit's object in formatted categories; null when none holds it. */
export function findUnit(categories: readonly CategoryFigures[], unitId: string): UnitObject | null {
  for (const { subCategories } of categories) {
    for (const { units } of subCategories) {
      const unit = units.find((candidate) => candidate.unitId === unitId);
      if (unit !== undefined) return unit;
    }
  }
  return null;
}
