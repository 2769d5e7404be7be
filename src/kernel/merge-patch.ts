import { isObject } from './json.ts';

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
