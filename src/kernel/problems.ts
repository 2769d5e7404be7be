import type { z } from 'zod';
import { type ErrorDetail, ServiceError } from './errors.ts';
import { isStorable } from './json.ts';

/* How mistakes of what is declared, bundles and graphs, are told: the field, what was given and what is allowed. */

const SHOWN_CHARACTERS = 80;
const MOST_LEVELS = 50;
/** Values of these fields are never repeated. */
const SECRET_FIELDS: ReadonlySet<PropertyKey> = new Set(['password']);

export type Path = readonly PropertyKey[];

/**
 * A path as people write it: `units[3].meta.calculations`, `categories["raw water"]`; the document itself: `bundle`.
 */
export function fieldOf(path: Path): string {
  const text = path
    .map((step) => {
      if (typeof step === 'number') return `[${step}]`;
      const key = String(step);
      return /^[A-Za-z_][\w-]*$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
    })
    .join('');
  return text === '' ? 'bundle' : text.replace(/^\./, '');
}

/** The value as a mistake's sentence shows it, shortened. */
export function shownField(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value) ?? String(value);
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}..` : text;
}

/** One mistake in the form all of them have: what was given and what is allowed. */
export function problem(path: Path, given: unknown, allowed: string): ErrorDetail {
  if (given === undefined) return { field: fieldOf(path), problem: `is missing, allowed is ${allowed}` };
  const secret = SECRET_FIELDS.has(path.at(-1) ?? '');
  return {
    field: fieldOf(path),
    problem: `${secret ? 'does not fit' : `is ${shownField(given)}`}, allowed is ${allowed}`,
  };
}

/** Mistakes of shape, one per field: the first of several that one field has says what is allowed there. */
export function shapeProblems(issues: readonly z.core.$ZodIssue[]): ErrorDetail[] {
  const found = new Map<string, ErrorDetail>();
  for (const detail of issues.flatMap(problemsOfIssue)) {
    if (!found.has(detail.field)) found.set(detail.field, detail);
  }
  return [...found.values()];
}

function problemsOfIssue(issue: z.core.$ZodIssue): ErrorDetail[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      field: fieldOf([...issue.path, key]),
      problem: `is not a known field, allowed are ${issue.message}`,
    }));
  }
  if (issue.code === 'invalid_key')
    return [problem(issue.path, issue.path.at(-1), issue.issues[0]?.message ?? 'another name')];
  return [problem(issue.path, issue.input, issue.message)];
}

/**
 * Texts that the database cannot keep (zero characters, halves of a surrogate pair), keys that would change an object's
 * prototype, and nesting without end: none of them is a mistake of shape, all of them would fail later and unexplained.
 */
export function storageProblems(value: unknown, path: Path = []): ErrorDetail[] {
  if (typeof value === 'string')
    return isStorable(value)
      ? []
      : [
          {
            field: fieldOf(path),
            problem: 'holds a character that cannot be stored, allowed is well-formed text without zero characters',
          },
        ];
  if (typeof value !== 'object' || value === null) return [];
  if (path.length >= MOST_LEVELS)
    return [{ field: fieldOf(path), problem: `is nested too deep, allowed are ${MOST_LEVELS} levels` }];
  if (Array.isArray(value)) return value.flatMap((element, index) => storageProblems(element, [...path, index]));
  return Object.entries(value).flatMap(([key, element]) =>
    key === '__proto__' || !isStorable(key)
      ? [{ field: fieldOf([...path, key]), problem: 'is a key that cannot be stored' }]
      : storageProblems(element, [...path, key]),
  );
}

/** A longer list helps nobody, and repeats a body of nothing but mistakes. */
const MAX_PROBLEMS = 1000;

/** A body with mistakes, all of them told: code 1430. */
export function refusal(problems: readonly ErrorDetail[]): ServiceError {
  const details = problems.slice(0, MAX_PROBLEMS);
  const [first] = details;
  const more = problems.length - 1;
  const message = `Invalid 'body': '${first?.field ?? ''}' ${first?.problem ?? ''}${more === 0 ? '' : ` (and ${more} more)`}`;
  return new ServiceError(1430, message, details);
}
