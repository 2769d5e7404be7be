import type { Language } from '../../../kernel/language.ts';
import type { Querier } from '../../database/database.ts';
import type { Role } from '../rules/caller.ts';
import { isSamePhone, phoneKey } from '../rules/login-name.ts';

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
  /** Number as registered, with or without a country code. */
  readonly phoneNo: string | null;
  /** The user or the industry is on a disabled list. */
  readonly disabled: boolean;
}

/**
 * The user of that username or e-mail address, upper and lower case alike; null when there is none. No industry is
 * named at login.
 */
export const findUserForLogin = (db: Querier, name: string): Promise<LoginUser | null> =>
  db.maybeOne<LoginUser>('users.find_for_login', { name });

/** The user of that e-mail address, upper and lower case alike; null when there is none. */
export const findUserByEmail = (db: Querier, email: string): Promise<LoginUser | null> =>
  db.maybeOne<LoginUser>('users.find_by_email', { email });

/** A user who is written to by telephone. */
export interface PhoneUser extends LoginUser {
  /** null: none is chosen. */
  readonly mailLanguage: Language | null;
}

/**
 * The user of that telephone number, however it and the registered one are written; null when there is none, or more
 * than one.
 */
export async function findUserByPhone(db: Querier, phone: string): Promise<PhoneUser | null> {
  const found = await db.many<PhoneUser>('users.find_by_phone_key', { phone: phoneKey(phone) });
  const users = found.filter(({ phoneNo }) => phoneNo !== null && isSamePhone(phoneNo, phone));
  return users.length === 1 ? (users[0] ?? null) : null;
}
