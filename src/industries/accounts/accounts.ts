import type { Context } from '../../context.ts';
import type { Querier } from '../../platform/database/database.ts';
import { requireNotLockedOut, requireRightsOver } from '../../platform/login/rules/account-rights.ts';
import type { AuditVerb } from '../../platform/login/rules/audit-verbs.ts';
import type { ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import { refusal, shownField } from '../../kernel/problems.ts';
import { type BundleDocument, industryDocument, userDocument } from '../rules/provisioning/bundle-of.ts';
import type { EntityTag } from '../rules/provisioning/entity-tags.ts';
import { patched } from '../../kernel/merge-patch.ts';
import type { StoredTenant, TenantUser } from '../rules/provisioning/stored.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import { contactsTaken } from '../../platform/login/store/profiles.ts';
import { lastSeenOf } from '../../platform/login/store/sessions.ts';
import { loadTenant } from '../store/provisioning.ts';
import { changeTenant, type TenantChange } from '../provisioning/change-tenant.ts';
import { requireVersionOf, tagOf } from '../provisioning/require-version.ts';
import {
  type AccountRequest,
  accountEntity,
  disabledIn,
  liveUsers,
  managerOf,
  requireAccount,
} from './require-account.ts';

/** An account as operators see it. */
interface Account extends ReturnType<typeof userDocument> {
  /** Whether the user or his industry is disabled. */
  readonly disabled: boolean;
}

export interface VersionedAccount {
  readonly account: Account;
  readonly tag: EntityTag;
}

type Body = Readonly<Record<string, unknown>>;

/** Accounts of an industry, in order of creation. */
export async function readAccounts({ database }: Pick<Context, 'database'>, industryId: string): Promise<Account[]> {
  const [tenant, isDisabled] = [await loadTenant(database, industryId), await disabledIn(database, industryId)];
  return liveUsers(tenant).map((user) => ({ ...userDocument(user), disabled: isDisabled(user.userId) }));
}

/** An account as people of its industry see it. */
interface Person extends Account {
  /** Last login or refresh; null: never logged in. */
  readonly lastSeen: Date | null;
}

/** Accounts of an industry with the time at which each was last seen, in order of creation. */
export async function readSeenAccounts(
  context: Pick<Context, 'database'>,
  { industryId, industryKey }: Pick<Industry, 'industryId' | 'industryKey'>,
): Promise<Person[]> {
  const [accounts, seen] = await Promise.all([
    readAccounts(context, industryId),
    lastSeenOf(context.database, industryKey),
  ]);
  return accounts.map((found) => ({ ...found, lastSeen: seen.get(found.userId) ?? null }));
}

/** @throws ServiceError 404 for an unknown id. */
export const readAccount = async (
  context: Pick<Context, 'database'>,
  industryId: string,
  userId: string,
): Promise<VersionedAccount> => shown(context, industryId, await loadTenant(context.database, industryId), userId);

/**
 * Creates an account. It is not disabled, although an earlier person of this id may have been.
 * @param refuse makes the error of all mistakes
 * @throws ServiceError 1430 with every mistake.
 */
export async function addAccount(
  context: Context,
  request: AccountRequest,
  body: Body,
  refuse: (problems: readonly ErrorDetail[]) => ServiceError = refusal,
): Promise<VersionedAccount> {
  const { industryId } = request;
  const userId = typeof body['userId'] === 'string' ? body['userId'] : '';
  const tenant = await changeUsers(context, request, { verb: 'account.create', userId, refuse }, (stored) => {
    const users = liveUsers(stored);
    if (users.some((user) => user.userId === userId))
      throw refuse([{ field: 'userId', problem: `is "${userId}", which is there: change it by PATCH` }]);
    return { users: [...users.map(userDocument), body], at: users.length };
  });
  return shown(context, industryId, tenant, userId);
}

/** @throws ServiceError 404, 412 another version than expected, 1430 with every mistake. */
export async function changeAccount(
  context: Context,
  request: AccountRequest,
  userId: string,
  patch: Body,
): Promise<VersionedAccount> {
  if (Object.hasOwn(patch, 'userId') && patch['userId'] !== userId)
    throw refusal([{ field: 'userId', problem: 'never changes' }]);
  const tenant = await changeUsers(context, request, { verb: 'account.change', userId }, (stored) => {
    const users = liveUsers(stored);
    const at = users.indexOf(requireAccount(stored, request.industryId, userId));
    const documents: BundleDocument[] = users.map(userDocument);
    documents[at] = patched(documents[at] ?? {}, patch);
    return { users: documents, at };
  });
  return shown(context, request.industryId, tenant, userId);
}

/** @throws ServiceError 404 and 412 as {@link changeAccount}. */
export async function removeAccount(context: Context, request: AccountRequest, userId: string): Promise<void> {
  await changeUsers(context, request, { verb: 'account.remove', userId }, (stored) => {
    const gone = requireAccount(stored, request.industryId, userId);
    const left = liveUsers(stored).filter((user) => user !== gone);
    return { users: left.map(userDocument), at: null };
  });
}

interface UsersChange extends Pick<TenantChange, 'refuse'> {
  readonly verb: AuditVerb;
  readonly userId: string;
}

/** @param usersOf makes the whole section of users after the change. */
async function changeUsers(
  context: Context,
  request: AccountRequest,
  { verb, userId, refuse = refusal }: UsersChange,
  usersOf: (stored: StoredTenant) => { readonly users: readonly BundleDocument[]; readonly at: number | null },
): Promise<StoredTenant> {
  const { industryId, actor } = request;
  const manager = managerOf(request);
  let isDisabled: (id: string) => boolean = () => false;
  const { tenant } = await changeTenant({
    context,
    industryId,
    propose: (stored) => {
      const before = liveUsers(stored).find((user) => user.userId === userId);
      if (before !== undefined) requireRightsOver(manager, industryId, before);
      const { users, at } = usersOf(stored);
      return {
        document: { industry: industryDocument(stored, industryId), users },
        ...(at === null ? {} : { under: `users[${at}].` }),
      };
    },
    guard: async (db, stored) => {
      await requireVersionOf(accountEntity(userId), request.expected)(db, stored);
      const { users, at } = usersOf(stored);
      const before = liveUsers(stored).find((user) => user.userId === userId);
      if (at !== null) await requireOwnPhone(db, before, users[at]?.['phoneNo']);
      isDisabled = await disabledIn(db, industryId);
    },
    approve: ({ desired }) => {
      const users = desired.users ?? [];
      const after = users.find((user) => user.userId === userId);
      if (after !== undefined) requireRightsOver(manager, industryId, after);
      if (industryId === manager.industryId)
        requireNotLockedOut(
          manager,
          users.filter((user) => !isDisabled(user.userId)),
        );
    },
    refuse,
    act: { actor, verb, subject: userId, reason: request.reason },
  });
  return tenant;
}

/** No user has this key. */
const NOBODY = 0;

/**
 * Refuses the telephone number of somebody else, of whatever industry, as the own profile does: a number of two people
 * is nobody's, and neither could log in by it any more.
 */
async function requireOwnPhone(db: Querier, before: TenantUser | undefined, phoneNo: unknown): Promise<void> {
  if (typeof phoneNo !== 'string' || phoneNo === before?.phoneNo) return;
  const taken = await contactsTaken(db, before?.userKey ?? NOBODY, { username: null, phoneNo });
  if (!taken.phoneNo) return;
  const problem = `is ${shownField(phoneNo)}, which belongs to another user; allowed is a number that nobody else has`;
  throw refusal([{ field: 'phoneNo', problem }]);
}

async function shown(
  { database }: Pick<Context, 'database'>,
  industryId: string,
  tenant: StoredTenant,
  userId: string,
): Promise<VersionedAccount> {
  const isDisabled = await disabledIn(database, industryId);
  const user = requireAccount(tenant, industryId, userId);
  return {
    account: { ...userDocument(user), disabled: isDisabled(userId) },
    tag: tagOf(accountEntity(userId), tenant),
  };
}
