import type { Hook } from '@hono/zod-openapi';
import type { core } from 'zod';
import { type ErrorCode, type ErrorDetail, ServiceError } from '../domain/errors.ts';
import type { HttpEnv } from './environment.ts';

/** What a validation hook is told of a request that does not fit: where it was read from, the values, and what is wrong. */
export interface Misfit {
  readonly target: string;
  readonly data: unknown;
  readonly issues: readonly core.$ZodIssue[];
}

export interface ValidationOptions {
  /** Code of a body that does not fit its schema: 1430 for JSON unless the endpoint says otherwise; form fields are parameters (1403) unless it does. */
  readonly bodyCode?: ErrorCode;
  /** Answer absent fields of the body like absent parameters: 1403 "'<field>' missing". */
  readonly missingBodyFields?: boolean;
}

const MAX_SHOWN_CHARACTERS = 80;

/** `units[3].meta.calculations` */
export const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`), '');

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), data);

/** Absent or empty: a client that sends `date1=` has not given a date. */
const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}..` : text;
};

const allowedOf = (issue: core.$ZodIssue): string =>
  issue.code === 'invalid_value' ? `is not one of ${issue.values.map(String).join(', ')}` : issue.message;

/** `Invalid type: 'WEEK' is not one of HOUR, DAY`, or the schema's own sentence where the specification fixes the words. */
const sentence = (issue: core.$ZodIssue, data: unknown): string => {
  if (issue.code === 'custom' && issue.params?.['exact'] === true) return issue.message;
  return `Invalid ${pathText(issue.path)}: '${shown(valueAt(data, issue.path))}' ${allowedOf(issue)}`;
};

/**
 * A request that does not fit, as the specification words it. Parameters: the first absent required one in the order of the
 * schema, "'<field>' missing" (1403), before any wrong value; then the first wrong value, named with what is allowed (1403). Body: 1430
 * with every field in `errors`.
 */
export function validationError({ target, data, issues }: Misfit, options: ValidationOptions = {}): ServiceError {
  const inBody = target === 'json' || (target === 'form' && options.bodyCode !== undefined);
  const absent = issues.filter((issue) => issue.path.length > 0 && isAbsent(valueAt(data, issue.path)) && !isExact(issue));
  const details: ErrorDetail[] = issues.map((issue) => ({
    field: pathText(issue.path), problem: absent.includes(issue) ? 'is required' : isExact(issue) ? issue.message : `'${shown(valueAt(data, issue.path))}' ${allowedOf(issue)}`,
  }));
  const [firstAbsent] = absent;
  if (firstAbsent !== undefined && (!inBody || options.missingBodyFields === true)) return new ServiceError(1403, `'${pathText(firstAbsent.path)}' missing`, details);
  const [first] = issues;
  const message = first === undefined ? 'Invalid request' : first.path.length === 0 ? `Invalid request: ${first.message}` : absent.includes(first) ? `'${pathText(first.path)}' missing` : sentence(first, data);
  return new ServiceError(inBody ? (options.bodyCode ?? 1430) : 1403, message, details);
}

const isExact = (issue: core.$ZodIssue): boolean => issue.code === 'custom' && issue.params?.['exact'] === true;

/**
 * The hook of `app.openapi(route, handler, hook)`. Without options it is the default of every route; give one where the
 * specification has another code for the body: `validation({ missingBodyFields: true })`.
 */
// The library's own type for a hook that fits every route.
export const validation = (options: ValidationOptions = {}): Hook<unknown, HttpEnv, string, undefined> => (result) => {
  if (result.success) return undefined;
  // The validator passes the values it read beside the error; its type leaves them out of failures.
  const data = 'data' in result ? result.data : undefined;
  throw validationError({ target: result.target, data, issues: result.error.issues }, options);
};
