import type { Context, DataContext } from '../../context.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { Industry } from '../../domain/industry/industry.ts';
import { disable, type Disabled, enable, listDisabled, userExists } from '../../store/disabled.ts';

export type { Disabled } from '../../store/disabled.ts';

/** A user of the industry; null: the industry with all its users. */
export interface Account {
  readonly industry: Pick<Industry, 'industryId'>;
  readonly userId: string | null;
}

/**
 * Puts the account on the disabled list: from the next request on, every request, refresh and login gets 420 on every
 * process, because each asks the database.
 * @returns false when it was disabled before.
 * @throws ServiceError 1403 when the industry has no such user.
 */
export async function disableAccount(
  { database, clock }: DataContext,
  { industry, userId }: Account,
): Promise<boolean> {
  if (userId !== null && !(await userExists(database, industry.industryId, userId))) {
    throw new ServiceError(1403, `user ${userId}: industry ${industry.industryId} has no such user`, [
      { field: 'user', problem: 'is not a user of the industry' },
    ]);
  }
  return disable(database, industry.industryId, userId, clock.now());
}

/** Takes the account off the list; sessions that have not ended work again. @returns false when it was not disabled. */
export const enableAccount = (
  { database }: Pick<Context, 'database'>,
  { industry, userId }: Account,
): Promise<boolean> => enable(database, industry.industryId, userId);

export const disabledAccounts = (
  { database }: Pick<Context, 'database'>,
  industry: Account['industry'],
): Promise<Disabled[]> => listDisabled(database, industry.industryId);
