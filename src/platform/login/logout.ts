import { DAY_MS } from '../../kernel/time/durations.ts';
import { OPERATOR_INDUSTRY_ID } from './rules/caller.ts';
import { forgetPushTokens } from './store/push-tokens.ts';
import { revokeTokens } from './store/sessions.ts';
import type { AuthDependencies } from './dependencies.ts';

/**
 * Ends the login that this access token, already checked, belongs to: the token, its refresh token and every other
 * access token of the same login are refused with 420 from now on. The session record stays as it is, or they would get
 * 440. Its devices get no push messages any more.
 */
export async function logout({ context, tokens }: AuthDependencies, accessToken: string): Promise<void> {
  const claims = tokens.read(accessToken);
  if (claims === null) throw new Error('logout takes a token that passed the request check.');
  const { sub: industryId, userId, jti, exp, sid, sid_exp: loginEnds } = claims;
  // An operator's refresh token may have been renewed since this token was issued: refused for good. A tenant's login
  // may have been refreshed once more within the life of this token.
  const isForGood = loginEnds === undefined || industryId === OPERATOR_INDUSTRY_ID;
  await revokeTokens(context.database, [
    { jti, expiresAt: exp === undefined ? null : exp * 1000 },
    { jti: sid, expiresAt: isForGood ? null : loginEnds * 1000 + DAY_MS },
  ]);
  await forgetPushTokens(context.database, { industryId, userId, sid });
}
