import { OPERATOR_INDUSTRY_ID } from '../login/rules/caller.ts';
import { missing } from '../../kernel/errors.ts';
import type { Industry } from '../../kernel/industry/industry.ts';
import type { HttpContext } from './environment.ts';
import { targetIndustryId } from './middleware/access.ts';

/**
 * The industry that an operator named to act on, INTERNAL among them.
 * @throws ServiceError 1403 when none was named: nobody acts on one by oversight.
 */
export function targetOf(c: HttpContext): Industry {
  const { industry } = c.get('caller');
  if (industry.industryId === OPERATOR_INDUSTRY_ID && targetIndustryId(c) === null) throw missing('targetIndustryId');
  return industry;
}

/** Operators act on the industry they name. @throws ServiceError 1403 when none was named. */
export function requireTarget({ industryId }: Industry): void {
  if (industryId === OPERATOR_INDUSTRY_ID) throw missing('targetIndustryId');
}

/**
 * The industry whose own things a request is about: the caller's own, or the one that an operator names.
 * @throws ServiceError 1403 when an operator named none.
 */
export function ownIndustryOf(c: HttpContext): string {
  const { industry } = c.get('caller');
  requireTarget(industry);
  return industry.industryId;
}

/** The industry that an operator has named, for acts that concern all industries otherwise; null: none was named. */
export function optionalTargetOf(c: HttpContext): string | null {
  const { industryId } = c.get('caller');
  return industryId === OPERATOR_INDUSTRY_ID ? null : industryId;
}
