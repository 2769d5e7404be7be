import type { Hook } from '@hono/zod-openapi';
import type { core } from 'zod';
import { type ErrorCode, type ErrorDetail, ServiceError } from '../../kernel/errors.ts';
import type { HttpEnv } from './environment.ts';

/** Kinds of values that schemas ask for, in the words of somebody who fills in a form. */
const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
  null: 'null',
};

/** Beginnings of the library's own sentences. Ours name the mistake of the value ("is longer than 200 characters"). */
const LIBRARY_SENTENCE = /^(?:Invalid|Too (?:small|big)|Unrecognized)/;

const kindOf = (expected: string): string => KINDS[expected] ?? expected;
const UNITS_OF_SIZE: Readonly<Record<string, string>> = {
  string: ' characters',
  array: ' entries',
  set: ' entries',
  object: ' fields',
};

const sizeText = (origin: string, bound: number | bigint, more: string, less: string): string => {
  const unit = UNITS_OF_SIZE[origin];
  return unit === undefined ? `is not ${less}` : `has ${more} ${bound}${unit}`;
};

function unionText(issue: core.$ZodIssueInvalidUnion): string {
  const expected = issue.errors.flatMap((branch) =>
    branch
      .filter((inner) => inner.path.length === 0)
      .flatMap((inner) => (inner.code === 'invalid_type' ? [kindOf(inner.expected)] : [])),
  );
  return expected.length === 0 ? 'has none of the accepted forms' : `is not ${[...new Set(expected)].join(' or ')}`;
}

/** The fault of a value, as the end of a sentence that begins with the value: `is not one of HOUR, DAY`. */
function problemOfIssue(issue: core.$ZodIssue, value: unknown): string {
  if (issue.code !== 'invalid_value' && !LIBRARY_SENTENCE.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type':
      if (Array.isArray(value) && issue.expected === 'string') return 'is given more than once, allowed is one';
      return `is not ${kindOf(issue.expected)}`;
    case 'invalid_value':
      return Array.isArray(value)
        ? 'is given more than once, allowed is one'
        : `is not one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return sizeText(
        issue.origin,
        issue.minimum,
        'fewer than',
        `${issue.inclusive === false ? 'more than ' : ''}${issue.minimum}${issue.inclusive === false ? '' : ' or more'}`,
      );
    case 'too_big':
      return sizeText(
        issue.origin,
        issue.maximum,
        'more than',
        `${issue.inclusive === false ? 'less than ' : ''}${issue.maximum}${issue.inclusive === false ? '' : ' or less'}`,
      );
    case 'invalid_union':
      return unionText(issue);
    case 'invalid_format':
      return issue.format === 'regex'
        ? 'has another form than the documented one'
        : `is not in the form ${issue.format}`;
    case 'not_multiple_of':
      return `is not a multiple of ${issue.divisor}`;
    default:
      return 'is not accepted';
  }
}

/** A request that does not fit, as a validation hook is told: where it was read from, the values, the problems. */
interface Misfit {
  readonly target: string;
  readonly data: unknown;
  readonly issues: readonly core.$ZodIssue[];
}

export interface ValidationOptions {
  /**
   * Code of a body that does not fit its schema: 1430 for JSON unless the endpoint says otherwise; form fields are
   * parameters (1403) unless it does.
   */
  readonly bodyCode?: ErrorCode;
  /** Code of query parameters that do not fit: 1403 unless the endpoint says otherwise. */
  readonly parameterCode?: ErrorCode;
  /** Answer absent fields of the body like absent parameters: 1403 "'<field>' missing". */
  readonly missingBodyFields?: boolean;
}

const MAX_SHOWN_CHARACTERS = 80;
const MAX_NAMED_FIELDS = 5;

/** `units[3].meta.calculations` */
const pathText = (path: readonly PropertyKey[]): string =>
  path.reduce<string>(
    (text, key) => (typeof key === 'number' ? `${text}[${key}]` : text === '' ? String(key) : `${text}.${String(key)}`),
    '',
  );

const valueAt = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    data,
  );

/** True for an absent or empty value, because a client that sends `date1=` has not given a date. */
const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Names of fields whose values no answer repeats; `again` is a password that is typed twice. */
const SECRET_NAME = /password|token|otp|credential|^again$/i;

const shown = (value: unknown, path: readonly PropertyKey[]): string => {
  // An answer may be logged on its way.
  if (SECRET_NAME.test(String(path.at(-1)))) return '[not shown]';
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length > MAX_SHOWN_CHARACTERS ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}..` : text;
};

/** The schema's own sentence is the whole message, because the specification fixes its words. */
const isExact = (issue: core.$ZodIssue): boolean => issue.code === 'custom' && issue.params?.['exact'] === true;

/** `'WEEK' is not one of HOUR, DAY`; fields nobody asked for name themselves. */
const problemOf = (issue: core.$ZodIssue, data: unknown): string => {
  if (isExact(issue)) return issue.message;
  const value = valueAt(data, issue.path);
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys);
  return `'${shown(value, issue.path)}' ${problemOfIssue(issue, value)}`;
};

