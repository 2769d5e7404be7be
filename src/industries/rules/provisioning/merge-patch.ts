import { isObject } from '../../../kernel/json.ts';
import { type BundleDocument, categoryDocument, industryDocument } from './bundle-of.ts';
import type { TenantCategory, StoredTenant } from './stored.ts';
import type { ErrorDetail } from '../../../kernel/errors.ts';

/**
 * A category after a patch. A list of sub-categories replaces all of them. An object changes those that it names by id:
 * null removes one, an unknown id adds one.
 */
export function patchedCategory(category: TenantCategory, patch: BundleDocument): BundleDocument {
  const { subCategories } = patch;
  if (!isObject(subCategories)) return patched(categoryDocument(category), patch);
  const named = new Set(category.subCategories.map(({ id }) => id));
  const kept = category.subCategories.flatMap((before): BundleDocument[] => {
    const given = Object.hasOwn(subCategories, before.id) ? subCategories[before.id] : {};
    if (given === null) return [];
    return [isObject(given) ? { ...patched({ ...before }, given), id: before.id } : { ...before, given }];
  });
  const added = Object.entries(subCategories)
    .filter(([id, given]) => !named.has(id) && given !== null)
    .map(([id, given]): BundleDocument => (isObject(given) ? { ...given, id } : { id, given }));
  return { ...patched(categoryDocument(category), patch), subCategories: [...kept, ...added] };
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

/**
 * A document after a patch of RFC 7396: named fields are replaced, objects are merged name by name, null removes a
 * field, other fields stay.
 */
function mergePatch(document: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const base = isObject(document) ? document : {};
  const kept = Object.entries(base).filter(([name]) => !Object.hasOwn(patch, name));
  const given = Object.entries(patch)
    .filter(([, value]) => value !== null)
    .map(([name, value]): [string, unknown] => [name, mergePatch(base[name], value)]);
  return Object.fromEntries([...kept, ...given]);
}

/** An object after a patch. The result is an object, too. */
export const patched = (
  document: Readonly<Record<string, unknown>>,
  patch: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const result = mergePatch(document, patch);
  if (!isObject(result)) throw new Error('A patch that is an object leaves an object.');
  return result;
};
