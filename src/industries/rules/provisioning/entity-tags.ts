import { createHash } from 'node:crypto';
import { type ErrorDetail, ServiceError } from '../../../kernel/errors.ts';
import { isObject, canonical, sameJson } from '../../../kernel/json.ts';
import { fieldOf } from '../../../kernel/problems.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { readIfMatch } from '../../../kernel/versions/if-match.ts';
import { firstNames } from '../../../kernel/text.ts';

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

/** List entries by their id, because an entry with the same id is the same entity when another field differs. */
const byName = (list: readonly unknown[]): ReadonlyMap<string, unknown> =>
  new Map(list.map((element) => [nameOf(element), element]));

const nameOf = (element: unknown): string =>
  canonical(isObject(element) && typeof element['id'] === 'string' ? element['id'] : element);

const named = (names: readonly string[]): string => firstNames(names.map(cut), MOST_NAMED, ' and ');

const shortened = (value: unknown): string => cut(JSON.stringify(value));

const cut = (text: string): string => (text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}..` : text);

/*
 * Versions of entities. A version is the fingerprint of an entity's content, whoever wrote it. Its tag also holds the
 * newest audit row that the reader can have seen, so that a refusal can tell what has happened since.
 */

export interface EntityTag {
  /** The newest audit row of the industry when the version was read; 0 without one. */
  readonly auditKey: number;
  readonly fingerprint: string;
}

const FINGERPRINT_CHARACTERS = 16;

export const fingerprintOf = (seen: unknown): string =>
  createHash('sha256').update(canonical(seen)).digest('hex').slice(0, FINGERPRINT_CHARACTERS);

/** The tag in the form of the header ETag. */
export const tagText = ({ auditKey, fingerprint }: EntityTag): string => `"${auditKey}-${fingerprint}"`;

/**
 * Versions that a change may replace, from the header If-Match; null without the header, or for any version.
 * @throws ServiceError 1403 for a text that names no version.
 */
export function expectedTags(header: string | undefined): readonly EntityTag[] | null {
  const expected = readIfMatch(header, { read: tagOfText, allowed: 'what the header ETag gave' });
  return expected === 'any' ? null : expected;
}

function tagOfText(quoted: string): EntityTag | null {
  const [, auditKey, fingerprint] = /^(\d{1,15})-([0-9a-f]{16})$/.exec(quoted) ?? [];
  return auditKey === undefined || fingerprint === undefined ? null : { auditKey: Number(auditKey), fingerprint };
}

/** An act from the audit. */
export interface AuditedAct {
  readonly at: EpochMillis;
  readonly userId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** Path of an entity within the changes of an act: `['units', 'M1']`; the whole industry: `[]`. */
export type EntityPath = readonly string[];

const MOST_DETAILS = 50;
const FIELD_LEVELS = 2;

/**
 * @param acts acts since the version was read, the oldest first.
 * @returns 412 with the changes since, their actors and instants.
 */
export function changedMeanwhile(entity: string, path: EntityPath, acts: readonly AuditedAct[]): ServiceError {
  const details = acts.flatMap((act) => changesOf(act, path)).slice(-MOST_DETAILS);
  const told = details.map(({ field, problem }) => `${field} ${problem}`).join('; ');
  return new ServiceError(
    412,
    `The ${entity} was changed by somebody else meanwhile${told === '' ? '' : `: ${told}`}`,
    details.length > 0
      ? details
      : [{ field: 'If-Match', problem: 'names another version than the one in force; read it again' }],
  );
}

function changesOf({ at, userId, before, after }: AuditedAct, path: EntityPath): ErrorDetail[] {
  const [was, is] = [valueAt(before, path), valueAt(after, path)];
  const by = `by ${userId} at ${new Date(at).toISOString()}`;
  const fields = leavesOf(was, is, []);
  const named = fields.filter(([first]) => first !== 'versions');
  return (named.length > 0 ? named : fields).map((field) => ({
    field: fieldOf(field),
    problem: `was changed ${changeWords(valueAt(was, field) ?? null, valueAt(is, field) ?? null)} ${by}`,
  }));
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );

/** Paths of the differences, no deeper than a field of `meta`. */
function leavesOf(was: unknown, is: unknown, path: readonly string[]): (readonly string[])[] {
  if (was === undefined && is === undefined) return [];
  if (path.length === FIELD_LEVELS || (!isObject(was) && !isObject(is))) return [path];
  const names = new Set([was, is].flatMap((side) => (isObject(side) ? Object.keys(side) : [])));
  return [...names].flatMap((name) => leavesOf(valueAt(was, [name]), valueAt(is, [name]), [...path, name]));
}
