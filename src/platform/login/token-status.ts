import { ServiceError } from '../../kernel/errors.ts';
import { isOperator, OPERATOR_INDUSTRY_ID } from './rules/caller.ts';
import { findStandings, revokeTokens } from './store/sessions.ts';
import { requireInForce, requireSession } from './authenticate.ts';
import type { AuthDependencies } from './dependencies.ts';

const DAY_MILLISECONDS = 86_400_000;

/**
 * Ends the login that this access token, already checked, belongs to: the token, its refresh token and every other
 * access token of the same login are refused with 420 from now on. The session record stays as it is, or they would get
 * 440.
 */
export async function logout({ context, tokens }: AuthDependencies, accessToken: string): Promise<void> {
  const claims = tokens.read(accessToken);
  if (claims === null) throw new Error('logout takes a token that passed the request check.');
  await revokeTokens(context.database, [
    { jti: claims.jti, expiresAt: claims.exp === undefined ? null : claims.exp * 1000 },
    // An operator's refresh token may have been renewed since this token was issued, so it is refused for good. A
    // tenant's login may have been refreshed once more within the life of this token.
    {
      jti: claims.sid,
      expiresAt:
        claims.sid_exp === undefined || claims.sub === OPERATOR_INDUSTRY_ID
          ? null
          : claims.sid_exp * 1000 + DAY_MILLISECONDS,
    },
  ]);
}

/** An access token that was authenticated, and is in use for longer than one request. */
export interface TokenInUse {
  readonly text: string;
  /** The industry it is used for by name; null: its own. */
  readonly targetIndustryId: string | null;
  readonly needsOperator: boolean;
}

/**
 * Problems of tokens, why each is no longer in force: expired, revoked, its session ended, its user or industry
 * disabled. null: the token is in force. One round trip for all.
 */
export async function tokenProblems(
  { tokens, context }: Pick<AuthDependencies, 'tokens' | 'context'>,
  used: readonly TokenInUse[],
): Promise<(ServiceError | null)[]> {
  const now = context.clock.now();
  const presented = used.map(({ text }) => tokens.read(text));
  const known = presented.flatMap((claims, index) => (claims === null ? [] : [{ claims, index }]));
  const standings = await findStandings(
    context.database,
    known.map(({ claims }) => claims),
    known.map(({ index }) => used[index]?.targetIndustryId ?? null),
    now,
  );
  const ends: (ServiceError | null)[] = used.map(() => new ServiceError(420, 'Invalid token'));
  known.forEach(({ claims, index }, place) => {
    const standing = standings[place];
    if (standing === undefined) return;
    ends[index] = caught(() => {
      requireSession(claims, standing);
      if (claims.exp !== undefined && claims.exp * 1000 <= now) throw new ServiceError(420, 'Token has expired');
      requireInForce(claims, standing);
      const isStillOperator = isOperator({ homeIndustryId: claims.sub, role: standing.user.role });
      if (used[index]?.needsOperator === true && !isStillOperator)
        throw new ServiceError(403, 'This endpoint is for operators');
      if (standing.acting === null) throw new ServiceError(420, 'Invalid token');
    });
  });
  return ends;
}

function caught(check: () => void): ServiceError | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}
