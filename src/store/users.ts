import type { Querier } from '../database/database.ts';
import type { Role } from '../domain/access/caller.ts';

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
