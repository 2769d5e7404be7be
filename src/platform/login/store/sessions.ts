import { dateOrNull, type Querier, type RowOf } from '../../database/database.ts';
import type { Role } from '../rules/caller.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';

/** Key of a session record: one per industry, user, device and base-address hash (specification, Session record). */
export interface SessionKey {
  readonly industryKey: number;
  readonly userKey: number;
  readonly deviceId: string;
  readonly baseAddressHash: string;
}

/** The fields of a session record that a login writes. */
export interface SessionLogin {
  readonly tokenJti: string;
  /** Identity of the login: its refresh token's. */
  readonly sid: string;
  /** null: the refresh token never expires. */
  readonly refreshExpiresAt: EpochMillis | null;
  /** Device type as the client names it; null without a name. */
  readonly deviceType: string | null;
  readonly browser: string | null;
  readonly os: string | null;
}

/**
 * Upserts the one record of the key; it is active and belongs to this login afterwards.
 * @param checkedHash the hash that the password was checked against; null: a login without a password.
 * @returns false, and nothing is recorded, when the user was removed or `checkedHash` is not the stored one any more.
 */
export async function recordSession(
  db: Querier,
  key: SessionKey,
  login: SessionLogin,
  now: EpochMillis,
  checkedHash: string | null,
): Promise<boolean> {
  const rows = await db.many('sessions.record', {
    ...login,
    ...key,
    refreshExpiresAt: dateOrNull(login.refreshExpiresAt),
    now: new Date(now),
    checkedHash,
  });
  return rows.length > 0;
}

/** The record of login `sid` holds the new access token from now on. `refreshExpiresAt` null: never. */
export async function renewSession(
  db: Querier,
  userKey: number,
  sid: string,
  tokenJti: string,
  refreshExpiresAt: EpochMillis | null,
  now: EpochMillis,
): Promise<void> {
  await db.many('sessions.renew', {
    userKey,
    sid,
    tokenJti,
    refreshExpiresAt: dateOrNull(refreshExpiresAt),
    now: new Date(now),
  });
}

export interface Session extends Pick<SessionLogin, 'sid' | 'deviceType' | 'browser' | 'os'> {
  readonly deviceId: string;
  readonly loggedInAt: Date;
  /** Time of the last token: at the login or a refresh. */
  readonly renewedAt: Date;
}

/** The user's sessions that can still get a token, the latest renewed first. */
export async function listSessions(db: Querier, userKey: number, now: EpochMillis): Promise<Session[]> {
  const rows = await db.many<RowOf<Session, 'loggedInAt' | 'renewedAt'>>('sessions.list', {
    userKey,
    now: new Date(now),
  });
  return rows.map((row) => ({
    ...row,
    loggedInAt: new Date(row.loggedInAt),
    renewedAt: new Date(row.renewedAt),
  }));
}

/** Ends one login of the user: its requests get 440. false when there is none to end. */
export const endSession = async (db: Querier, userKey: number, sid: string, now: EpochMillis): Promise<boolean> =>
  (await db.many('sessions.end', { userKey, sid, now: new Date(now) })).length > 0;

/** Ends every login of the user but `exceptSid` (null: all): their requests get 440. */
export async function endOtherSessions(
  db: Querier,
  userKey: number,
  exceptSid: string | null,
  now: EpochMillis,
): Promise<void> {
  await db.many('sessions.end_others', { userKey, exceptSid, now: new Date(now) });
}

/** State of a presented token in the database, read in one round trip. */
export interface TokenStanding {
  /** null: no such user in no such industry, or removed. */
  readonly user: StandingUser | null;
  /** An active session record holds the token, or held it until a refresh less than a minute ago. */
  readonly inSession: boolean;
  /** Time after which that session can no longer be refreshed; null: never, or there is none. */
  readonly refreshExpiresAt: EpochMillis | null;
  readonly revoked: boolean;
  readonly disabled: boolean;
  /**
   * The industry to act on: its key and version, which moves with every change of it; null when there is none of that
   * id.
   */
  readonly acting: { readonly industryKey: number; readonly version: string } | null;
}

