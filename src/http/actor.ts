import type { Actor } from '../domain/access/actor.ts';
import type { HttpContext } from './environment.ts';

/** Who sent this request, for the audit; on routes behind a token. */
export function actorOf(c: Pick<HttpContext, 'get'>): Actor {
  const { userId, homeIndustryId } = c.get('caller');
  return { userId, industryId: homeIndustryId, address: c.get('client').network };
}
