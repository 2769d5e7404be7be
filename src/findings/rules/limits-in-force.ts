import { CATEGORY_GENERATIONS, type Industry } from '../../kernel/industry/industry.ts';
import type { FindingKind, LimitsInForce } from './kinds.ts';

/** A limit that people have set. Both ids null: it is the industry's. */
interface SetLimit {
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly subCategoryId: string | null;
  readonly limit: number | null;
}

/**
 * Limits in force of each unit, and of the industry (null): a unit's own limit counts before that of its sub-category,
 * and that before the industry's.
 */
export function limitsInForce(
  { units, categories }: Pick<Industry, 'units' | 'categories'>,
  set: readonly SetLimit[],
): (unitId: string | null) => LimitsInForce {
  const known = set.filter(({ limit }) => limit !== null);
  const over = (of: readonly SetLimit[]): LimitsInForce =>
    Object.fromEntries(of.flatMap(({ kind, limit }) => (limit === null ? [] : [[kind, limit]])));
  const ofIndustry = over(known.filter(({ unitId, subCategoryId }) => unitId === null && subCategoryId === null));
  const subCategories = CATEGORY_GENERATIONS.flatMap((generation) =>
    [...categories[generation].values()].flatMap((category) => category.subCategories),
  );
  const byUnit = new Map(
    [...units.keys()].map((id): [string, LimitsInForce] => {
      const listing = new Set(subCategories.filter(({ units: listed }) => listed.includes(id)).map((one) => one.id));
      return [
        id,
        {
          ...ofIndustry,
          ...over(known.filter(({ subCategoryId }) => subCategoryId !== null && listing.has(subCategoryId))),
          ...over(known.filter(({ unitId }) => unitId === id)),
        },
      ];
    }),
  );
  return (unitId) => (unitId === null ? ofIndustry : (byUnit.get(unitId) ?? ofIndustry));
}
