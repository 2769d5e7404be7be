import type { ErrorDetail } from '../../../kernel/errors.ts';
import { businessDateOf, clockAsOf } from '../../../kernel/time/business-clock.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { type ClockPlan, clockProblems, planClock } from './clock-plan.ts';
import type { Fate, SectionCounts } from './compare.ts';
import { type DesiredTenant, desiredTenant } from './desired.ts';
import type { UnitPatches } from './patched-versions.ts';
import type { BundleReading } from './read-bundle.ts';
import { type CategoryPlan, industryFate, planCategories, planUsers, type UserPlan } from './section-plans.ts';
import type { StoredTenant } from './stored.ts';
import { planUnits, type StaleUnit, type UnitPlan } from './unit-plan.ts';
import { bundleWarnings } from './warnings.ts';

/** All writes of a run, and its report. */
export interface ProvisioningPlan {
  readonly desired: DesiredTenant;
  readonly industry: Fate;
  readonly clock: ClockPlan;
  readonly units: UnitPlan;
  readonly categories: CategoryPlan;
  readonly users: UserPlan;
  readonly warnings: readonly ErrorDetail[];
}

export interface ProvisionResult {
  readonly industryId: string;
  /** false: everything was as the bundle says, so nothing is written. */
  readonly isChanged: boolean;
  readonly industry: Fate;
  readonly units: SectionCounts;
  readonly categories: SectionCounts;
  readonly users: SectionCounts;
  /** Units whose figures change from a closed business day on. */
  readonly staleFrom: readonly StaleUnit[];
  readonly warnings: readonly ErrorDetail[];
}

/**
 * Compares a bundle without mistakes with the stored tenant.
 * @param passwordHashes hash by userId, for every user with a password in the bundle.
 * @param patches units that were patched instead of declared.
 * @throws Error when the bundle has mistakes of shape. The caller checks first.
 */
export function planProvisioning(
  reading: BundleReading,
  stored: StoredTenant,
  passwordHashes: ReadonlyMap<string, string>,
  now: EpochMillis,
  patches: UnitPatches = new Map(),
): ProvisioningPlan {
  if (reading.bundle === null) throw new Error('A bundle with mistakes cannot be planned.');
  const desired = desiredTenant(reading.bundle);
  const clock = planClock(desired.industry, desired.clockEffectiveFrom, stored.clock, now);
  const industry = industryFate(desired.industry, stored.industry);
  return {
    desired,
    clock,
    industry: industry === 'unchanged' && clock.isChanged ? 'changed' : industry,
    units: planUnits(desired.units, stored.units, businessDateOf(clockAsOf(clock.rules, now), now), patches),
    categories: planCategories(desired, stored.categories),
    users: planUsers(desired.users, stored.users, passwordHashes),
    warnings: bundleWarnings(desired, reading.declared, stored, clock),
  };
}

/** Mistakes of a bundle that declares a clock for days that have begun. */
export function clockMistakes({ bundle }: BundleReading, { clock }: StoredTenant, now: EpochMillis): ErrorDetail[] {
  if (bundle === null) return [];
  const { industry, clockEffectiveFrom } = desiredTenant(bundle);
  return clockProblems(industry, clockEffectiveFrom, clock, now);
}

export function resultOf(plan: ProvisioningPlan): ProvisionResult {
  const sections = { units: plan.units.counts, categories: plan.categories.counts, users: plan.users.counts };
  return {
    industryId: plan.desired.industryId,
    isChanged:
      plan.industry !== 'unchanged'
      || Object.values(sections).some(({ added, changed, removed }) => added + changed + removed > 0),
    industry: plan.industry,
    ...sections,
    staleFrom: plan.units.stale,
    warnings: plan.warnings,
  };
}
