import { lockProvisioning } from '../../platform/directory/store/industries.ts';
import type { Context, DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type ErrorDetail, invalid, ServiceError } from '../../kernel/errors.ts';
import {
  type Contacts,
  contactsTaken,
  findProfile,
  type Profile,
  type StoredProfile,
  updateContacts,
  replacePasswordHash,
} from '../../platform/login/store/profiles.ts';
import type { Caller } from '../../platform/login/rules/caller.ts';
import { hashPassword, verifyPassword } from '../../platform/login/rules/password.ts';
import { endOtherSessions } from '../../platform/login/store/sessions.ts';
import { InvalidCredentials } from '../../platform/login/errors.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { PASSWORD_CHANGES } from '../../platform/limits/limits.ts';

/**
 * Stores a new password and ends every other session of the user.
 * @throws TooManyRequests after 10 attempts in 15 minutes, InvalidCredentials (1401) for a wrong `oldPassword`,
 * ServiceError 1430 when both are the same.
 */
export async function changePassword(
  { database, clock, limiter }: DataContext & { readonly limiter: Limiter },
  self: Pick<Caller, 'userKey' | 'sid'>,
  oldPassword: string,
  newPassword: string,
): Promise<void> {
  await limiter.take(PASSWORD_CHANGES, String(self.userKey));
  const found = await requireProfile(database, self.userKey);
  if (!(await verifyPassword(oldPassword, found.passwordHash))) throw new InvalidCredentials();
  if (oldPassword === newPassword) throw invalid(1430, 'newPassword', 'is the old password');
  const newHash = await hashPassword(newPassword);
  await database.transaction(async (transaction) => {
    // A bundle writes the hashes that it has read, so the two take turns.
    await lockProvisioning(transaction);
    if (!(await replacePasswordHash(transaction, self.userKey, found.passwordHash, newHash)))
      throw new InvalidCredentials();
    await endOtherSessions(transaction, self.userKey, self.sid, clock.now());
  });
}

export type { Profile } from '../../platform/login/store/profiles.ts';

/** @throws ServiceError 420 when the user was removed since the request was checked. */
async function requireProfile(db: Querier, userKey: number): Promise<StoredProfile> {
  const found = await findProfile(db, userKey);
  if (found === null) throw new ServiceError(420, 'Invalid token');
  return found;
}

export const readProfile = async ({ database }: Pick<Context, 'database'>, userKey: number): Promise<Profile> =>
  (await requireProfile(database, userKey)).profile;

/**
 * Changes fields that a user may change of himself. Absent fields stay. Names and phone numbers are logins, so each
 * belongs to one user of all industries. They are compared under provisioning's lock.
 * @throws ServiceError 1403 naming every field whose value belongs to somebody else.
 */
export const changeProfile = (
  { database }: Pick<Context, 'database'>,
  userKey: number,
  changes: Partial<Contacts>,
): Promise<Profile> =>
  database.transaction(async (transaction) => {
    await lockProvisioning(transaction);
    const { profile: before } = await requireProfile(transaction, userKey);
    const after = { ...before, ...changes };
    // Unchanged values are not compared, because users of one bundle may share a phone number.
    const asked = {
      username: after.username === before.username ? null : after.username,
      phoneNo: after.phoneNo === before.phoneNo ? null : after.phoneNo,
    };
    const taken = await contactsTaken(transaction, userKey, asked);
    const details: ErrorDetail[] = (['username', 'phoneNo'] as const)
      .filter((field) => taken[field])
      .map((field) => ({ field, problem: 'is taken by another user' }));
    const [first] = details;
    if (first !== undefined) throw new ServiceError(1403, `'${first.field}' ${first.problem}`, details);
    await updateContacts(transaction, userKey, after);
    return after;
  });
