import { z } from '@hono/zod-openapi';
import type { Caller } from '../../login/rules/caller.ts';
import { freeText, optionalText, text } from './parameters.ts';

/** Name of the person whom the field before names by userId. */
export const personName = () => z.string().nullable().openapi({ description: 'Name of that person; null: not known' });

/** Who has taken notice of something, and who works on it. */
export const handledFields = {
  acknowledgedBy: z.string().nullable().openapi({ description: 'userId' }),
  acknowledgedByName: personName(),
  assigneeId: z.string().nullable().openapi({ description: 'userId of the person who works on it; null: nobody' }),
  assigneeName: personName(),
};

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

/** Body of a request that hands something to somebody, or takes it away. */
export const assignment = z
  .strictObject({
    userId: text(200).nullable().openapi({ description: 'A user of the industry who may log in; null: nobody' }),
    note: freeText().nullish().openapi({ description: 'For the assignee, whose mail has it' }),
  })
  .openapi('Assignment', { example: { userId: 'asha.rao', note: 'Please look before the shift ends' } });

/** Body of a request that takes notice of something. */
export const noteBody = z.strictObject({
  note: freeText().nullish().openapi({ description: 'For whoever reads it later' }),
});

const MOST_COMMENT_CHARACTERS = 2000;
/** Body of a request that adds a comment to the history of something. */
export const commentBody = z.strictObject({ text: freeText(MOST_COMMENT_CHARACTERS) });
