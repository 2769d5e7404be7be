import type { ErrorDetail } from '../../../kernel/errors.ts';
import { isObject } from '../../../kernel/json.ts';
import { type BundleDocument, industryDocument } from './bundle-of.ts';
import { patched } from './merge-patch.ts';
import type { StoredTenant } from './stored.ts';

const ELSEWHERE: Readonly<Record<string, string>> = {
  industryId: 'never changes',
  isActive: 'is changed by deactivate and reactivate',
};

/** Problems of a patch that names fields which no patch may change. */
export const industryPatchProblems = (patch: BundleDocument): ErrorDetail[] =>
  Object.entries(ELSEWHERE).flatMap(([field, problem]) => (Object.hasOwn(patch, field) ? [{ field, problem }] : []));

/**
 * The industry of a bundle after a patch. The date of an earlier change of the clock is left out, because it is not the
 * date of this one.
 */
export function patchedIndustry(stored: StoredTenant, industryId: string, patch: BundleDocument): BundleDocument {
  const before = industryDocument(stored, industryId);
  const { clockEffectiveFrom: _date, ...undated } = stored.industry?.meta ?? {};
  return patched(changesClock(patch) ? { ...before, meta: undated } : before, patch);
}

function changesClock(patch: BundleDocument): boolean {
  const { meta } = patch;
  return Object.hasOwn(patch, 'daysOffset') || (isObject(meta) && ['timezone', 'shift'].some((name) => name in meta));
}
