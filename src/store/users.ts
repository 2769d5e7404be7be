import type { Querier } from '../database/database.ts';
import type { Role } from '../domain/access/caller.ts';
import { isSamePhone, phoneKey } from '../domain/access/phone.ts';

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
  /** As registered, with or without a country code. */
  readonly phoneNo: string | null;
  /** The user or the industry is on a disabled list. */
  readonly disabled: boolean;
}

interface LoginRow {
  user_key: number;
  user_id: string;
  email: string;
  username: string;
  password_hash: string;
  role: Role;
  permissions: string[];
  phone_no: string | null;
  industry_key: number;
  industry_id: string;
  industry_name: string;
  session_timeout: Record<string, unknown> | null;
  disabled: boolean;
}

const fromRow = (row: LoginRow): LoginUser => ({
  userKey: row.user_key,
  userId: row.user_id,
  email: row.email,
  username: row.username,
  passwordHash: row.password_hash,
  role: row.role,
  permissions: row.permissions,
  phoneNo: row.phone_no,
  industryKey: row.industry_key,
  industryId: row.industry_id,
  industryName: row.industry_name,
  sessionTimeout: row.session_timeout,
  disabled: row.disabled,
});

/**
 * The user of that username or e-mail address, upper and lower case alike; null when there is none. No industry is
 * named at login.
 */
export async function findUserForLogin(db: Querier, name: string): Promise<LoginUser | null> {
  const row = await db.maybeOne<LoginRow>('users.find_for_login', [name]);
  return row === null ? null : fromRow(row);
}

/** The user of that e-mail address, upper and lower case alike; null when there is none. */
export async function findUserByEmail(db: Querier, email: string): Promise<LoginUser | null> {
  const row = await db.maybeOne<LoginRow>('users.find_by_email', [email]);
  return row === null ? null : fromRow(row);
}

/**
 * The user of that telephone number, however it and the registered one are written; null when there is none, or more
 * than one.
 */
export async function findUserByPhone(db: Querier, phone: string): Promise<LoginUser | null> {
  const rows = await db.many<LoginRow>('users.find_by_phone_key', [phoneKey(phone)]);
  const users = rows.map(fromRow).filter(({ phoneNo }) => phoneNo !== null && isSamePhone(phoneNo, phone));
  return users.length === 1 ? (users[0] ?? null) : null;
}
