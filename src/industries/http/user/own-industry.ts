import type { HttpContext } from '../../../platform/http/environment.ts';
import { requireTarget } from '../../../platform/http/target.ts';

/**
 * The industry whose own things a request is about: the caller's own, or the one that an operator names.
 * @throws ServiceError 1403 when an operator named none.
 */
export function ownIndustryOf(c: HttpContext): string {
  const { industry } = c.get('caller');
  requireTarget(industry);
  return industry.industryId;
}
