import type { Querier } from '../database/database.ts';
import type { Role } from '../domain/access/caller.ts';
import type { EpochMillis } from '../domain/time/types.ts';

/** A user with what a login must decide. The hash leaves the services layer never. */
export interface LoginUser {
  readonly userKey: number;
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly industryKey: number;
  readonly industryId: string;
  readonly industryName: string;
  readonly sessionTimeout: Readonly<Record<string, unknown>> | null;
  /** The user or the industry is on a disabled list. */
  readonly disabled: boolean;
}

interface LoginRow {
  user_key: number; user_id: string; email: string; username: string; password_hash: string; role: Role; permissions: string[];
  industry_key: number; industry_id: string; industry_name: string; session_timeout: Record<string, unknown> | null; disabled: boolean;
}

/** The user of that username or e-mail address, upper and lower case alike; null when there is none. No industry is named at login. */
export async function findUserForLogin(db: Querier, name: string): Promise<LoginUser | null> {
  const [row] = await db.rows<LoginRow>('users.findForLogin', [name]);
  if (row === undefined) return null;
  return {
    userKey: row.user_key, userId: row.user_id, email: row.email, username: row.username, passwordHash: row.password_hash,
    role: row.role, permissions: row.permissions,
    industryKey: row.industry_key, industryId: row.industry_id, industryName: row.industry_name,
    sessionTimeout: row.session_timeout, disabled: row.disabled,
  };
}

/** Stores another hash in place of `expected`. false when it is not that one any more: somebody else was faster. */
export const replacePasswordHash = async (db: Querier, userKey: number, expected: string, passwordHash: string): Promise<boolean> =>
  (await db.rows('users.replacePasswordHash', [userKey, expected, passwordHash])).length > 0;

/** What a user may change of himself. */
export interface Contacts {
  readonly username: string;
  /** Recipients of alerts. */
  readonly emailIds: readonly string[];
  readonly phoneNo: string | null;
}

/** A user with his own industry, whatever industry he acts on. */
export interface Profile extends Contacts {
  readonly userId: string;
  readonly email: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly industryId: string;
  readonly industryName: string;
}

interface ProfileRow {
  user_id: string; email: string; username: string; password_hash: string; role: Role; permissions: string[]; email_ids: string[]; phone_no: string | null;
  industry_id: string; industry_name: string;
}

/** null when the user was removed. */
export async function findProfile(db: Querier, userKey: number): Promise<{ readonly profile: Profile; readonly passwordHash: string } | null> {
  const [row] = await db.rows<ProfileRow>('users.profile', [userKey]);
  if (row === undefined) return null;
  return {
    profile: {
      userId: row.user_id, email: row.email, username: row.username, role: row.role, permissions: row.permissions, emailIds: row.email_ids,
      phoneNo: row.phone_no, industryId: row.industry_id, industryName: row.industry_name,
    },
    passwordHash: row.password_hash,
  };
}

/** Which of these belong to somebody else, in whatever industry; null is not asked. */
export async function contactsTaken(db: Querier, userKey: number, contacts: { readonly username: string | null; readonly phoneNo: string | null }): Promise<{ username: boolean; phoneNo: boolean }> {
  const [row] = await db.rows<{ username_taken: boolean; phone_taken: boolean }>('users.contactsTaken', [userKey, contacts.username, contacts.phoneNo]);
  return { username: row?.username_taken === true, phoneNo: row?.phone_taken === true };
}

export async function updateContacts(db: Querier, userKey: number, { username, emailIds, phoneNo }: Contacts): Promise<void> {
  await db.rows('users.update', [userKey, username, emailIds, phoneNo]);
}

/** The row that blocks a whole industry has this in place of a user. */
const WHOLE_INDUSTRY = '';

/** Puts the user (null: the whole industry) on the disabled list; false when it was there. */
export const disable = async (db: Querier, industryId: string, userId: string | null, now: EpochMillis): Promise<boolean> =>
  (await db.rows('users.disable', [industryId, userId ?? WHOLE_INDUSTRY, new Date(now)])).length > 0;

/** Takes it off the list; false when it was not there. */
export const enable = async (db: Querier, industryId: string, userId: string | null): Promise<boolean> =>
  (await db.rows('users.enable', [industryId, userId ?? WHOLE_INDUSTRY])).length > 0;

export interface Disabled {
  /** null: the whole industry. */
  readonly userId: string | null;
  readonly since: Date;
}

/** What is disabled of an industry, the industry itself first. */
export const listDisabled = async (db: Querier, industryId: string): Promise<Disabled[]> =>
  (await db.rows<{ user_id: string; since: string }>('users.disabled', [industryId]))
    .map((row) => ({ userId: row.user_id === WHOLE_INDUSTRY ? null : row.user_id, since: new Date(row.since) }));

/** Whether the industry has this user, not removed. */
export const userExists = async (db: Querier, industryId: string, userId: string): Promise<boolean> =>
  (await db.rows('users.exists', [industryId, userId])).length > 0;
