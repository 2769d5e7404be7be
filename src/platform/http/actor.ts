import { type Actor, type Caller, OPERATOR_INDUSTRY_ID } from '../login/rules/caller.ts';
import type { HttpContext } from './environment.ts';

/** Spec gap: who is noted where nobody has to show a token. */
const NOBODY = 'no token';

/** Sender of a request that needs no token; null: nobody has shown one. */
export const shownActor = (
  c: Pick<HttpContext, 'get'>,
  caller: Pick<Caller, 'userId' | 'homeIndustryId'> | null,
): Actor => ({
  userId: caller?.userId ?? NOBODY,
  industryId: caller?.homeIndustryId ?? OPERATOR_INDUSTRY_ID,
  address: c.get('client').network,
});

/** Sender of a request behind a token, for the audit. */
export function actorOf(c: Pick<HttpContext, 'get'>): Actor {
  const { userId, homeIndustryId } = c.get('caller');
  return { userId, industryId: homeIndustryId, address: c.get('client').network };
}
