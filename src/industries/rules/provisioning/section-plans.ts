import type { CategoryGeneration } from '../../../kernel/industry/industry.ts';
import { countFates, type Fate, movedIds, NOTHING_COUNTED, type SectionCounts } from './compare.ts';
import type { DesiredCategory, DesiredTenant, DesiredUser } from './desired.ts';
import { sameJson } from '../../../kernel/json.ts';
import type { CategoryName, IndustryFields, StoredTenant, TenantCategory, TenantUser, UserFields } from './stored.ts';

/** 'unchanged' when every field of the industry's own row is as declared. */
export function industryFate(desired: IndustryFields, stored: StoredTenant['industry']): Fate {
  if (stored === null) return 'added';
  const { industryKey: _key, ...fields } = stored;
  return sameJson(fields, desired) ? 'unchanged' : 'changed';
}

export interface CategoryPlan {
  readonly counts: SectionCounts;
  readonly writes: readonly TenantCategory[];
  readonly removed: readonly CategoryName[];
}

/** Writes for categories. Generations without a section in the bundle stay as they are. */
export function planCategories(
  desired: Pick<DesiredTenant, 'categories' | 'generations'>,
  stored: readonly TenantCategory[],
): CategoryPlan {
  const plans = desired.generations.map((generation) =>
    planGeneration(
      desired.categories.filter((category) => category.generation === generation),
      stored.filter((category) => category.generation === generation),
      generation,
    ),
  );
  return {
    counts: plans.reduce(
      (total, { counts }) => ({
        added: total.added + counts.added,
        changed: total.changed + counts.changed,
        unchanged: total.unchanged + counts.unchanged,
        removed: total.removed + counts.removed,
      }),
      NOTHING_COUNTED,
    ),
    writes: plans.flatMap((plan) => plan.writes),
    removed: plans.flatMap((plan) => plan.removed),
  };
}

function planGeneration(
  desired: readonly DesiredCategory[],
  stored: readonly TenantCategory[],
  generation: CategoryGeneration,
): CategoryPlan {
  const storedByKey = new Map(stored.map((category) => [category.categoryKey, category]));
  const moved = movedIds(
    stored.map((category) => category.categoryKey),
    desired.map((category) => category.categoryKey),
  );
  const changes = desired.map((category, position) => {
    const before = storedByKey.get(category.categoryKey);
    const isSame =
      before !== undefined
      && !moved.has(category.categoryKey)
      && before.standardCategoryId === category.standardCategoryId
      && sameJson(before.subCategories, category.subCategories);
    const fate: Fate = before === undefined ? 'added' : isSame ? 'unchanged' : 'changed';
    return { fate, isWritten: !isSame || before.position !== position, row: { ...category, position } };
  });
  const wanted = new Set(desired.map((category) => category.categoryKey));
  const removed = stored
    .filter((category) => !wanted.has(category.categoryKey))
    .map(({ categoryKey }) => ({ generation, categoryKey }));
  return {
    counts: countFates(
      changes.map(({ fate }) => fate),
      removed.length,
    ),
    writes: changes.filter(({ isWritten }) => isWritten).map(({ row }) => row),
    removed,
  };
}

export interface UserPlan {
  readonly counts: SectionCounts;
  /** `isNew`: nobody has the id now, though an earlier person may have had it. */
  readonly writes: readonly (DesiredUser & { readonly passwordHash: string; readonly isNew: boolean })[];
  /**
   * Stored users who give up their names first: removed users, and users about to be written, so that two may swap
   * names.
   */
  readonly retiredKeys: readonly number[];
  /** Users whose tokens end: they are removed, or get another password. */
  readonly signedOutKeys: readonly number[];
}

/**
 * Writes for users; null: the bundle has no section, and nothing changes.
 * @param passwordHashes hash to store by userId, for every user with a password in the bundle.
 */
export function planUsers(
  desired: readonly DesiredUser[] | null,
  stored: readonly TenantUser[],
  passwordHashes: ReadonlyMap<string, string>,
): UserPlan {
  if (desired === null) return { counts: NOTHING_COUNTED, writes: [], retiredKeys: [], signedOutKeys: [] };
  const live = stored.filter((user) => !user.removed);
  const liveById = new Map(live.map((user) => [user.userId, user]));
  const changes = desired.map((user) => {
    const before = liveById.get(user.userId);
    const passwordHash = passwordHashes.get(user.userId) ?? before?.passwordHash;
    if (passwordHash === undefined)
      throw new Error(`No password hash for the new user ${user.userId}: the bundle was not checked.`);
    const isSamePassword = passwordHash === before?.passwordHash;
    const isSame = before !== undefined && isSamePassword && sameJson(fieldsOf(before), fieldsOf(user));
    const fate: Fate = before === undefined ? 'added' : isSame ? 'unchanged' : 'changed';
    return { before, fate, isSamePassword, row: { ...user, passwordHash, isNew: before === undefined } };
  });
  const wanted = new Set(desired.map((user) => user.userId));
  const removedKeys = live.filter((user) => !wanted.has(user.userId)).map((user) => user.userKey);
  const keysOf = (chosen: typeof changes): number[] => chosen.flatMap(({ before }) => before?.userKey ?? []);
  const written = changes.filter(({ fate }) => fate !== 'unchanged');
  return {
    counts: countFates(
      changes.map(({ fate }) => fate),
      removedKeys.length,
    ),
    writes: written.map(({ row }) => row),
    retiredKeys: [...removedKeys, ...keysOf(written)],
    signedOutKeys: [...removedKeys, ...keysOf(changes.filter(({ isSamePassword }) => !isSamePassword))],
  };
}

const fieldsOf = ({ email, username, role, permissions, emailIds, phoneNo }: UserFields): UserFields => ({
  email,
  username,
  role,
  permissions,
  emailIds,
  phoneNo,
});
