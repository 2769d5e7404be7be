import { lockProvisioning } from '../directory/store/industries.ts';
import type { DataContext } from '../../context.ts';
import { hashPassword } from './rules/password.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { writeAudit } from '../audit/store/audit.ts';
import { readerOfReset, setPassword, useReset } from './store/password-resets.ts';
import { hashOfReset, isLikeReset } from './send-reset.ts';

const PROBLEM = `is not valid any more: a link works once, for as long as its mail says, and until another is asked for or the account changes`;

const invalidLink = (): ServiceError =>
  new ServiceError(1403, `Invalid 'token': the link ${PROBLEM}`, [{ field: 'token', problem: PROBLEM }]);

/** The person of a link that can still be used; null: it cannot. */
export const readerOfLink = async (
  { database, clock }: DataContext,
  token: string,
): ReturnType<typeof readerOfReset> =>
  isLikeReset(token) ? readerOfReset(database, hashOfReset(token), clock.now()) : null;

/**
 * Sets another password by a link, once, and ends every session of its user.
 * @param clientNetwork for the audit.
 * @throws ServiceError 1403 for a link that is not valid (any more).
 */
export async function resetByLink(
  context: DataContext,
  { token, newPassword, clientNetwork }: Readonly<Record<'token' | 'newPassword' | 'clientNetwork', string>>,
): Promise<void> {
  const { database, clock } = context;
  // The check precedes the hashing of the password, which is slow on purpose.
  if ((await readerOfLink(context, token)) === null) throw invalidLink();
  const passwordHash = await hashPassword(newPassword);
  await database.transaction(async (transaction) => {
    // A bundle writes back the hashes it has read: it waits for this one, or this for it.
    await lockProvisioning(transaction);
    const now = clock.now();
    const user = await useReset(transaction, hashOfReset(token), now);
    if (user === null) throw invalidLink();
    await setPassword(transaction, user.userKey, passwordHash, now);
    await writeAudit(transaction, {
      at: now,
      actor: { userId: user.userId, industryId: user.industryId, address: clientNetwork },
      industryKey: user.industryKey,
      verb: 'account.password',
      subject: user.userId,
      before: null,
      after: { password: 'not shown', by: 'link' },
    });
  });
}
