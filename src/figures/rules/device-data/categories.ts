import { ServiceError } from '../../../kernel/errors.ts';
import { firstNames } from '../../../kernel/text.ts';
import {
  CATEGORY_GENERATIONS,
  type Category,
  type CategoryGeneration,
  type Industry,
} from '../../../kernel/industry/industry.ts';
import { GROUP_OF_STANDARD_CATEGORY, type Unit } from '../../../kernel/measure/unit.ts';

/** Layout of a category's figures (specification, User: device data v2). */
export type Formatter = 'flow' | 'stock' | 'energy' | 'multi-energy' | 'quality' | 'ground-water';

/**
 * The formatter of a standardCategoryId. Spec gap: the ids it lists no formatter for take the one of their group;
 * virtual units and ids that are not known are formatted as flow.
 */
export function formatterOf(standardCategoryId: string): Formatter {
  if (standardCategoryId === 'ENERGY_MULTI') return 'multi-energy';
  switch (GROUP_OF_STANDARD_CATEGORY[standardCategoryId]) {
    case 'STOCK':
      return 'stock';
    case 'ENERGY':
      return 'energy';
    case 'QUALITY':
      return 'quality';
    case 'GROUND_WATER_LEVEL':
      return 'ground-water';
    default:
      return 'flow';
  }
}

const AGGREGATE_PREFIX = 'ALL_CATEGORIES_V2';

/**
 * The standardCategoryId an aggregate category asks for, null for other categories. Spec gap: whether the suffix
 * follows directly or after an underscore; both are read.
 */
export const aggregateSuffix = (category: string): string | null =>
  category.startsWith(AGGREGATE_PREFIX) ? category.slice(AGGREGATE_PREFIX.length).replace(/^_/, '') : null;

/** categoriesV2 entries of a standardCategoryId. */
export const categoriesOfStandard = (
  industry: Pick<Industry, 'categories'>,
  standardCategoryId: string,
): readonly Category[] =>
  [...industry.categories.categoriesV2.values()].filter(
    (category) => category.standardCategoryId === standardCategoryId,
  );

/**
 * A category by its key, the first generation that has it.
 * @throws ServiceError 1401 when none has, in the specification's words; its details list those that exist.
 */
export function requireCategory(
  industry: Pick<Industry, 'categories'>,
  key: string,
  generations: readonly CategoryGeneration[] = CATEGORY_GENERATIONS,
): Category {
  for (const generation of generations) {
    const category = industry.categories[generation].get(key);
    if (category !== undefined) return category;
  }
  const known = new Set(generations.flatMap((generation) => [...industry.categories[generation].keys()]));
  throw new ServiceError(1401, `Invalid category, ${key} doesn't exist`, [
    { field: 'category', problem: notOneOf(known) },
  ]);
}

const MOST_LISTED = 50;

/** The end of a sentence that refuses an id: the ids that are allowed. */
export function notOneOf(ids: ReadonlySet<string>): string {
  if (ids.size === 0) return 'is not there, and there is none';
  return `is not one of ${firstNames([...ids], MOST_LISTED)}`;
}

/** Units of a category that the industry has, each once, in the category's order; removed units are left out. */
export function unitsOf(industry: Pick<Industry, 'units'>, categories: readonly Category[]): readonly string[] {
  const named = categories.flatMap((category) => category.subCategories.flatMap((subCategory) => subCategory.units));
  return [...new Set(named)].filter((unitId) => industry.units.has(unitId));
}

/**
 * The category with only the sub-categories whose id is listed; unknown ids are dropped silently (specification, User:
 * device data v2, compare).
 */
export const keepSubCategories = (category: Category, ids: readonly string[]): Category => ({
  ...category,
  subCategories: category.subCategories.filter((subCategory) => ids.includes(subCategory.id)),
});

/**
 * The category with one synthetic sub-category holding these units of the industry (specification, User: device data
 * v2, compare by UNIT).
 */
export const asUnits = (
  industry: Pick<Industry, 'units'>,
  category: Category,
  unitIds: readonly string[],
): Category => ({
  ...category,
  subCategories: [
    { id: 'UNITS', displayName: 'Units', units: [...new Set(unitIds)].filter((unitId) => industry.units.has(unitId)) },
  ],
});

/**
 * The divisor of a unit's figures: divisionFactor, forced to 1 in ground-water categories. Spec gap: ground-water
 * levels (metres) and quality parameters are not milli-units, so they are not divided in any other category either.
 */
export const divisorFor = (
  category: Pick<Category, 'standardCategoryId'>,
  unit: Pick<Unit, 'group'>,
  divisionFactor: number,
): number =>
  formatterOf(category.standardCategoryId) === 'ground-water'
  || unit.group === 'GROUND_WATER_LEVEL'
  || unit.group === 'QUALITY'
    ? 1
    : divisionFactor;
