import { isObject } from '../json.ts';
import { canonical, sameJson } from './same-json.ts';

const SHOWN_CHARACTERS = 80;
const MOST_NAMED = 5;

/** What became of a value: `from 3 to 4`, `(added "readings:write", removed "units:write")`. */
export const changeWords = (was: unknown, is: unknown): string =>
  Array.isArray(was) && Array.isArray(is) ? `(${listWords(was, is)})` : `from ${shortened(was)} to ${shortened(is)}`;

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

/** What has an id is the same thing when another of its fields differs. */
const byName = (list: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(list.map((element) => [nameOf(element), element]));

const nameOf = (element: unknown): string =>
  canonical(isObject(element) && typeof element['id'] === 'string' ? element['id'] : element);

function named(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  return `${names.slice(0, MOST_NAMED).map(cut).join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const shortened = (value: unknown): string => cut(JSON.stringify(value));

const cut = (text: string): string => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}..` : text);
