import { firstNames } from '../../../kernel/first-names.ts';
import { isObject } from '../../../kernel/json.ts';
import { canonical, sameJson } from '../../../kernel/same-json.ts';

const SHOWN_CHARACTERS = 80;
const MOST_NAMED = 5;

/** A change of a value in words: `from 3 to 4`, `(added "readings:write", removed "x")`, `(flowFactor from 1 to 2)`. */
export function changeWords(was: unknown, is: unknown): string {
  if (Array.isArray(was) && Array.isArray(is)) return `(${listWords(was, is)})`;
  if (isObject(was) && isObject(is)) return `(${objectWords(was, is)})`;
  return `from ${shortened(was)} to ${shortened(is)}`;
}

/** Changes of an object. Deeper objects are named and not shown, because they are long. */
function objectWords(was: Fields, is: Fields): string {
  const keys = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const different = keys.filter((key) => !sameJson(was[key] ?? null, is[key] ?? null));
  const told = different.map((key) => {
    const [before, after] = [was[key] ?? null, is[key] ?? null];
    return isDeep(before) || isDeep(after) ? `${cut(key)} changed` : `${cut(key)} ${changeWords(before, after)}`;
  });
  return firstNames(told, MOST_NAMED);
}

type Fields = Readonly<Record<string, unknown>>;

const isDeep = (value: unknown): boolean => typeof value === 'object' && value !== null;

function listWords(was: readonly unknown[], is: readonly unknown[]): string {
  const [before, after] = [byName(was), byName(is)];
  const parts = [
    ['added', [...after.keys()].filter((name) => !before.has(name))],
    ['removed', [...before.keys()].filter((name) => !after.has(name))],
    ['changed', [...after.keys()].filter((name) => before.has(name) && !sameJson(before.get(name), after.get(name)))],
  ] as const;
  const told = parts.filter(([, names]) => names.length > 0).map(([what, names]) => `${what} ${named(names)}`);
  return told.length === 0 ? 'the same in another order' : told.join(', ');
}

/** List entries by their id, because an entry with the same id is the same thing when another field differs. */
const byName = (list: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(list.map((element) => [nameOf(element), element]));

const nameOf = (element: unknown): string =>
  canonical(isObject(element) && typeof element['id'] === 'string' ? element['id'] : element);

const named = (names: readonly string[]): string => firstNames(names.map(cut), MOST_NAMED, ' and ');

const shortened = (value: unknown): string => cut(JSON.stringify(value));

const cut = (text: string): string => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}..` : text);
