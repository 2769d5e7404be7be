import type { Caller } from '../../login/rules/caller.ts';
import { optionalText } from './parameters.ts';

/** Filter by the person who works on something. */
export const assigneeFilter = (what: string) =>
  optionalText(200).openapi({
    description: `${what} on which somebody works: a userId, \`me\` for the caller, or \`none\` for nobody`,
  });

/** Stands for nobody in a filter, because no user has an empty id. */
const NOBODY = '';

/**
 * The userIds that a filter asks for; null: whoever works on it. An operator who looks at another industry works on
 * nothing there, because its userIds are its own.
 */
export function assigneesAsked(
  asked: string | undefined,
  { userId, industryId, homeIndustryId }: Pick<Caller, 'userId' | 'industryId' | 'homeIndustryId'>,
): readonly string[] | null {
  if (asked === undefined) return null;
  if (asked === 'none') return [NOBODY];
  if (asked !== 'me') return [asked];
  return homeIndustryId === industryId ? [userId] : [];
}
