import { ServiceError } from '../../kernel/errors.ts';
import type { Role } from './rules/caller.ts';
import { findStandings } from './store/sessions.ts';
import { requireInForce, requireSession } from './authenticate.ts';
import type { AuthDependencies } from './dependencies.ts';

/** An access token that was authenticated, and is in use for longer than one request. */
export interface TokenInUse {
  readonly text: string;
  /** The industry it is used for by name; null: its own. */
  readonly targetIndustryId: string | null;
  /** Of its user when it was authenticated: what he may hear goes by it. */
  readonly role: Role;
}

/**
 * Problems of tokens, why each is no longer in force: expired, revoked, its session ended, its user or industry
 * disabled, the role of its user changed. null: the token is in force. One round trip for all.
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
      if (standing.user.role !== used[index]?.role) throw new ServiceError(403, 'The role of the user was changed');
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
