import { hashPassword, verifyPassword } from '../../platform/login/rules/password.ts';
import type { BundleUser } from '../rules/provisioning/bundle-schema.ts';
import type { StoredTenant } from '../rules/provisioning/stored.ts';

/**
 * By userId, for users with a password in the bundle: the stored hash when it is of that password, else a new one. Done
 * before the transaction, because hashing is slow by design; one after another, so that a long list leaves room for
 * logins.
 */
export async function hashPasswords(
  users: readonly BundleUser[],
  stored: StoredTenant,
): Promise<ReadonlyMap<string, string>> {
  const storedHashes = liveHashes(stored);
  const hashes = new Map<string, string>();
  for (const { userId, password } of users) {
    if (password == null) continue;
    const storedHash = storedHashes.get(userId);
    const isKept = storedHash !== undefined && (await verifyPassword(password, storedHash));
    hashes.set(userId, isKept ? storedHash : await hashPassword(password));
  }
  return hashes;
}

/** Stands for a password that was not looked at. No password verifies against it. */
const UNSEEN = 'not looked at';

/**
 * The same for a dry run. Spec gap: every password counts as another one. Compared, it would be tried without being
 * counted as a login.
 */
export const passwordsUnseen = async (users: readonly BundleUser[]): Promise<ReadonlyMap<string, string>> =>
  new Map(users.flatMap(({ userId, password }) => (password == null ? [] : [[userId, UNSEEN] as const])));

/**
 * Users whose stored password became another between the two readings: rare, and only then hashed inside the
 * transaction.
 */
export function changedSince(users: readonly BundleUser[], seen: StoredTenant, stored: StoredTenant): BundleUser[] {
  const [before, now] = [liveHashes(seen), liveHashes(stored)];
  return users.filter(({ userId }) => before.get(userId) !== now.get(userId));
}

const liveHashes = (tenant: StoredTenant): ReadonlyMap<string, string> =>
  new Map(tenant.users.filter((user) => !user.removed).map((user) => [user.userId, user.passwordHash]));
