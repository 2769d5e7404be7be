import type { Language } from '../../../kernel/language.ts';
import type { Querier } from '../../database/database.ts';
import type { Role } from '../rules/caller.ts';

/** Stores another hash in place of `expected`. false when it is not that one any more: somebody else was faster. */
export const replacePasswordHash = async (
  db: Querier,
  userKey: number,
  expected: string,
  passwordHash: string,
): Promise<boolean> =>
  (await db.many('profiles.replace_password_hash', { userKey, expected, passwordHash })).length > 0;

/** Contacts that a user may change, and how he is written to. */
export interface Contacts {
  readonly username: string;
  /** Recipients of alerts and of the morning mail. */
  readonly emailIds: readonly string[];
  readonly phoneNo: string | null;
  readonly getsMorningMail: boolean;
  /** null: none is chosen. */
  readonly mailLanguage: Language | null;
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

/** A stored profile: the part shown to its user, and the hidden part. */
export interface StoredProfile {
  readonly profile: Profile;
  readonly passwordHash: string;
}

/** null when the user was removed. */
export async function findProfile(db: Querier, userKey: number): Promise<StoredProfile | null> {
  const row = await db.maybeOne<Profile & { passwordHash: string }>('profiles.find', { userKey });
  if (row === null) return null;
  const { passwordHash, ...profile } = row;
  return { profile, passwordHash };
}

/** Contacts that belong to another user of any industry; null is not asked. */
export async function contactsTaken(
  db: Querier,
  userKey: number,
  contacts: { readonly username: string | null; readonly phoneNo: string | null },
): Promise<{ username: boolean; phoneNo: boolean }> {
  const row = await db.one<{ usernameTaken: boolean; phoneTaken: boolean }>('profiles.contacts_taken', {
    userKey,
    username: contacts.username,
    phoneNo: contacts.phoneNo,
  });
  return { username: row.usernameTaken, phoneNo: row.phoneTaken };
}

export async function updateContacts(
  db: Querier,
  userKey: number,
  { username, emailIds, phoneNo, getsMorningMail, mailLanguage }: Contacts,
): Promise<void> {
  await db.many('profiles.update', { userKey, username, emailIds, phoneNo, getsMorningMail, mailLanguage });
}
