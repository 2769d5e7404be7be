import type { DataContext } from '../../context.ts';
import { unitsOf, formatterOf } from '../rules/device-data/categories.ts';
import { CATEGORY_GENERATIONS, type Industry, type Category } from '../../kernel/industry/industry.ts';
import { inPieces } from '../../kernel/pieces.ts';
import { businessDateOf } from '../../kernel/time/business-clock.ts';
import { formatRequestDate } from '../../kernel/time/business-date.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { staleDays } from '../../ledger/store/ledger.ts';
import { lastUpdatedTime } from './last-updated.ts';
import { readSpans } from '../read-spans.ts';
import { withRetired } from '../../kernel/industry/retired.ts';
import type { Figure } from '../../kernel/document/types.ts';
import { type Completeness, completenessIn } from '../../kernel/document/completeness.ts';
import { type Combined, formatCategoryInSteps } from '../rules/device-data/format-category.ts';
import { parameterMeans } from '../rules/figures/display.ts';
import type { UnitSpan } from '../rules/figures/unit-span.ts';

interface Summarised extends Completeness {
  /** Sum, latest level or mean as in device data v2; quality: parameter means over the units. */
  readonly value: Figure;
  readonly siUnit: string | null;
}
/**
 * Newest figures of every category of the industry, without charts, a unit a step. Spec gap: the summary page is not
 * shown.
 */
function* summariseInSteps(
  { categories }: Pick<Industry, 'categories'>,
  spans: ReadonlyMap<string, UnitSpan>,
  divisionFactor: number,
) {
  const summarised = [];
  for (const generation of CATEGORY_GENERATIONS)
    for (const category of categories[generation].values())
      summarised.push({ generation, ...(yield* summariseCategory(category, spans, divisionFactor)) });
  return summarised;
}

function* summariseCategory(category: Category, spans: ReadonlyMap<string, UnitSpan>, divisionFactor: number) {
  const figures = yield* formatCategoryInSteps(category, spans, { divisionFactor, energyDetail: false });
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

interface SummaryRequest {
  /** null: the running business day. */
  readonly date: BusinessDate | null;
  readonly divisionFactor: number;
}

/**
 * GET summaryPage: one business day, a figure per category and sub-category. Spec gap: its parameters and response are
 * not shown.
 */
export async function readSummaryPage(context: DataContext, inUse: Industry, request: SummaryRequest) {
  const industry = withRetired(inUse);
  const today = businessDateOf(industry.clock, context.clock.now());
  const date = request.date ?? today;
  const unitIds = unitsOf(
    industry,
    CATEGORY_GENERATIONS.flatMap((generation) => [...industry.categories[generation].values()]),
  );
  const [spans, stale, newest] = await Promise.all([
    readSpans(context, industry, unitIds, { kind: 'DAYS', dates: [date] }),
    staleDays(context.database, industry.industryKey, date, date),
    lastUpdatedTime(context, industry, unitIds),
  ]);
  return {
    date: formatRequestDate(date),
    running: date === today,
    stale: stale.length > 0,
    lastUpdatedTime: newest,
    categories: await inPieces(summariseInSteps(industry, spans, request.divisionFactor)),
  };
}
