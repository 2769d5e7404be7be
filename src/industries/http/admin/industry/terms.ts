import { invalid } from '../../../../kernel/errors.ts';
import { expectedTags, tagText } from '../../../rules/provisioning/entity-tags.ts';
import type { Changed, ChangeRequest } from '../../../change-entity.ts';
import { actorOf } from '../../../../platform/http/actor.ts';
import type { HttpContext } from '../../../../platform/http/environment.ts';
import { targetIndustryId } from '../../../../platform/http/middleware/access.ts';
import { provisionResultAnswer, changedData, tagHeader } from '../../schemas/industry.ts';
import { done, errors, ok, TOKEN_ERRORS } from '../../../../platform/http/schemas/envelope.ts';

/** Responses of every change. */
export const CHANGE_RESPONSES = {
  200: { ...ok('What has changed', provisionResultAnswer), ...tagHeader },
  ...errors(400, 412, ...TOKEN_ERRORS),
};
/** Responses of a change of one entity that may not exist. */
export const CHANGE_OF_ONE_RESPONSES = { ...CHANGE_RESPONSES, ...errors(404) };

type Terms = Omit<ChangeRequest, 'industryId'>;
type Asked = Pick<ChangeRequest, 'dryRun'> & { readonly reason?: string | undefined };

/**
 * Headers and parameters of a change.
 * @throws ServiceError 1403 for an If-Match that names no version.
 */
export const changeTermsOf = (c: HttpContext, { dryRun, reason }: Asked): Terms => ({
  by: { actor: actorOf(c), permissions: c.get('caller').permissions },
  reason: reason ?? null,
  expected: expectedTags(c.req.header('If-Match')),
  dryRun,
});

/**
 * The industry of the path.
 * @throws ServiceError 1403 where targetIndustryId names another one.
 */
export function industryOfPath(c: HttpContext, industryId: string): string {
  const target = targetIndustryId(c);
  if (target === null || target === industryId) return industryId;
  const problem = `is '${target}', but the path names '${industryId.slice(0, 80)}'; leave it out`;
  throw invalid(1403, 'targetIndustryId', problem);
}

/** Answers a change by the terms of its request. */
export async function answerChange(c: HttpContext, asked: Asked, change: (terms: Terms) => Promise<Changed>) {
  const changed = await change(changeTermsOf(c, asked));
  return c.json(changedBody(changed, asked.dryRun), 200, tagHeaders(changed.tag));
}

export const tagHeaders = (tag: Changed['tag']): Record<string, string> => (tag === null ? {} : { ETag: tagText(tag) });

export const changedBody = (changed: Changed, dryRun: boolean, showsChanges?: boolean) => ({
  ...done(dryRun ? 'What would change' : changed.isChanged ? 'Changed' : 'Nothing to change'),
  data: changedData(changed, showsChanges),
});
