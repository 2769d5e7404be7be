import { CATEGORY_GENERATIONS, type Category, type Industry } from '../../kernel/industry/industry.ts';
import { GROUP_OF_STANDARD_CATEGORY } from '../../kernel/measure/unit.ts';

/** Keys of the category that water comes from, in the order in which they are looked for. */
const SOURCE_KEYS = ['ID_SOURCE', 'sourceCategory'] as const;

/** Where a unit stands among the categories; null: nowhere. */
export interface UnitPlacement {
  readonly categoryKey: string | null;
  readonly subCategoryId: string | null;
}
const NOWHERE: UnitPlacement = { categoryKey: null, subCategoryId: null };

type Categorised = Pick<Industry, 'categories' | 'units'>;

/**
 * The category and sub-category of units, the first that lists them. A virtual unit belongs to the source category's
 * first sub-category (specification, User: water balance, rule 3). Spec gap: one that a category of water, such as
 * ID_CONSUMPTION, lists stays there. A category that is there to hold virtual units says nothing about water.
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

/** Units that a category itself lists, by its key in the first generation that has it; none where no generation has. */
export function unitsListedIn(industry: Categorised, categoryKey: string): ReadonlySet<string> {
  const category = categoryNamed(industry, categoryKey);
  return new Set(
    (category?.subCategories ?? []).flatMap(({ units }) => units).filter((unitId) => industry.units.has(unitId)),
  );
}

const sourceCategory = (industry: Categorised): Category | null =>
  SOURCE_KEYS.map((key) => categoryNamed(industry, key)).find((category) => category !== null) ?? null;

const categoryNamed = ({ categories }: Categorised, key: string): Category | null =>
  CATEGORY_GENERATIONS.map((generation) => categories[generation].get(key)).find((category) => category !== undefined)
  ?? null;

/** The v2 categories first, because their keys are those of the specification's sums. */
const categoriesOf = ({ categories }: Categorised): readonly Category[] =>
  (['categoriesV2', 'categories', 'standardCategories'] as const).flatMap((generation) => [
    ...categories[generation].values(),
  ]);
