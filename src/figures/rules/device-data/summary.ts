import type { Figure } from '../../../kernel/document/types.ts';
import { CATEGORY_GENERATIONS, type Category, type Industry } from '../../../kernel/industry/industry.ts';
import { formatterOf } from './categories.ts';
import { type Completeness, completenessIn } from '../../../kernel/document/completeness.ts';
import { type Combined, formatCategory } from './format-category.ts';
import { parameterMeans } from '../figures/parameter-means.ts';
import type { UnitSpan } from '../figures/unit-span.ts';

interface Summarised extends Completeness {
  /** Sum, latest level or mean as in device data v2; quality: parameter means over the units. */
  readonly value: Figure;
  readonly siUnit: string | null;
}
/** Every category of the industry, newest figures without charts. Spec gap: the summary page is not shown. */
export const summarise = (
  industry: Pick<Industry, 'categories'>,
  spans: ReadonlyMap<string, UnitSpan>,
  divisionFactor: number,
) =>
  CATEGORY_GENERATIONS.flatMap((generation) =>
    [...industry.categories[generation].values()].map((category) => ({
      generation,
      ...summariseCategory(category, spans, divisionFactor),
    })),
  );

function summariseCategory(category: Category, spans: ReadonlyMap<string, UnitSpan>, divisionFactor: number) {
  const figures = formatCategory(category, spans, { divisionFactor, energyDetail: false });
  const isQuality = formatterOf(category.standardCategoryId) === 'quality';
  const spansOf = (unitIds: Iterable<string>): readonly UnitSpan[] =>
    [...new Set(unitIds)].flatMap((unitId) => spans.get(unitId) ?? []);
  const summed = (combined: Combined, unitIds: Iterable<string>): Summarised => ({
    value: isQuality ? parameterMeans(spansOf(unitIds)) : combined.value,
    siUnit: combined.siUnit,
    ...completenessIn(combined),
  });
  return {
    categoryId: category.categoryKey,
    standardCategoryId: category.standardCategoryId,
    ...summed(
      figures,
      category.subCategories.flatMap(({ units }) => units),
    ),
    subCategories: figures.subCategories.map((subCategory) => ({
      id: subCategory.id,
      displayName: subCategory.displayName,
      ...summed(
        subCategory,
        subCategory.units.map(({ unitId }) => unitId),
      ),
    })),
  };
}
