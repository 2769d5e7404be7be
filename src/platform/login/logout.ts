import { DAY_MS } from '../../kernel/time/durations.ts';
import { OPERATOR_INDUSTRY_ID } from './rules/caller.ts';
import { forgetPushTokenOf } from './store/push-tokens.ts';
import { revokeTokens } from './store/sessions.ts';
import type { AuthDependencies } from './dependencies.ts';

/**
 * Ends the login that this access token, already checked, belongs to: the token, its refresh token and every other
 * access token of the same login are refused with 420 from now on. The session record stays as it is, or they would get
 * 440. The device gets no push messages any more.
 */
export async function logout({ context, tokens }: AuthDependencies, accessToken: string): Promise<void> {
  const claims = tokens.read(accessToken);
  if (claims === null) throw new Error('logout takes a token that passed the request check.');
  await context.database.transaction(async (transaction) => {
    await forgetPushTokenOf(transaction, { industryId: claims.sub, userId: claims.userId, sid: claims.sid });
    await revokeTokens(transaction, [
      { jti: claims.jti, expiresAt: claims.exp === undefined ? null : claims.exp * 1000 },
      // An operator's refresh token may have been renewed since this token was issued: refused for good. A tenant's
      // login may have been refreshed once more within the life of this token.
      {
        jti: claims.sid,
        expiresAt:
          claims.sid_exp === undefined || claims.sub === OPERATOR_INDUSTRY_ID ? null : claims.sid_exp * 1000 + DAY_MS,
      },
    ]);
  });
}
