import { type Actor, type Caller, OPERATOR_INDUSTRY_ID } from '../login/rules/caller.ts';
import type { HttpContext } from './environment.ts';

/** Spec gap: who is noted where nobody has to show a token. */
const NOBODY = 'no token';

/** Who sent this request where no token is needed; null: nobody has shown one. */
export const shownActor = (
  c: Pick<HttpContext, 'get'>,
  caller: Pick<Caller, 'userId' | 'homeIndustryId'> | null,
): Actor => ({
  userId: caller?.userId ?? NOBODY,
  industryId: caller?.homeIndustryId ?? OPERATOR_INDUSTRY_ID,
  address: c.get('client').network,
});

/** Who sent this request, for the audit; on routes behind a token. */
export function actorOf(c: Pick<HttpContext, 'get'>): Actor {
  const { userId, homeIndustryId } = c.get('caller');
  return { userId, industryId: homeIndustryId, address: c.get('client').network };
}
