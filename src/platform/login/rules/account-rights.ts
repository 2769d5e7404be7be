import { invalid, ServiceError } from '../../../kernel/errors.ts';
import { missingPermissions } from './permissions.ts';

/*
 * Limits of people over accounts of their own industry, because nobody may raise himself or lock all others out.
 * Operators manage accounts of every other industry whatever these may do.
 */

const MANAGES = ['accounts:write'] as const;

/** An account as these rules look at it. */
interface RatedAccount {
  readonly userId: string;
  readonly role: string;
  readonly permissions: readonly string[];
}

/** The manager of an account, who acts. */
export interface AccountManager {
  readonly userId: string;
  readonly permissions: readonly string[];
  /** The industry that the manager belongs to. */
  readonly industryId: string;
}

/**
 * Refuses to manage an account of the own industry without all its permissions, because the holder of its password or
 * its link can do whatever the account can.
 * @throws ServiceError 401 naming the permissions that are missing.
 */
export function requireRightsOver(
  manager: AccountManager,
  industryId: string,
  account: Pick<RatedAccount, 'permissions'>,
): void {
  if (industryId !== manager.industryId) return;
  const lacking = missingPermissions(manager.permissions, account.permissions);
  if (lacking.length > 0)
    throw new ServiceError(401, `Access denied. Missing required permissions: ${lacking.join(', ')}`);
}

const canManage = ({ role, permissions }: RatedAccount): boolean =>
  role !== 'guest' && missingPermissions(permissions, MANAGES).length === 0;

/**
 * Keeps at least one account that can manage accounts.
 * @param after accounts of the manager's own industry after the change, without disabled ones.
 * @throws ServiceError 1430 when the manager himself could not manage accounts any more.
 */
export function requireNotLockedOut(manager: AccountManager, after: readonly RatedAccount[]): void {
  const self = after.find(({ userId }) => userId === manager.userId);
  if (self === undefined)
    throw invalid(
      1430,
      'userId',
      `${manager.userId} is your own account: let another one who writes accounts disable or remove it`,
    );
  if (!canManage(self))
    throw invalid(
      1430,
      'userId',
      `${manager.userId} is your own account: it keeps accounts:write and its role, or nobody may be left who has it`,
    );
}
