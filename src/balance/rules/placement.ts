import { type Category, findCategory, type Industry } from '../../kernel/industry/industry.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../kernel/measure/unit.ts';

/** Keys of the categories of the balance. */
export const BALANCE_CATEGORY_KEYS = {
  inflow: 'ID_SOURCE',
  outflow: 'ID_CONSUMPTION',
  rawStock: 'ID_RAW_WATER_STOCK',
  recycledStock: 'ID_RECYCLED_WATER_STOCK',
} as const;

/** Keys of the category of sources, in the order in which they are tried. */
const SOURCE_KEYS = ['ID_SOURCE', 'sourceCategory'] as const;

/** Category and sub-category of a unit; null: in none. */
export interface UnitPlacement {
  readonly categoryKey: string | null;
  readonly subCategoryId: string | null;
}
const NOWHERE: UnitPlacement = { categoryKey: null, subCategoryId: null };

type Categorised = Pick<Industry, 'categories' | 'units'>;

/**
 * Category and sub-category of units, by the first category that lists them. A virtual unit belongs to the first
 * sub-category of the source category (specification, User: water balance, rule 3). Spec gap: a virtual unit that a
 * category of water lists, such as ID_CONSUMPTION, stays there. A category that only holds virtual units says nothing
 * about water.
 */
export function placementsOf(industry: Categorised): (unitId: string) => UnitPlacement {
  const placements = new Map<string, UnitPlacement>();
  for (const { categoryKey, standardCategoryId, subCategories } of categoriesOf(industry)) {
    if (GROUP_OF_STANDARD_CATEGORY[standardCategoryId] === 'VIRTUAL') continue;
    for (const { id: subCategoryId, units } of subCategories) {
      for (const unitId of units) if (!placements.has(unitId)) placements.set(unitId, { categoryKey, subCategoryId });
    }
  }
  const source = sourceCategory(industry);
  const ofVirtual: UnitPlacement =
    source === null ? NOWHERE : { categoryKey: source.categoryKey, subCategoryId: source.subCategories[0]?.id ?? null };
  return (unitId) =>
    placements.get(unitId) ?? (industry.units.get(unitId)?.current.group === 'VIRTUAL' ? ofVirtual : NOWHERE);
}

/** Units that a category lists itself, by its key in the first generation that has it; none where no generation has. */
export function unitsListedIn(industry: Categorised, categoryKey: string): ReadonlySet<string> {
  const category = findCategory(industry, categoryKey);
  return new Set(
    (category?.subCategories ?? []).flatMap(({ units }) => units).filter((unitId) => industry.units.has(unitId)),
  );
}

const sourceCategory = (industry: Categorised): Category | null =>
  SOURCE_KEYS.map((key) => findCategory(industry, key)).find((category) => category !== null) ?? null;

/** The categories, v2 ones first, because the specification's sums use their keys. */
const categoriesOf = ({ categories }: Categorised): readonly Category[] =>
  (['categoriesV2', 'categories', 'standardCategories'] as const).flatMap((generation) => [
    ...categories[generation].values(),
  ]);
