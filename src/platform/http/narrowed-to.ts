import { OPERATOR_INDUSTRY_ID } from '../login/rules/caller.ts';
import type { HttpContext } from './environment.ts';

/** The industry that an operator has named by targetIndustryId, for what else concerns all; null: none. */
export function narrowedTo(c: HttpContext): string | null {
  const { industryId } = c.get('caller');
  return industryId === OPERATOR_INDUSTRY_ID ? null : industryId;
}
