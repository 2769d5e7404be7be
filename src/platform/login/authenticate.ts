import { type Caller, isOperator, OPERATOR_INDUSTRY_ID } from './rules/caller.ts';
import { ServiceError } from '../../kernel/errors.ts';
import { findStanding, type TokenStanding, type StandingUser } from './store/sessions.ts';
import type { PresentedClaims, TokenClaims } from './claims.ts';
import type { AuthDependencies } from './dependencies.ts';

/**
 * The industry to act on does not exist. A type of its own because one endpoint has another code and sentence for it.
 */
export class UnknownTarget extends ServiceError {
  constructor(industryId: string) {
    super(1403, `Invalid 'targetIndustryId': '${industryId}' is not an industry`, [
      { field: 'targetIndustryId', problem: 'names no industry' },
    ]);
    this.name = 'UnknownTarget';
  }
}

/**
 * Caller and industry of a token: the request check of the specification (Authentication 3), steps 2 to 7 in its order.
 * The session record is looked for before the signature is checked, so a token that was never issued gets 440.
 * @param token null: none was presented.
 * @param targetIndustryId null: the caller's own industry.
 * @throws ServiceError 401 no token or not a token of ours, 440 no session, 420 expired, forged, revoked or disabled,
 * 403 another industry without being an operator, 1403 an industry that does not exist.
 */
export async function authenticate(
  dependencies: AuthDependencies,
  token: string | null,
  targetIndustryId: string | null,
): Promise<Caller> {
  if (token === null || token === '') throw new ServiceError(401, 'Token is missing');
  const presented = readPresented(dependencies, token);
  const standing = await findStanding(
    dependencies.context.database,
    presented,
    targetIndustryId,
    dependencies.context.clock.now(),
  );
  requireSession(presented, standing);
  const claims = await readAccessClaims(dependencies, token);
  requireInForce(claims, standing);
  return loadCaller(dependencies, claims, standing, targetIndustryId);
}

function readPresented({ tokens }: AuthDependencies, token: string): PresentedClaims {
  const presented = tokens.readPresented(token);
  if (presented === null) throw new ServiceError(401, 'Invalid token format');
  // Spec gap: the answer to a refresh or docs token where an access token belongs.
  if (presented.token_use === 'refresh' || presented.token_use === 'docs')
    throw new ServiceError(401, `A ${presented.token_use} token cannot be used as an access token`);
  return presented;
}

/** Requires an active record with this token. INTERNAL alone needs none. */
export function requireSession(claims: Pick<TokenClaims, 'sub'>, standing: Pick<TokenStanding, 'inSession'>): void {
  if (claims.sub !== OPERATOR_INDUSTRY_ID && !standing.inSession)
    throw new ServiceError(440, 'Session is missing or inactive. Please log in again.');
}

/** Refuses a session that has ended here or elsewhere, and a user or an industry that is disabled or gone. */
export function requireInForce(
  claims: TokenClaims,
  standing: TokenStanding,
): asserts standing is TokenStanding & { readonly user: StandingUser } {
  if (standing.revoked || isSignedOut(claims, standing.user))
    throw new ServiceError(420, 'Token was revoked by logout');
  if (standing.disabled || standing.user === null) throw new ServiceError(420, 'Invalid token');
}

/** Operators' tokens are bound to no session record. */
const isSignedOut = (claims: TokenClaims, user: StandingUser | null): boolean =>
  claims.sub === OPERATOR_INDUSTRY_ID && isOlderThanSignOut(claims, user);

/**
 * True for a token without session record that was issued before the second in which its user ended all other logins.
 */
export const isOlderThanSignOut = (claims: Pick<TokenClaims, 'iat' | 'sid'>, user: StandingUser | null): boolean =>
  user?.signedOutAt != null
  && claims.iat < Math.floor(user.signedOutAt / 1000)
  && claims.sid !== user.signedOutExceptSid;

/**
 * Step 5. Spec gap: a token signed with our secret that does not state its purpose. Such a token may be a refresh token
 * as well as an access token, so it is refused; every token issued here states it.
 */
async function readAccessClaims({ tokens }: AuthDependencies, token: string): Promise<TokenClaims> {
  const verdict = await tokens.verify(token);
  if (verdict === 'expired') throw new ServiceError(420, 'Token has expired');
  const claims = verdict === 'forged' ? null : tokens.read(token);
  if (claims?.token_use !== 'access') throw new ServiceError(420, 'Invalid token');
  return claims;
}

async function loadCaller(
  { industries }: AuthDependencies,
  claims: TokenClaims,
  standing: TokenStanding & { readonly user: StandingUser },
  targetIndustryId: string | null,
): Promise<Caller> {
  const { user } = standing;
  const industryId = targetIndustryId ?? claims.sub;
  if (industryId !== claims.sub && !isOperator({ homeIndustryId: claims.sub, role: user.role })) {
    throw new ServiceError(403, "'targetIndustryId': only operators may act on another industry", [
      { field: 'targetIndustryId', problem: 'is not your industry' },
    ]);
  }
  const industry = standing.acting === null ? null : await industries.get(industryId, standing.acting.version);
  if (industry === null) throw new UnknownTarget(industryId);
  return {
    userId: claims.userId,
    userKey: user.userKey,
    email: user.email,
    username: user.username,
    role: user.role,
    permissions: user.permissions,
    industryId,
    industryKey: industry.industryKey,
    industry,
    homeIndustryId: claims.sub,
    loginType: claims.loginType,
    jti: claims.jti,
    sid: claims.sid,
  };
}
