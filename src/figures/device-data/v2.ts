import { inPieces } from '../../kernel/pieces.ts';
import type { DataContext } from '../../context.ts';
import {
  aggregateSuffix,
  categoriesOfStandard,
  formatterOf,
  requireCategory,
  unitsOf,
} from '../rules/device-data/categories.ts';
import {
  type CategoryFigures,
  type Combined,
  combine,
  findUnit,
  formatCategoryInSteps,
  partsOfTotal,
} from '../rules/device-data/format-category.ts';
import type { UnitObject } from '../rules/device-data/format-unit.ts';
import { type DeviceDataType, spanOf } from '../rules/figures/span.ts';
import type { UnitSpan } from '../rules/figures/unit-span.ts';
import type { Figure } from '../../kernel/document/types.ts';
import type { Category, Industry } from '../../kernel/industry/industry.ts';
import type { BusinessDate } from '../../kernel/time/types.ts';
import { lastUpdatedTime } from './last-updated.ts';
import { readSpans } from '../read-spans.ts';
import { withRetired } from '../../kernel/industry/retired.ts';

export interface V2Request {
  readonly type: DeviceDataType;
  readonly date1: BusinessDate;
  /** CUSTOM: last date of the range. Other types: a second chart to compare with. */
  readonly date2: BusinessDate | null;
  readonly category: string;
  readonly divisionFactor: number;
  readonly unitId: string | null;
  readonly formattedOutput: boolean;
  /** The query flag v2: energy savings and electrical parameters. */
  readonly energyDetail: boolean;
}

interface CategoryAnswer extends CategoryFigures {
  readonly categoryId: string;
  readonly standardCategoryId: string;
  readonly lastUpdatedTime: string | null;
  /** Figures of date2; null without date2 and in CUSTOM ranges. */
  readonly comparison: CategoryFigures | null;
}
interface UnitAnswer extends UnitObject {
  readonly lastUpdatedTime: string | null;
  readonly comparison: UnitObject | null;
}

/** One bucket of one unit, undivided (specification, User: device data v2, formattedOutput=false). */
interface RawRow {
  readonly unitId: string;
  readonly timestamp: string;
  readonly value: Figure;
}

/**
 * The forms of the answer (specification, User: device data v2; docs/reference/api-choices.md, v2 answer). `unitFound`
 * false: the unit asked for is not in the category, so this is the full answer.
 */
export type V2Answer = { readonly unitFound: boolean } & (
  | { readonly form: 'category'; readonly data: CategoryAnswer }
  | { readonly form: 'unit'; readonly data: UnitAnswer }
  | { readonly form: 'raw'; readonly data: readonly RawRow[] }
  | {
      readonly form: 'aggregate';
      readonly categories: readonly { readonly categoryId: string; readonly data: CategoryAnswer }[];
      readonly total: Combined;
    }
);

type Spans = ReadonlyMap<string, UnitSpan>;

/**
 * GET deviceDataV2.
 * @throws ServiceError 1401 for a category that none of the three generations has, 1403 for a CUSTOM range that is too
 * long or ends before it begins.
 */
