import { type Industry, type StoredUnit, subCategoryUnits } from '../../kernel/industry/industry.ts';
import { CONDITIONS } from './conditions.ts';
import type { RuleDefinition } from './rule.ts';
import type { RuleScope } from './types.ts';

/** A rule and its subject: a unit, or the whole industry (null). */
export interface Subject<R> {
  readonly rule: R;
  readonly stored: StoredUnit | null;
}

type Watching = Pick<RuleDefinition, 'alertType' | 'scope' | 'settings' | 'isEnabled'>;

/** The more specific a scope is, the later it stands. */
const SPECIFICITY: Readonly<Record<RuleScope['kind'], number>> = { industry: 0, subCategory: 1, unit: 2 };

/** True when a rule is about the industry and not about its units. */
const isOfIndustry = ({ alertType, scope }: Watching): boolean => CONDITIONS[alertType].needs(scope.kind) === 'balance';

/** Units of a scope to which the condition applies. */
export function unitsOfRule(
  { alertType, scope }: Pick<RuleDefinition, 'alertType' | 'scope'>,
  industry: Pick<Industry, 'units' | 'categories'>,
): StoredUnit[] {
  const { groups } = CONDITIONS[alertType];
  const ids = idsOf(scope, industry);
  return ids.flatMap((unitId) => {
    const stored = industry.units.get(unitId);
    return stored !== undefined && groups.includes(stored.current.group) ? [stored] : [];
  });
}

function idsOf(scope: RuleScope, industry: Pick<Industry, 'units' | 'categories'>): readonly string[] {
  if (scope.kind === 'industry') return [...industry.units.keys()];
  if (scope.kind === 'unit') return [...new Set(scope.ids)];
  const units = subCategoryUnits(industry);
  return [...new Set(scope.ids.flatMap((id) => units.get(id) ?? []))];
}

/**
 * The subjects of rules. The most specific definitions of a type count for a unit: those that name the unit, else
 * those of its sub-category, else those of the industry. Different quality parameters are watched beside each other.
 */
export function subjectsOf<R extends Watching>(
  rules: readonly R[],
  industry: Pick<Industry, 'units' | 'categories'>,
): Subject<R>[] {
  const inForce = rules.filter((rule) => rule.isEnabled);
  const ofIndustry = inForce.filter(isOfIndustry).map((rule) => ({ rule, stored: null }));
  const ofUnits = inForce
    .filter((rule) => !isOfIndustry(rule))
    .flatMap((rule) => unitsOfRule(rule, industry).map((stored) => ({ rule, stored })));
  const contested = Map.groupBy(
    ofUnits,
    ({ rule, stored }) => `${stored.unitKey} ${rule.alertType} ${String(rule.settings['parameter'] ?? '')}`,
  );
  return [
    ...ofIndustry,
    ...[...contested.values()].flatMap((candidates) => {
      const most = candidates.reduce((highest, { rule }) => Math.max(highest, SPECIFICITY[rule.scope.kind]), 0);
      return candidates.filter(({ rule }) => SPECIFICITY[rule.scope.kind] === most);
    }),
  ];
}
