import type { Querier } from '../../platform/database/database.ts';
import type { DesiredTenant } from '../rules/provisioning/desired.ts';
import type { ProvisioningPlan } from '../rules/provisioning/plan.ts';
import type { CategoryPlan, UserPlan } from '../rules/provisioning/section-plans.ts';
import type { UnitPlan } from '../rules/provisioning/unit-plan.ts';
import type { DatedRule } from '../../kernel/time/types.ts';
import { plainArray, timestampArray } from '../../platform/database/array-literal.ts';
import { asColumns } from '../../platform/database/named-query.ts';

/*
 * Writes of provisioning: one statement per table and kind of change, with rows as one JSON list. An empty part of the
 * plan costs no statement.
 */

/**
 * Writes a plan inside the caller's transaction.
 * @returns the industry's key.
 * @param storedKey null when the industry is new.
 * @param now instant of removals and changes.
 */
export async function writePlan(
  transaction: Querier,
  plan: ProvisioningPlan,
  storedKey: number | null,
  now: Date,
): Promise<number> {
  const industryKey =
    storedKey !== null && plan.industry === 'unchanged'
      ? storedKey
      : await writeIndustry(transaction, plan.desired, now);
  if (plan.clock.isChanged) await writeClock(transaction, industryKey, plan.clock.rules);
  await writeUnits(transaction, industryKey, plan.units, now);
  await writeCategories(transaction, industryKey, plan.categories);
  await writeUsers(transaction, industryKey, plan.users, now);
  return industryKey;
}

async function writeIndustry(
  transaction: Querier,
  { industryId, industry }: DesiredTenant,
  now: Date,
): Promise<number> {
  const row = await transaction.one<{ industryKey: number }>('provisioning.write_industry', {
    industryId,
    industry: JSON.stringify(asColumns(industry)),
    now,
  });
  return row.industryKey;
}

/**
 * Replaces the rules of an industry's clock, the oldest first. The caller holds the lock, so that nobody places
 * readings meanwhile.
 */
export async function writeClock(
  transaction: Querier,
  industryKey: number,
  rules: readonly DatedRule[],
): Promise<void> {
  await transaction.many('provisioning.write_clock', { industryKey, rules: JSON.stringify(rules) });
}

async function writeUnits(transaction: Querier, industryKey: number, plan: UnitPlan, now: Date): Promise<void> {
  if (plan.removedKeys.length > 0)
    await transaction.many('provisioning.remove_units', { removedKeys: plainArray(plan.removedKeys), now });
  await writeRows(
    transaction,
    'provisioning.write_units',
    { industryKey },
    plan.writes.map(({ unitId, displayName, siUnit, position }) => ({ unitId, displayName, siUnit, position })),
  );
  if (plan.droppedVersions.length > 0) {
    await transaction.many('provisioning.drop_versions', {
      unitKeys: plainArray(plan.droppedVersions.map(({ unitKey }) => unitKey)),
      effectiveFroms: timestampArray(plan.droppedVersions.map(({ effectiveFrom }) => effectiveFrom)),
    });
  }
  await writeRows(
    transaction,
    'provisioning.write_versions',
    { industryKey },
    plan.newVersions.map(({ unitId, effectiveFrom, figures, otherMeta }) => ({
      unitId,
      effectiveFrom,
      ...figures,
      meta: otherMeta,
    })),
  );
  await writeRows(
    transaction,
    'provisioning.write_version_meta',
    {},
    plan.metaChanges.map(({ unitKey, otherMeta }) => ({ unitKey, meta: otherMeta })),
  );
}

async function writeCategories(transaction: Querier, industryKey: number, plan: CategoryPlan): Promise<void> {
  if (plan.removed.length > 0) {
    await transaction.many('provisioning.remove_categories', {
      industryKey,
      generations: plan.removed.map(({ generation }) => generation),
      categoryKeys: plan.removed.map(({ categoryKey }) => categoryKey),
    });
  }
  await writeRows(transaction, 'provisioning.write_categories', { industryKey }, plan.writes);
}

async function writeUsers(transaction: Querier, industryKey: number, plan: UserPlan, now: Date): Promise<void> {
  if (plan.retiredKeys.length > 0)
    await transaction.many('provisioning.retire_users', { retiredKeys: plainArray(plan.retiredKeys), now });
  await writeRows(transaction, 'provisioning.write_users', { industryKey }, plan.writes);
  if (plan.signedOutKeys.length > 0)
    await transaction.many('provisioning.end_sessions', { signedOutKeys: plainArray(plan.signedOutKeys), now });
}

async function writeRows(
  transaction: Querier,
  statement: string,
  owner: { readonly industryKey?: number },
  rows: readonly object[],
): Promise<void> {
  if (rows.length > 0) await transaction.many(statement, { ...owner, rows: JSON.stringify(rows.map(asColumns)) });
}
