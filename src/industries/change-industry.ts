import { refusal } from '../kernel/problems.ts';
import { industryDocument } from './rules/provisioning/bundle-of.ts';
import { industryPatchProblems, patchedIndustry } from './rules/provisioning/merge-patch.ts';
import { readDeclared } from './rules/provisioning/declared.ts';
import { type Changed, type ChangeRequest, changeEntity } from './change-entity.ts';
import { industryEntity, requireTenant } from './tenant-entities.ts';
import type { Context, WithQueue } from '../context.ts';

type Body = Readonly<Record<string, unknown>>;

/**
 * Creates an industry, or replaces it by its bundle.
 * @throws ServiceError 1430 with every mistake of the bundle.
 */
export function provisionByBundle(
  context: Context & WithQueue,
  request: Omit<ChangeRequest, 'industryId'>,
  bundle: Body,
): Promise<Changed> {
  const industryId = readDeclared(bundle).industryId ?? '';
  return changeEntity(
    context,
    { ...request, industryId },
    {
      verb: 'industry.provision',
      subject: industryId,
      entity: industryEntity(industryId),
      propose: () => ({ document: bundle }),
    },
  );
}

/** Changes fields of an industry. Fields that the patch does not name stay. */
export const changeIndustry = (context: Context & WithQueue, request: ChangeRequest, patch: Body): Promise<Changed> =>
  changeEntity(context, request, {
    verb: 'industry.change',
    subject: request.industryId,
    entity: industryEntity(request.industryId),
    propose: (stored) => {
      requireTenant(stored, request.industryId);
      const problems = industryPatchProblems(patch);
      if (problems.length > 0) throw refusal(problems);
      return { document: { industry: patchedIndustry(stored, request.industryId, patch) }, under: 'industry.' };
    },
  });

/**
 * Activates or deactivates an industry. An inactive one keeps its data, takes readings and answers its users, but has
 * no runs, reports and alerts.
 */
export const setActive = (context: Context & WithQueue, request: ChangeRequest, isActive: boolean): Promise<Changed> =>
  changeEntity(context, request, {
    verb: isActive ? 'industry.reactivate' : 'industry.deactivate',
    subject: request.industryId,
    entity: industryEntity(request.industryId),
    propose: (stored) => {
      requireTenant(stored, request.industryId);
      return {
        document: { industry: { ...industryDocument(stored, request.industryId), isActive } },
        under: 'industry.',
      };
    },
  });
