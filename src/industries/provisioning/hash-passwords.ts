import { hashPassword, verifyPassword } from '../../platform/login/rules/password.ts';
import type { BundleUser } from '../rules/provisioning/bundle-schema.ts';
import type { StoredTenant } from '../rules/provisioning/stored.ts';

/**
 * Hashes by userId, for users with a password in the bundle: the stored hash when it matches the password, otherwise a
 * new one. Hashing is slow by design, so it is done before the transaction, one password after another, which leaves
 * time for logins.
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

/** Stands for a password that was not compared. No password verifies against it. */
const UNSEEN = 'not looked at';

/**
 * Hashes for a dry run. Spec gap: every password counts as a new one. A comparison would be a login attempt that nobody
 * counts.
 */
export const passwordsUnseen = async (users: readonly BundleUser[]): Promise<ReadonlyMap<string, string>> =>
  new Map(users.flatMap(({ userId, password }) => (password == null ? [] : [[userId, UNSEEN] as const])));

/** Users whose stored password changed between the two readings. Only their hashes are made inside the transaction. */
export function changedSince(users: readonly BundleUser[], seen: StoredTenant, stored: StoredTenant): BundleUser[] {
  const [before, now] = [liveHashes(seen), liveHashes(stored)];
  return users.filter(({ userId }) => before.get(userId) !== now.get(userId));
}

const liveHashes = (tenant: StoredTenant): ReadonlyMap<string, string> =>
  new Map(tenant.users.filter((user) => !user.removed).map((user) => [user.userId, user.passwordHash]));
