import type { Querier } from '../database/database.ts';
import type { Role } from '../domain/access/caller.ts';
import type { EpochMillis } from '../domain/time/types.ts';

/** Whose session record: one per industry, user, device and base-address hash (specification, Session record). */
export interface SessionKey {
  readonly industryKey: number;
  readonly userKey: number;
  readonly deviceId: string;
  readonly baseAddressHash: string;
}

/** Upserts the one record of the key; it is active and holds these two token identities afterwards. */
export async function recordSession(db: Querier, key: SessionKey, tokenJti: string, refreshJti: string, now: EpochMillis): Promise<void> {
  await db.rows('sessions.record', [key.industryKey, key.userKey, key.deviceId, key.baseAddressHash, tokenJti, refreshJti, new Date(now)]);
}

interface SessionOwner { readonly industryKey: number; readonly userKey: number }

/** The record of that refresh token holds the new access token from now on. */
export async function renewSession(db: Querier, owner: SessionOwner, refreshJti: string, tokenJti: string, now: EpochMillis): Promise<void> {
  await db.rows('sessions.renew', [owner.industryKey, owner.userKey, refreshJti, tokenJti, new Date(now)]);
}

/** Makes the user's other sessions inactive: their requests get 440. `exceptTokenJti` null: all of them. */
export async function deactivateSessions(db: Querier, owner: SessionOwner, exceptTokenJti: string | null, now: EpochMillis): Promise<void> {
  await db.rows('sessions.deactivate', [owner.industryKey, owner.userKey, exceptTokenJti, new Date(now)]);
}

/** Everything the database knows about a presented token, in one round trip. */
export interface Standing {
  /** null: no such user in no such industry, or removed. */
  readonly user: StandingUser | null;
  /** An active session record holds the token. */
  readonly inSession: boolean;
  readonly revoked: boolean;
  readonly disabled: boolean;
  /** The industry to act on: its key and version, which moves with every change of it; null when there is none of that id. */
  readonly acting: { readonly industryKey: number; readonly version: string } | null;
}

export interface StandingUser {
  readonly userKey: number;
  readonly industryKey: number;
  readonly sessionTimeout: Readonly<Record<string, unknown>> | null;
  readonly email: string;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly string[];
}

interface StandingRow {
  industry_key: number | null; session_timeout: Record<string, unknown> | null;
  user_key: number | null; email: string; username: string; role: Role; permissions: string[];
  in_session: boolean; revoked: boolean; disabled: boolean; acting_industry_key: number | null; acting_version: string;
}

/** `token` as its claims name it, not yet verified: the answer must not be shown before it is. */
export async function findStanding(
  db: Querier, token: { readonly industryId: string; readonly userId: string; readonly jti: string; readonly sid: string }, targetIndustryId: string | null,
): Promise<Standing> {
  const [row] = await db.rows<StandingRow>('sessions.standing', [token.industryId, token.userId, token.jti, token.sid, targetIndustryId]);
  if (row === undefined) throw new Error('sessions.standing gives one row always.');
  return {
    user: row.user_key === null || row.industry_key === null ? null : {
      userKey: row.user_key, industryKey: row.industry_key, sessionTimeout: row.session_timeout,
      email: row.email, username: row.username, role: row.role, permissions: row.permissions,
    },
    inSession: row.in_session,
    revoked: row.revoked,
    disabled: row.disabled,
    acting: row.acting_industry_key === null ? null : { industryKey: row.acting_industry_key, version: row.acting_version },
  };
}

/** A token identity to refuse from now on; `expiresAt` null: the token never expires. */
export interface Revocation { readonly jti: string; readonly expiresAt: EpochMillis | null }

export async function revokeTokens(db: Querier, revocations: readonly Revocation[]): Promise<void> {
  await db.rows('sessions.revoke', [
    revocations.map((revocation) => revocation.jti),
    revocations.map((revocation) => (revocation.expiresAt === null ? null : new Date(revocation.expiresAt).toISOString())),
  ]);
}

/** Drops revocations of tokens that expired before `now`; upkeep. */
export async function forgetExpiredRevocations(db: Querier, now: EpochMillis): Promise<void> {
  await db.rows('sessions.forgetExpiredRevocations', [new Date(now)]);
}
