import type { Querier } from '../../platform/database/database.ts';
import type { AccountManager } from '../../platform/login/rules/account-rights.ts';
import type { Actor } from '../../platform/login/rules/caller.ts';
import { listDisabled } from '../../platform/login/store/disabled.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { userDocument } from '../rules/provisioning/bundle-of.ts';
import type { EntityTag } from '../rules/provisioning/entity-tags.ts';
import type { StoredTenant, TenantUser } from '../rules/provisioning/stored.ts';
import type { VersionedEntity } from '../provisioning/require-version.ts';

/** The caller and the account that he asks for. */
export interface AccountRequest {
  readonly industryId: string;
  readonly actor: Actor;
  readonly permissions: readonly string[];
  readonly reason: string | null;
  /** Versions that may be changed; null: every one. */
  readonly expected: readonly EntityTag[] | null;
}

const unknownAccount = (industryId: string, userId: string): ServiceError =>
  new ServiceError(404, `Industry '${industryId}' has no account '${userId.slice(0, 80)}'`);

export const accountEntity = (userId: string): VersionedEntity => ({
  name: `account ${userId}`,
  path: ['users', userId],
  seen: ({ users }) => users.filter((user) => user.userId === userId && !user.removed).map(userDocument),
});

export const liveUsers = ({ users }: StoredTenant): TenantUser[] => users.filter(({ removed }) => !removed);

export function requireAccount(stored: StoredTenant, industryId: string, userId: string): TenantUser {
  const user = liveUsers(stored).find((candidate) => candidate.userId === userId);
  if (user === undefined) throw unknownAccount(industryId, userId);
  return user;
}

export const managerOf = ({ actor, permissions }: Pick<AccountRequest, 'actor' | 'permissions'>): AccountManager => ({
  userId: actor.userId,
  industryId: actor.industryId,
  permissions,
});

/** Tells of a user whether he is disabled, by himself or with the industry; of null, whether the industry is. */
export async function disabledIn(db: Querier, industryId: string): Promise<(userId: string | null) => boolean> {
  const disabled = await listDisabled(db, industryId);
  return (userId) => disabled.some((entry) => entry.userId === null || entry.userId === userId);
}