export async function readV2(context: DataContext, inUse: Industry, request: V2Request): Promise<V2Answer> {
  const industry = withRetired(inUse);
  const suffix = aggregateSuffix(request.category);
  const categories =
    suffix === null ? [requireCategory(industry, request.category)] : categoriesOfStandard(industry, suffix);
  const unitIds = unitsOf(industry, categories);
  const onlyUnitId = request.unitId !== null && unitIds.includes(request.unitId) ? request.unitId : null;
  const wanted = onlyUnitId === null ? unitIds : [onlyUnitId];
  const unitFound = request.unitId === onlyUnitId;

  const names = { from: 'date1', to: 'date2' };
  const compared = request.type === 'CUSTOM' ? null : request.date2;
  const [spans, comparison, updated] = await Promise.all([
    readSpans(context, industry, wanted, spanOf({ type: request.type, from: request.date1, to: request.date2, names })),
    compared === null
      ? null
      : readSpans(context, industry, wanted, spanOf({ type: request.type, from: compared, to: null, names })),
    request.formattedOutput ? updatedTimes(context, industry, categories, wanted) : new Map<Category, string | null>(),
  ]);
  if (!request.formattedOutput)
    return { unitFound, form: 'raw', data: rawRows(comparison === null ? [spans] : [spans, comparison], wanted) };

  const answers = await inPieces(answersInSteps(categories, { request, spans, comparison, updated }));
  const unit = onlyUnitId === null ? null : unitAnswer(answers, onlyUnitId);
  if (unit !== null) return { unitFound, form: 'unit', data: unit };
  const [answer] = answers;
  if (suffix === null && answer !== undefined) return { unitFound, form: 'category', data: answer };
  // The specification prints an empty sum as 0 here, not as null.
  const total = { ...totalOf(suffix ?? '', answers, spans), ...(answers.length === 0 ? { value: 0 } : {}) };
  return {
    unitFound,
    form: 'aggregate',
    categories: answers.map((data) => ({ categoryId: data.categoryId, data })),
    total,
  };
}

/** Buckets of units in order; a bucket that several spans share is listed once. */
function rawRows(spans: readonly Spans[], unitIds: readonly string[]): RawRow[] {
  const listed = new Set<string>();
  return unitIds.flatMap((unitId) =>
    spans.flatMap((units) =>
      (units.get(unitId)?.entries ?? []).flatMap(({ x, y }): RawRow[] => {
        const key = `${unitId} ${x}`;
        if (listed.has(key)) return [];
        listed.add(key);
        return [{ unitId, timestamp: x, value: y }];
      }),
    ),
  );
}

/** Times of the newest readings of each category's shown units. */
async function updatedTimes(
  context: DataContext,
  industry: Industry,
  categories: readonly Category[],
  wanted: readonly string[],
): Promise<ReadonlyMap<Category, string | null>> {
  const shown = new Set(wanted);
  return new Map(
    await Promise.all(
      categories.map(
        async (category) =>
          [
            category,
            await lastUpdatedTime(
              context,
              industry,
              unitsOf(industry, [category]).filter((unitId) => shown.has(unitId)),
            ),
          ] as const,
      ),
    ),
  );
}

interface Read {
  readonly request: V2Request;
  readonly spans: Spans;
  readonly comparison: Spans | null;
  readonly updated: ReadonlyMap<Category, string | null>;
}

/** The answers of all categories, a unit a step: many small categories are one long work. */
function* answersInSteps(
  categories: readonly Category[],
  { request, spans, comparison, updated }: Read,
): Generator<void, CategoryAnswer[]> {
  const answers: CategoryAnswer[] = [];
  for (const category of categories)
    answers.push({
      categoryId: category.categoryKey,
      standardCategoryId: category.standardCategoryId,
      ...(yield* formatCategoryInSteps(category, spans, request)),
      lastUpdatedTime: updated.get(category) ?? null,
      comparison: comparison === null ? null : yield* formatCategoryInSteps(category, comparison, request),
    });
  return answers;
}

function unitAnswer(answers: readonly CategoryAnswer[], unitId: string): UnitAnswer | null {
  const unit = findUnit(answers, unitId);
  const compared = answers.flatMap(({ comparison }) => comparison ?? []);
  const newest = answers
    .map((answer) => answer.lastUpdatedTime)
    .reduce((a, b) => (a === null || (b !== null && b > a) ? b : a), null);
  return unit === null ? null : { ...unit, lastUpdatedTime: newest, comparison: findUnit(compared, unitId) };
}

/** A unit that stands in several categories counts once. */
function totalOf(standardCategoryId: string, answers: readonly CategoryAnswer[], spans: Spans): Combined {
  const units = new Map(
    answers.flatMap(({ subCategories }) =>
      subCategories.flatMap((sub) => sub.units.map((unit) => [unit.unitId, unit] as const)),
    ),
  );
  return combine(formatterOf(standardCategoryId), partsOfTotal([...units.values()], spans));
}
