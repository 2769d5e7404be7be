import { isObject } from '../../../kernel/json.ts';
import { type BundleDocument, categoryDocument } from './bundle-of.ts';
import { patched } from './merge-patch.ts';
import type { TenantCategory } from './stored.ts';

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
