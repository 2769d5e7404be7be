import type { Context, DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { type Actor, COMMAND } from '../../platform/login/rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { EpochMillis } from '../../kernel/time/types.ts';
import { writeAudit } from '../../platform/audit/store/audit.ts';
import { disable, type Disabled, enable, listDisabled, userExists } from '../../platform/login/store/disabled.ts';

export type { Disabled } from '../../platform/login/store/disabled.ts';

/** A user of the industry; null: the industry with all its users. */
export interface DisabledAccount {
  readonly industry: Pick<Industry, 'industryId' | 'industryKey'>;
  readonly userId: string | null;
}

/** Refuses in the transaction that would change the list. */
type Guard = (transaction: Querier) => Promise<void>;

/**
 * Puts the account on the disabled list. From now on every request, refresh and login of it gets 420 in every process,
 * because each asks the database.
 * @param guard throws in the same transaction when the act is not allowed.
 * @returns false when the account was disabled before.
 * @throws ServiceError 1403 when the industry has no such user.
 */
export async function disableAccount(
  context: DataContext,
  account: DisabledAccount,
  actor: Actor = COMMAND,
  reason: string | null = null,
  guard: Guard = async () => {},
): Promise<boolean> {
  const { industry, userId } = account;
  return audited(context, account, { actor, reason, disabled: true }, async (transaction, now) => {
    await guard(transaction);
    if (userId !== null && !(await userExists(transaction, industry.industryId, userId)))
      throw new ServiceError(1403, `user ${userId}: industry ${industry.industryId} has no such user`, [
        { field: 'user', problem: 'is not a user of the industry' },
      ]);
    return disable(transaction, industry.industryId, userId, now);
  });
}

/**
 * Takes the account off the list. Its unexpired sessions work again.
 * @returns false when the account was not disabled.
 */
export const enableAccount = (
  context: DataContext,
  account: DisabledAccount,
  actor: Actor = COMMAND,
  reason: string | null = null,
  guard: Guard = async () => {},
): Promise<boolean> =>
  audited(context, account, { actor, reason, disabled: false }, async (transaction) => {
    await guard(transaction);
    return enable(transaction, account.industry.industryId, account.userId);
  });

/** Runs an act and writes its audit row, unless the act changed nothing. */
const audited = (
  { database, clock }: DataContext,
  { industry: { industryId, industryKey }, userId }: DisabledAccount,
  { actor, reason, disabled }: { readonly actor: Actor; readonly reason: string | null; readonly disabled: boolean },
  change: (transaction: Querier, now: EpochMillis) => Promise<boolean>,
): Promise<boolean> =>
  database.transaction(async (transaction) => {
    const now = clock.now();
    if (!(await change(transaction, now))) return false;
    await writeAudit(transaction, {
      at: now,
      actor,
      industryKey,
      verb: disabled ? 'account.disable' : 'account.enable',
      subject: userId ?? industryId,
      reason,
      before: { disabled: !disabled },
      after: { disabled },
    });
    return true;
  });

export const disabledAccounts = (
  { database }: Pick<Context, 'database'>,
  industry: DisabledAccount['industry'],
): Promise<Disabled[]> => listDisabled(database, industry.industryId);
