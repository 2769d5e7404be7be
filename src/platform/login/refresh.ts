import { randomUUID } from 'node:crypto';
import { OPERATOR_INDUSTRY_ID, OPERATORS_ONLY } from './rules/caller.ts';
import { lifetimesOf, OPERATOR_RENEWAL_SECONDS, refreshExpiry } from './rules/lifetimes.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { findStanding, renewSession } from './store/sessions.ts';
import { requireInForce, requireSession } from './authenticate.ts';
import { type Identity, loginClaims, type TokenClaims } from './claims.ts';
import type { AuthDependencies } from './dependencies.ts';
import { expiryMillis } from './tokens.ts';

export interface Refreshed {
  readonly accessToken: string;
  /** The presented refresh token, or a new one for an operator whose token was about to expire. */
  readonly refreshToken: string;
  readonly expiresInSeconds: number;
  readonly claims: Identity;
}

/**
 * A new access token with the same claims. The refresh token is not rotated; only an operator's with less than 7 days
 * left is renewed (specification, States). The session record holds the new access token afterwards; Spec gap: the
 * previous one is taken for 60 s more, then gets 440, so that requests on their way and refreshes at the same moment do
 * not throw their user out. On the web the login can be refreshed for another 14 days from now.
 * @throws ServiceError 401 missing, expired or not ours, 422 an access token, 420 logged out or disabled, 440 no
 * session.
 */
export async function refresh(dependencies: AuthDependencies, token: string | null): Promise<Refreshed> {
  return renew(dependencies, await readRefreshClaims(dependencies, token), token ?? '');
}

/**
 * Refreshes an operator's token.
 * @throws ServiceError 403 for a tenant's refresh token, and the errors of {@link refresh}.
 */
export async function refreshOperator(dependencies: AuthDependencies, token: string | null): Promise<Refreshed> {
  const claims = await readRefreshClaims(dependencies, token);
  if (claims.sub !== OPERATOR_INDUSTRY_ID) throw new ServiceError(403, OPERATORS_ONLY);
  return renew(dependencies, claims, token ?? '');
}

async function renew(dependencies: AuthDependencies, claims: TokenClaims, presented: string): Promise<Refreshed> {
  const { tokens, context } = dependencies;
  const now = context.clock.now();
  const standing = await findStanding(context.database, claims, null, now);
  requireInForce(claims, standing);
  requireSession(claims, standing);
  if (claims.sub !== OPERATOR_INDUSTRY_ID && standing.refreshExpiresAt !== null && standing.refreshExpiresAt <= now)
    throw expired();

  const lifetimes = lifetimesOf(claims.sub, null, standing.user.sessionTimeout);
  const identity = sameIdentity(claims);
  const kept = { token: presented, expiresAtSeconds: claims.exp ?? null };
  // The renewed token keeps its identity, so one logout ends both.
  const refreshToken = needsRenewal(claims, now)
    ? await tokens.issue(
        { ...identity, jti: claims.jti, sid: claims.sid, token_use: 'refresh' },
        lifetimes.refreshSeconds,
      )
    : kept;
  // A token that bears its own expiry rolls no further; a mobile login has none anywhere.
  const refreshExpiresAt =
    expiryMillis(refreshToken) ?? (standing.refreshExpiresAt === null ? null : refreshExpiry(lifetimes, now));
  const jti = randomUUID();
  const access = await tokens.issue(
    { ...identity, jti, ...loginClaims(claims.sid, refreshExpiresAt), token_use: 'access' },
    lifetimes.accessSeconds,
  );
  await renewSession(context.database, standing.user.userKey, claims.sid, jti, refreshExpiresAt, now);
  return {
    accessToken: access.token,
    refreshToken: refreshToken.token,
    expiresInSeconds: lifetimes.accessSeconds,
    claims: identity,
  };
}

const expired = (): ServiceError => new ServiceError(401, 'Refresh token has expired');

async function readRefreshClaims({ tokens }: AuthDependencies, token: string | null): Promise<TokenClaims> {
  if (token === null || token === '') throw new ServiceError(401, 'Refresh token is missing');
  const claims = tokens.read(token);
  if (claims === null) throw new ServiceError(401, 'Invalid token format');
  if (claims.token_use === 'access')
    throw new ServiceError(422, 'An access token was sent where a refresh token is needed');
  const verdict = await tokens.verify(token);
  if (verdict === 'expired') throw expired();
  if (verdict === 'forged' || claims.token_use !== 'refresh') throw new ServiceError(401, 'Invalid refresh token');
  return claims;
}

const needsRenewal = (claims: TokenClaims, nowMs: number): boolean =>
  claims.sub === OPERATOR_INDUSTRY_ID
  && claims.exp !== undefined
  && claims.exp - nowMs / 1000 < OPERATOR_RENEWAL_SECONDS;

const sameIdentity = (claims: TokenClaims): Identity => ({
  sub: claims.sub,
  userId: claims.userId,
  email: claims.email,
  username: claims.username,
  role: claims.role,
  permissions: claims.permissions,
  loginType: claims.loginType,
  ...(claims.tid === undefined ? {} : { tid: claims.tid }),
  ...(claims.industryId === undefined ? {} : { industryId: claims.industryId }),
});
