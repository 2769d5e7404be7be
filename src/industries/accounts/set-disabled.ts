import { lockProvisioning } from '../../platform/directory/store/industries.ts';
import type { DataContext } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { requireRightsOver } from '../../platform/login/rules/account-rights.ts';
import { type Actor, OPERATOR_INDUSTRY_ID } from '../../platform/login/rules/caller.ts';
import { invalid, ServiceError } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { listDisabled } from '../../platform/login/store/disabled.ts';
import { loadTenant } from '../store/provisioning.ts';
import { disableAccount, enableAccount } from '../users/disabled.ts';
import { liveUsers, managerOf, requireAccount } from './require-account.ts';

interface BlockRequest {
  readonly industry: Industry;
  /** null: the industry with all its users. */
  readonly userId: string | null;
  readonly actor: Actor;
  readonly permissions: readonly string[];
  readonly reason: string | null;
}

/**
 * Puts a user or an industry on the disabled list, or takes it off. A second call changes nothing.
 * @returns whether the list changed.
 * @throws ServiceError 404 for an unknown id, 1430 where people would lock themselves out, 420 when the asking person
 * was disabled meanwhile.
 */
export async function setDisabled(
  context: DataContext,
  { industry, userId, actor, permissions, reason }: BlockRequest,
  blocked: boolean,
): Promise<boolean> {
  const { industryId } = industry;
  if (userId === null && industryId === OPERATOR_INDUSTRY_ID && blocked)
    throw invalid(1430, 'targetIndustryId', 'INTERNAL is the industry of operators, and nobody could enable it again');
  const manager = managerOf({ actor, permissions });
  const isOwnIndustry = industryId === manager.industryId;
  const guard = async (transaction: Querier): Promise<void> => {
    if (userId === null) return;
    // People who disable each other take turns here, so that one of them stays.
    if (isOwnIndustry) await lockProvisioning(transaction);
    const tenant = await loadTenant(transaction, industryId);
    requireRightsOver(manager, industryId, requireAccount(tenant, industryId, userId));
    if (!isOwnIndustry || !blocked) return;
    if (userId === actor.userId)
      throw invalid(
        1430,
        'userId',
        `${userId} is your own account: let another one who writes accounts disable or remove it`,
      );
    const disabled = await listDisabled(transaction, industryId);
    const isThere = liveUsers(tenant).some((user) => user.userId === actor.userId);
    if (!isThere || disabled.some((entry) => entry.userId === actor.userId))
      throw new ServiceError(420, 'Your account was disabled or removed at this moment');
  };
  const account = { industry, userId };
  return blocked
    ? disableAccount(context, account, actor, reason, guard)
    : enableAccount(context, account, actor, reason, guard);
}