export interface StandingUser {
  readonly userKey: number;
  readonly sessionTimeout: Readonly<Record<string, unknown>> | null;
  readonly email: string;
  readonly username: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  /** Time at which all logins of the user except `signedOutExceptSid` were ended; null: never. */
  readonly signedOutAt: EpochMillis | null;
  readonly signedOutExceptSid: string | null;
}

interface StandingRow {
  sessionTimeout: Record<string, unknown> | null;
  userKey: number | null;
  email: string;
  username: string;
  role: Role;
  permissions: string[];
  signedOutAt: string | null;
  signedOutExceptSid: string | null;
  inSession: boolean;
  refreshExpiresAt: string | null;
  revoked: boolean;
  disabled: boolean;
  actingIndustryKey: number | null;
  actingVersion: string;
}

interface PresentedToken {
  /** Industry of the token. */
  readonly sub: string;
  readonly userId: string;
  readonly jti: string;
  readonly sid: string;
}

/**
 * `token` as its claims name it (`sub` is its industry), not yet verified: the answer must not be shown before it is.
 */
export async function findStanding(
  db: Querier,
  token: PresentedToken,
  targetIndustryId: string | null,
  now: EpochMillis,
): Promise<TokenStanding> {
  const row = await db.one<StandingRow>('sessions.standing', {
    industryId: token.sub,
    userId: token.userId,
    jti: token.jti,
    sid: token.sid,
    targetIndustryId,
    now: new Date(now),
  });
  return toStanding(row);
}

/** Standings of many verified tokens, in their order. */
export async function findStandings(
  db: Querier,
  tokens: readonly PresentedToken[],
  targetIndustryIds: readonly (string | null)[],
  now: EpochMillis,
): Promise<TokenStanding[]> {
  const rows = await db.many<StandingRow>('sessions.standings', {
    industryIds: tokens.map(({ sub }) => sub),
    userIds: tokens.map(({ userId }) => userId),
    jtis: tokens.map(({ jti }) => jti),
    sids: tokens.map(({ sid }) => sid),
    targetIndustryIds,
    now: new Date(now),
  });
  return rows.map(toStanding);
}

function toStanding(row: StandingRow): TokenStanding {
  return {
    user:
      row.userKey === null
        ? null
        : {
            userKey: row.userKey,
            sessionTimeout: row.sessionTimeout,
            email: row.email,
            username: row.username,
            role: row.role,
            permissions: row.permissions,
            signedOutAt: row.signedOutAt === null ? null : Date.parse(row.signedOutAt),
            signedOutExceptSid: row.signedOutExceptSid,
          },
    inSession: row.inSession,
    refreshExpiresAt: row.refreshExpiresAt === null ? null : Date.parse(row.refreshExpiresAt),
    revoked: row.revoked,
    disabled: row.disabled,
    acting: row.actingIndustryKey === null ? null : { industryKey: row.actingIndustryKey, version: row.actingVersion },
  };
}

/** A token identity to refuse from now on; `expiresAt` null: the token never expires. */
interface Revocation {
  readonly jti: string;
  readonly expiresAt: EpochMillis | null;
}

export async function revokeTokens(db: Querier, revocations: readonly Revocation[]): Promise<void> {
  await db.many('sessions.revoke', {
    jtis: revocations.map((revocation) => revocation.jti),
    expiries: revocations.map((revocation) =>
      revocation.expiresAt === null ? null : new Date(revocation.expiresAt).toISOString(),
    ),
  });
}

/** Drops sessions that could be refreshed no more before `now`, but for the newest of each user; upkeep. */
export async function forgetExpiredSessions(db: Querier, now: EpochMillis): Promise<void> {
  await db.many('sessions.forget_expired', { now: new Date(now) });
}

/** Drops revocations of tokens that expired before `now`; upkeep. */
export async function forgetExpiredRevocations(db: Querier, now: EpochMillis): Promise<void> {
  await db.many('sessions.forget_expired_revocations', { now: new Date(now) });
}

/** When users of an industry last got a token, by userId. Users who never logged in are absent. */
export const lastSeenOf = async (db: Querier, industryKey: number): Promise<ReadonlyMap<string, Date>> =>
  new Map(
    (await db.many<{ userId: string; seenAt: string }>('sessions.last_seen', { industryKey })).map(
      ({ userId, seenAt }) => [userId, new Date(seenAt)],
    ),
  );
