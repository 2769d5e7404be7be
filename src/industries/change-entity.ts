import type { Context, WithQueue } from '../context.ts';
import type { Querier } from '../platform/database/database.ts';
import { requireNotLockedOut } from '../platform/login/rules/account-rights.ts';
import { type Actor, OPERATOR_INDUSTRY_ID } from '../platform/login/rules/caller.ts';
import type { AuditVerb } from '../platform/login/rules/audit-verbs.ts';
import { missingPermissions, type Permission } from '../platform/login/rules/permissions.ts';
import { ServiceError } from '../kernel/errors.ts';
import { refusal } from '../kernel/problems.ts';
import type { BundleUser } from './rules/provisioning/bundle-schema.ts';
import type { EntityTag } from './rules/provisioning/entity-tags.ts';
import type { ProvisioningPlan, ProvisionResult } from './rules/provisioning/plan.ts';
import type { StoredTenant } from './rules/provisioning/stored.ts';
import type { Difference } from './rules/provisioning/tenant-view.ts';
import { clockAsOf } from '../kernel/time/business-clock.ts';
import { enqueueRebuilds } from '../ledger/ask-for-rebuilds.ts';
import { managerOf } from './accounts/require-account.ts';
import { changeTenant, type Proposal } from './provisioning/change-tenant.ts';
import { requireVersionOf, tagOf, type VersionedEntity } from './provisioning/require-version.ts';

/** The common part of every change of an industry, a unit or a category. */
export interface ChangeRequest {
  readonly industryId: string;
  readonly by: { readonly actor: Actor; readonly permissions: readonly string[] };
  readonly reason: string | null;
  /** Versions that may be changed; null: every one. */
  readonly expected: readonly EntityTag[] | null;
  /** true: the change is computed and not kept. */
  readonly dryRun: boolean;
}

export interface Changed extends ProvisionResult {
  /** Differences between the stored states before and after; null: none. */
  readonly changes: Difference | null;
  /** Tag of the version in force after the change; null after a dry run. */
  readonly tag: EntityTag | null;
}

interface Change {
  readonly verb: AuditVerb;
  readonly subject: string;
  readonly entity: VersionedEntity;
  readonly propose: (stored: StoredTenant) => Proposal;
  /** Writes more in the same transaction, also when the entity itself does not change. */
  readonly also?: (transaction: Querier) => Promise<void>;
}

/**
 * Changes one entity of an industry by provisioning, and asks for the rebuild of closed days whose figures change.
 * @throws ServiceError 404 for an unknown entity, 412 another version than expected, 1430 with every mistake.
 */
export async function changeEntity(
  context: Context & WithQueue,
  request: ChangeRequest,
  { verb, subject, entity, propose, also }: Change,
): Promise<Changed> {
  const { tenant, difference, ...result } = await changeTenant({
    context,
    industryId: request.industryId,
    propose,
    guard: requireVersionOf(entity, request.expected),
    admit: (users) => requireRightsOverPasswords(request, users),
    approve: (plan) => {
      requireRights(plan, request.by.permissions);
      requireOwnAccountKept(plan, request.by);
    },
    refuse: refusal,
    act: { actor: request.by.actor, verb, subject, reason: request.reason },
    dryRun: request.dryRun,
    ...(also === undefined ? {} : { also }),
  });
  const now = context.clock.now();
  if (!request.dryRun && result.staleFrom.length > 0)
    await enqueueRebuilds(
      context.queue,
      { industryId: request.industryId, clock: clockAsOf(tenant.clock.rules, now) },
      result.staleFrom.map(({ fromDate }) => fromDate),
      now,
    );
  return { ...result, changes: difference, tag: request.dryRun ? null : tagOf(entity, tenant) };
}

/** Refuses callers without the right to write accounts. Even a dry run would tell them about passwords. */
function requireRightsOverPasswords({ industryId, by }: ChangeRequest, users: readonly BundleUser[]): void {
  if (users.every(({ password }) => password == null)) return;
  requirePermissions(by.permissions, ['accounts:write', ...rightsOver(industryId)]);
}

/**
 * Permissions that a change of users needs. A caller who may write users of INTERNAL could give himself every
 * permission.
 */
const rightsOver = (industryId: string): readonly Permission[] =>
  industryId === OPERATOR_INDUSTRY_ID ? ['admin:*'] : [];

/**
 * Refuses parts of a bundle that the caller may not change. The plan tells which parts change, because a bundle always
 * holds all.
 */
function requireRights(plan: ProvisioningPlan, permissions: readonly string[]): void {
  const { added, changed, removed } = plan.users.counts;
  const ofUsers: readonly Permission[] = added + changed + removed > 0 ? ['accounts:write'] : [];
  requirePermissions(permissions, [...ofUsers, ...rightsOver(plan.desired.industryId)]);
}

/** Refuses a bundle of the caller's own industry after which he could not manage accounts any more. */
function requireOwnAccountKept({ desired, users }: ProvisioningPlan, by: ChangeRequest['by']): void {
  const isOwn = desired.industryId === by.actor.industryId;
  if (isOwn && desired.users !== null && users.counts.changed + users.counts.removed > 0)
    requireNotLockedOut(managerOf(by), desired.users);
}

function requirePermissions(permissions: readonly string[], needed: readonly Permission[]): void {
  const lacking = missingPermissions(permissions, needed);
  if (lacking.length > 0)
    throw new ServiceError(401, `Access denied. Missing required permissions: ${lacking.join(', ')}`);
}
