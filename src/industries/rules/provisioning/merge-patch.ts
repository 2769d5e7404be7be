import { isObject } from '../../../kernel/json.ts';
import { patched } from '../../../kernel/merge-patch.ts';
import { fieldOf } from '../../../kernel/problems.ts';
import { type BundleDocument, categoryDocument, industryDocument } from './bundle-of.ts';
import type { TenantCategory, StoredTenant } from './stored.ts';
import type { ErrorDetail } from '../../../kernel/errors.ts';

interface PatchedCategory {
  readonly document: BundleDocument;
  /** The place of a field of the document in the patch. */
  readonly sentAs: (field: string) => string;
}

/**
 * A category after a patch. A list of sub-categories replaces all of them. An object changes those that it names by id:
 * null removes one, an unknown id adds one.
 */
export function patchedCategory(category: TenantCategory, patch: BundleDocument): PatchedCategory {
  const { subCategories } = patch;
  const document = patched(categoryDocument(category), patch);
  if (!isObject(subCategories)) return { document, sentAs: (field) => field };
  const byId = new Map<string, unknown>(category.subCategories.map((before) => [before.id, before]));
  for (const [id, given] of Object.entries(subCategories)) {
    const before = byId.get(id);
    if (given === null) byId.delete(id);
    else byId.set(id, isObject(given) ? { ...patched(isObject(before) ? before : {}, given), id } : given);
  }
  const ids = [...byId.keys()];
  return {
    document: { ...document, subCategories: [...byId.values()] },
    // The id of a sub-category is the name that it was sent by.
    sentAs: (field) =>
      field.replace(/^subCategories\[(\d+)\](?:\.id$)?/, (_, at) => fieldOf(['subCategories', ids[Number(at)] ?? ''])),
  };
}

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
