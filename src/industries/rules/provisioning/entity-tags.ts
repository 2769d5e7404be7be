import { createHash } from 'node:crypto';
import { type ErrorDetail, ServiceError } from '../../../kernel/errors.ts';
import { isObject } from '../../../kernel/json.ts';
import { fieldOf } from '../../../kernel/problems.ts';
import type { EpochMillis } from '../../../kernel/time/types.ts';
import { readIfMatch } from '../../../kernel/versions/expected-version.ts';
import { changeWords } from './change-words.ts';
import { canonical } from '../../../kernel/same-json.ts';

/*
 * Versions of things. A version is the fingerprint of a thing's content, whoever wrote it. Its tag also holds the
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

/** Path of a thing within the changes of an act: `['units', 'M1']`; the whole industry: `[]`. */
export type ThingPath = readonly string[];

const MOST_DETAILS = 50;
const FIELD_LEVELS = 2;

/**
 * @param acts acts since the version was read, the oldest first.
 * @returns 412 with the changes since, their actors and instants.
 */
export function changedMeanwhile(thing: string, path: ThingPath, acts: readonly AuditedAct[]): ServiceError {
  const details = acts.flatMap((act) => changesOf(act, path)).slice(-MOST_DETAILS);
  const told = details.map(({ field, problem }) => `${field} ${problem}`).join('; ');
  return new ServiceError(
    412,
    `The ${thing} was changed by somebody else meanwhile${told === '' ? '' : `: ${told}`}`,
    details.length > 0
      ? details
      : [{ field: 'If-Match', problem: 'names another version than the one in force; read it again' }],
  );
}

function changesOf({ at, userId, before, after }: AuditedAct, path: ThingPath): ErrorDetail[] {
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
