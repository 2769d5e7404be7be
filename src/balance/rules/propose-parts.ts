import { unitsOf } from '../../figures/rules/device-data/categories.ts';
import { operandsOf } from '../../kernel/formula/evaluate.ts';
import {
  CATEGORY_GENERATIONS,
  type Category,
  type Industry,
  subCategoryUnits,
} from '../../kernel/industry/industry.ts';
import { storedFormula } from './node-uses.ts';

export type Plant = Pick<Industry, 'industryId' | 'units' | 'categories'>;

/** The part a unit has in the water balance; each is in one list only. */
export interface BalanceParts {
  readonly sources: readonly string[];
  readonly consumers: readonly string[];
  readonly stocks: readonly string[];
  /** Virtual units whose formulas name one of those above, or one another. */
  readonly sums: readonly string[];
  /** Units that these formulas name besides. */
  readonly feeders: readonly string[];
  /**
   * What the formula of a unit names, sub-categories written out; ADD_ALL is left out, because it says nothing of where
   * water flows.
   */
  readonly operandsOf: (unitId: string) => readonly string[];
}

/** The categories of a water balance; a key is looked up in the order of the generations. */
export const sourceCategories = (industry: Plant): readonly Category[] =>
  firstOf(industry, [['ID_SOURCE'], ['sourceCategory']]);
export const consumptionCategories = (industry: Plant): readonly Category[] => firstOf(industry, [['ID_CONSUMPTION']]);
const stockCategories = (industry: Plant): readonly Category[] =>
  firstOf(industry, [['ID_RAW_WATER_STOCK', 'ID_RECYCLED_WATER_STOCK'], ['stockCategory']]);
/** Those whose change is in the balance: recycled water that is kept is in no figure of it. */
export const rawStockCategories = (industry: Plant): readonly Category[] =>
  stockCategories(industry).filter(({ categoryKey }) => categoryKey !== 'ID_RECYCLED_WATER_STOCK');

/** Those of the first set of keys of which the industry has any. */
function firstOf({ categories }: Plant, choices: readonly (readonly string[])[]): readonly Category[] {
  const found = choices.map((keys) =>
    keys.flatMap((key) =>
      CATEGORY_GENERATIONS.flatMap((generation) => categories[generation].get(key) ?? []).slice(0, 1),
    ),
  );
  return found.find((some) => some.length > 0) ?? [];
}

export function balanceParts(industry: Plant): BalanceParts {
  const taken = new Set<string>();
  const take = (unitIds: Iterable<string>): string[] => {
    const fresh = [...new Set(unitIds)].filter((unitId) => !taken.has(unitId));
    for (const unitId of fresh) taken.add(unitId);
    return fresh;
  };
  const [sources, consumers, stocks] = [sourceCategories, consumptionCategories, stockCategories].map((categories) =>
    take(unitsOf(industry, categories(industry))),
  );
  const operands = formulaOperands(industry);
  const sums: string[] = [];
  // Each round reaches the virtual units that use those of the one before.
  for (let found = [...taken]; found.length > 0;) {
    found = take(
      [...operands].filter(([, named]) => named.some((unitId) => taken.has(unitId))).map(([unitId]) => unitId),
    );
    sums.push(...found);
  }
  const feeders = take([...taken].flatMap((unitId) => operands.get(unitId) ?? []));
  return {
    sources: sources ?? [],
    consumers: consumers ?? [],
    stocks: stocks ?? [],
    sums,
    feeders,
    operandsOf: (unitId) => operands.get(unitId) ?? [],
  };
}

/** By virtual unit, the units of the industry that its formula names. */
function formulaOperands(industry: Plant): ReadonlyMap<string, readonly string[]> {
  const subCategories = subCategoryUnits(industry);
  const named = (id: string): readonly string[] =>
    industry.units.has(id) ? [id] : (subCategories.get(id) ?? []).filter((unitId) => industry.units.has(unitId));
  return new Map(
    [...industry.units].flatMap(([unitId, { current }]): [string, readonly string[]][] => {
      const formula = current.calculations === null ? null : storedFormula(current.calculations);
      if (formula === null) return [];
      const { ids, openingStockIds } = operandsOf(formula);
      return [
        [unitId, [...new Set([...ids, ...openingStockIds].flatMap(named))].filter((operand) => operand !== unitId)],
      ];
    }),
  );
}

/**
 * What a sum over categories names: their sub-categories, so that a meter added there counts at once, or the units,
 * where the name of a sub-category means something else or a unit stands in two of them.
 */
export function termsOf(industry: Plant, categories: readonly Category[]): readonly string[] {
  const meanings = subCategoryUnits(industry);
  const filled = categories.flatMap((category) => category.subCategories).filter(({ units }) => units.length > 0);
  const named = filled.flatMap(({ units }) => units);
  const isClear =
    filled.every(({ id, units }) => !industry.units.has(id) && meanings.get(id) === units)
    && new Set(named).size === named.length;
  return isClear ? filled.map(({ id }) => id) : unitsOf(industry, categories);
}
