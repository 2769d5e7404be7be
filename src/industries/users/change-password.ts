import { lockProvisioning } from '../../platform/directory/store/industries.ts';
import type { DataContext } from '../../context.ts';
import type { Caller } from '../../platform/login/rules/caller.ts';
import { hashPassword, verifyPassword } from '../../platform/login/rules/password.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { replacePasswordHash } from '../../platform/login/store/profiles.ts';
import { endOtherSessions } from '../../platform/login/store/sessions.ts';
import { InvalidCredentials } from '../../platform/login/errors.ts';
import type { Limiter } from '../../platform/limits/limiter.ts';
import { PASSWORD_CHANGES } from '../../platform/limits/limits.ts';
import { requireProfile } from './profile.ts';

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
  if (oldPassword === newPassword)
    throw new ServiceError(1430, "Invalid 'newPassword': is the old password", [
      { field: 'newPassword', problem: 'is the old password' },
    ]);
  const newHash = await hashPassword(newPassword);
  await database.transaction(async (transaction) => {
    // A bundle writes the hashes that it has read, so the two take turns.
    await lockProvisioning(transaction);
    if (!(await replacePasswordHash(transaction, self.userKey, found.passwordHash, newHash)))
      throw new InvalidCredentials();
    await endOtherSessions(transaction, self.userKey, self.sid, clock.now());
  });
}
