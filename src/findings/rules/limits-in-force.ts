import { type Industry, subCategoryUnits } from '../../kernel/industry/industry.ts';
import { type FindingKind, KINDS, type LimitsInForce } from './kinds.ts';

/** A limit that people have set. Both ids null: it is the industry's. */
interface SetLimit {
  readonly kind: FindingKind;
  readonly unitId: string | null;
  readonly subCategoryId: string | null;
  readonly limit: number | null;
}

/** Scopes of a limit, the narrower first. */
export const LIMIT_SCOPES = ['unit', 'subCategory', 'industry', 'default'] as const;
type LimitScope = (typeof LIMIT_SCOPES)[number];

interface LimitInForce {
  /** null: the kind's own rule for the unit. */
  readonly value: number | null;
  /** The scope that decides. */
  readonly by: LimitScope;
}

/**
 * The limit in force of a kind for a unit, or for the industry (null): a unit's own limit counts before that of its
 * sub-category, and that before the industry's. Of several sub-categories the last one in order of ids decides.
 */
export function limitFinder(
  industry: Pick<Industry, 'categories'>,
  set: readonly SetLimit[],
): (kind: FindingKind, unitId: string | null) => LimitInForce {
  const unitsOf = subCategoryUnits(industry);
  const byKind = Map.groupBy(
    set.filter(({ limit }) => limit !== null),
    ({ kind }) => kind,
  );
  return (kind, unitId) => {
    const own = byKind.get(kind) ?? [];
    const isListing = (id: string | null): boolean =>
      id !== null && unitId !== null && unitsOf.get(id)?.includes(unitId) === true;
    const ofUnit = unitId === null ? undefined : own.find((one) => one.unitId === unitId);
    if (ofUnit !== undefined) return { value: ofUnit.limit, by: 'unit' };
    const ofSubCategory = own.findLast(({ subCategoryId }) => isListing(subCategoryId));
    if (ofSubCategory !== undefined) return { value: ofSubCategory.limit, by: 'subCategory' };
    const ofIndustry = own.find((one) => one.unitId === null && one.subCategoryId === null);
    if (ofIndustry !== undefined) return { value: ofIndustry.limit, by: 'industry' };
    return { value: KINDS[kind].limit?.byDefault ?? null, by: 'default' };
  };
}

/** Limits that people have set, in force for each unit, and for the industry (null). */
export function limitsInForce(
  industry: Pick<Industry, 'categories'>,
  set: readonly SetLimit[],
): (unitId: string | null) => LimitsInForce {
  const limitOfKind = limitFinder(industry, set);
  const kinds = [...new Set(set.map(({ kind }) => kind))];
  return (unitId) =>
    Object.fromEntries(
      kinds.flatMap((kind) => {
        const { value, by } = limitOfKind(kind, unitId);
        return value === null || by === 'default' ? [] : [[kind, value]];
      }),
    );
}
