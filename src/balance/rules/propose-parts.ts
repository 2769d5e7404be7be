import { unitsOf } from '../../figures/rules/device-data/categories.ts';
import { operandsOf } from '../../kernel/formula/evaluate.ts';
import { type Category, findCategory, type Industry, subCategoryUnits } from '../../kernel/industry/industry.ts';
import { storedFormula } from './node-uses.ts';

export type Plant = Pick<Industry, 'industryId' | 'units' | 'categories'>;

/** Units by their part in the water balance, each in one list only. */
export interface BalanceParts {
  readonly sources: readonly string[];
  readonly consumers: readonly string[];
  readonly stocks: readonly string[];
  /** Virtual units whose formulas name a unit of the lists above, or one another. */
  readonly sums: readonly string[];
  /** Other units that the formulas of sums name. */
  readonly feeders: readonly string[];
  /**
   * Units that the formula of a unit names, those of sub-categories included. ADD_ALL is left out, because it does not
   * say where water flows.
   */
  readonly operandsOf: (unitId: string) => readonly string[];
}

/** Source categories of a water balance. The keys of newer generations are tried first. */
export const sourceCategories = (industry: Plant): readonly Category[] =>
  firstOf(industry, [['ID_SOURCE'], ['sourceCategory']]);
export const consumptionCategories = (industry: Plant): readonly Category[] => firstOf(industry, [['ID_CONSUMPTION']]);
const stockCategories = (industry: Plant): readonly Category[] =>
  firstOf(industry, [['ID_RAW_WATER_STOCK', 'ID_RECYCLED_WATER_STOCK'], ['stockCategory']]);
/** Categories whose change of stock is in the balance. Stored recycled water is in no figure of it. */
export const rawStockCategories = (industry: Plant): readonly Category[] =>
  stockCategories(industry).filter(({ categoryKey }) => categoryKey !== 'ID_RECYCLED_WATER_STOCK');

/** Categories with the first set of keys of which the industry has one. */
function firstOf(industry: Plant, choices: readonly (readonly string[])[]): readonly Category[] {
  const found = choices.map((keys) => keys.flatMap((key) => findCategory(industry, key) ?? []));
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
  // Each round reaches the virtual units that use those of the round before.
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

/** Units of the industry that the formula of each virtual unit names. */
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
 * Terms of a sum over categories. A sub-category is named by its id, so that a meter added there counts at once. Its
 * units are named instead where that id means something else or a unit is in two sub-categories.
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