const unknownFields = (keys: readonly string[]): string => {
  const named = keys
    .slice(0, MAX_NAMED_FIELDS)
    .map((key) => `'${shown(key, [])}'`)
    .join(', ');
  return keys.length === 1 ? `${named} is not a field of it` : `${named} are not fields of it`;
};

/** The fields an issue is about: where it stands, or the fields there that nobody asked for. */
const fieldsOf = (issue: core.$ZodIssue): readonly string[] =>
  issue.code === 'unrecognized_keys'
    ? issue.keys.slice(0, MAX_NAMED_FIELDS).map((key) => pathText([...issue.path, key]))
    : [issue.path.length === 0 ? 'body' : pathText(issue.path)];

/** `Invalid 'type': 'WEEK' is not one of HOUR, DAY` */
const sentence = (issue: core.$ZodIssue, data: unknown): string => {
  if (isExact(issue)) return issue.message;
  return `Invalid '${issue.path.length === 0 ? 'body' : pathText(issue.path)}': ${problemOf(issue, data)}`;
};

/**
 * A request that does not fit, as the specification words it. Parameters: the first absent required one in the order of
 * the schema, "'<field>' missing" (1403), before any wrong value; then the first wrong value, named with what is
 * allowed (1403). Body: 1430 with every field in `errors`.
 */
function validationError({ target, data, issues }: Misfit, options: ValidationOptions = {}): ServiceError {
  const inBody = target === 'json' || (target === 'form' && options.bodyCode !== undefined);
  const isMissing = (issue: core.$ZodIssue): boolean =>
    issue.path.length > 0 && !isExact(issue) && isAbsent(valueAt(data, issue.path));
  const details: ErrorDetail[] = issues.flatMap((issue) =>
    fieldsOf(issue).map((field) => ({ field, problem: isMissing(issue) ? 'is required' : problemOf(issue, data) })),
  );

  const parameterCode = target === 'query' ? (options.parameterCode ?? 1403) : 1403;
  const absent = issues.find(isMissing);
  if (absent !== undefined && (!inBody || options.missingBodyFields === true))
    return new ServiceError(parameterCode, `'${pathText(absent.path)}' missing`, details);
  const [first] = issues;
  if (first === undefined) throw new Error('A request that does not fit has an issue.');
  const message = isMissing(first) ? `'${pathText(first.path)}' missing` : sentence(first, data);
  return new ServiceError(inBody ? (options.bodyCode ?? 1430) : parameterCode, message, details);
}

const isBody = (target: string): boolean => target === 'json' || target === 'form';

/**
 * The hook of `app.openapi(route, handler, hook)`. Without options it is the default of every route. Routes give
 * options where the specification has another code for the body: `validation({ missingBodyFields: true })`.
 */
export const validation =
  (options: ValidationOptions = {}): Hook<unknown, HttpEnv, string, undefined> =>
  (result, c) => {
    if (result.success) {
      // A body that is not required is not validated when it is absent. A schema whose fields are all optional takes an
      // absent one.
      if (isBody(result.target) && c.req.header('content-type') === undefined)
        throw new ServiceError(options.bodyCode ?? 1430, 'The request body is missing');
      return undefined;
    }
    // The validator passes the values it read beside the error; its type leaves them out of failures.
    const data = 'data' in result ? result.data : undefined;
    throw validationError({ target: result.target, data, issues: result.error.issues }, options);
  };
