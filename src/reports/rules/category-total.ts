import { divisorFor, formatterOf, unitsOf } from '../../figures/rules/device-data/categories.ts';
import { formatCategory, findUnit } from '../../figures/rules/device-data/format-category.ts';
import { type Completeness, completenessOf, partsOfSpan } from '../../kernel/document/completeness.ts';
import type { Unheard } from '../../kernel/document/types.ts';
import { unheardOf } from '../../kernel/document/unheard.ts';
import { type Category, findCategory, type Industry } from '../../kernel/industry/industry.ts';
import { partOfBucket, partUpTo } from '../../figures/rules/figures/unit-span.ts';
import { sumOrNull } from '../../figures/rules/processors/numbers.ts';
import type { SpanSet } from './input.ts';
import { figureUpTo, shownBuckets } from './progress.ts';

/** Units of a category, with their total as deviceDataV2 shows it. */
export interface CategoryTotal extends Completeness {
  readonly value: number | null;
  readonly siUnit: string | null;
  readonly parts: readonly PartFigure[];
  /** A formula among them failed, so there is no total. */
  readonly failed: boolean;
  /** Sum per bucket of the parts that have a figure; null where none has, or a formula failed. */
  readonly buckets: readonly (number | null)[];
}

export interface PartFigure extends Completeness {
  readonly unitId: string;
  readonly name: string;
  readonly subCategory: string;
  readonly siUnit: string;
  readonly value: number | null;
  readonly buckets: readonly (number | null)[];
  /** Its formula, or a unit that it uses, failed. */
  readonly failed: boolean;
  /** Quantity that passed and is in no figure. */
  readonly unheard?: Unheard;
}

/**
 * @param divisionFactor divisor of the request
 * @param buckets number of buckets to add up; absent: the whole span
 */
export function categoryTotal(
  category: Category,
  { spans }: SpanSet,
  divisionFactor: number,
  buckets?: number,
): CategoryTotal {
  const figures = formatCategory(category, spans, { divisionFactor, energyDetail: false });
  const parts = new Map<string, PartFigure>();
  for (const { displayName, units } of figures.subCategories) {
    for (const { unitId } of units) {
      const span = spans.get(unitId);
      const shown = findUnit([figures], unitId);
      if (parts.has(unitId) || span === undefined || shown === null) continue;
      const divisor = divisorFor(category, span.unit, divisionFactor);
      parts.set(unitId, {
        unitId,
        name: shown.unitName,
        subCategory: displayName,
        siUnit: shown.siUnit,
        value: figureUpTo(span, divisor, buckets),
        buckets: shownBuckets(span, divisor),
        failed: span.figures?.provenance.failed === true,
        // Of a running period the buckets that are compared have to be measured, whatever the others are.
        ...completenessOf(buckets === undefined ? partsOfSpan(span) : [partUpTo(span, buckets)]),
        ...unheardOf([shown.unheard]),
      });
    }
  }
  const { value, siUnit, subCategories: _, ...completeness } = figures;
  const list = [...parts.values()];
  const isWhole = buckets === undefined;
  return {
    ...completeness,
    value: isWhole || value === null || formatterOf(category.standardCategoryId) !== 'flow' ? value : totalOf(list),
    siUnit,
    parts: list,
    failed: list.some(({ failed }) => failed),
    buckets: bucketSums(list, spans),
  };
}

const totalOf = (parts: readonly PartFigure[]): number | null => sumOrNull(parts.map(({ value }) => value));

const bucketSums = (parts: readonly PartFigure[], spans: SpanSet['spans']): readonly (number | null)[] =>
  (parts[0]?.buckets ?? []).map((_, bucket) =>
    // Units with different units of measure are not added up, nor is anything to a formula that failed.
    parts.every(
      ({ siUnit, unitId }) => siUnit === parts[0]?.siUnit && spans.get(unitId)?.entries[bucket]?.failed !== true,
    )
      ? sumOrNull(parts.map(({ buckets }) => buckets[bucket] ?? null))
      : null,
  );

/** The buckets of a total, with their coverage. */
export const measuredBuckets = (
  { buckets, parts }: CategoryTotal,
  { spans }: SpanSet,
): readonly (Completeness & { readonly value: number | null; readonly lacks: boolean })[] =>
  buckets.map((value, index) => {
    const measured = parts.flatMap(({ unitId }) => {
      const span = spans.get(unitId);
      const entry = span?.entries[index];
      const isPart = span !== undefined && entry !== undefined && span.hoursAddUp !== false;
      return isPart ? [partOfBucket(span.unit, entry)] : [];
    });
    const lacks = measured.some((part) => part.value === null && part.slotsExpected > 0);
    return { value, ...completenessOf(measured), lacks };
  });

/** Units of some categories by key, each once. */
export const unitsOfCategories = (industry: Industry, keys: readonly string[]): readonly string[] =>
  unitsOf(
    industry,
    keys.flatMap((key) => findCategory(industry, key) ?? []),
  );
