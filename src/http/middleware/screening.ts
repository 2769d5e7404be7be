import { createMiddleware } from 'hono/factory';
import { bodyLimit } from 'hono/body-limit';
import { type InjectionKind, injectionIn, injectionInName } from '../../domain/access/injection.ts';
import { ServiceError } from '../../domain/errors.ts';
import type { HttpEnv } from '../environment.ts';

const DEFAULT_MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Where nobody has shown who they are: credentials are short, and reading a body costs time. */
const ANONYMOUS_MAX_BODY_BYTES = 64 * 1024;
const MAX_DEPTH = 64;
/** Asking for the body of these makes the server build a whole request object for nothing. */
const BODILESS = new Set(['GET', 'HEAD']);

/** Passwords may hold anything, formulas are parsed by their own grammar; neither reaches a statement or a page as it is. */
const FREE_FIELD = /password|^(?:formula|calculations|expression)$/i;

/** Where a value that must be refused was found. */
export interface Finding { readonly field: string; readonly kind: InjectionKind }

const named = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

/**
 * The first value or field name of a parsed body that holds an injection pattern; null when there is none.
 * @throws ServiceError 1430 for a body nested deeper than any of ours.
 */
export function findInjection(value: unknown, field = '', depth = 0): Finding | null {
  if (typeof value === 'string') {
    const kind = injectionIn(value);
    return kind === null ? null : { field, kind };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH) throw new ServiceError(1430, `The request body is nested deeper than ${MAX_DEPTH} levels`);
  const entries: [string, unknown][] = Array.isArray(value) ? value.map((item, index) => [`[${index}]`, item]) : Object.entries(value);
  for (const [name, item] of entries) {
    const path = Array.isArray(value) ? `${field}${name}` : named(field, name);
    const inName = Array.isArray(value) ? null : injectionInName(name);
    if (inName !== null) return { field: path, kind: inName };
    const found = FREE_FIELD.test(name) && typeof item === 'string' ? null : findInjection(item, path, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

function refuse(finding: Finding | null): void {
  if (finding === null) return;
  throw new ServiceError(405, `'${finding.field}' holds a pattern that is not accepted`, [{ field: finding.field, problem: `looks like ${finding.kind} injection` }]);
}

/** A parameter given once is known as it was written, not as the first of a list. */
const asWritten = (parameters: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(parameters).map(([name, values]) => [name, values.length === 1 ? values[0] : values]));

/** Screens path and query, before anything else looks at them. */
export const screenAddress = createMiddleware<HttpEnv>(async (c, next) => {
  refuse(findInjection(asWritten(c.req.queries())));
  const inPath = injectionIn(c.req.path);
  if (inPath !== null) refuse({ field: 'path', kind: inPath });
  await next();
});

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
const isForm = (type: string): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);

/** Bounds the body by the route's declaration and screens JSON and form fields; the contents of files are data, not parameters. */
export const screenBody = createMiddleware<HttpEnv>(async (c, next) => {
  const route = c.get('route');
  if (BODILESS.has(c.req.method) || c.req.raw.body === null || route?.body === 'streamed') return next();
  const isAnonymous = route?.access === 'public' || route?.access === 'open';
  const maxSize = route?.maxBodyBytes ?? (isAnonymous ? ANONYMOUS_MAX_BODY_BYTES : DEFAULT_MAX_BODY_BYTES);
  return bodyLimit({
    maxSize,
    onError: () => { throw new ServiceError(413, `The request body is larger than ${maxSize} bytes`); },
  })(c, async () => {
    const type = c.req.header('content-type') ?? '';
    if (isJson(type)) refuse(findInjection(await parsedJson(() => c.req.json())));
    else if (isForm(type)) refuse(findInjection(fieldsOf(await parsedForm(() => c.req.formData()))));
    await next();
  });
});

async function parsedJson(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof SyntaxError) throw new ServiceError(1430, 'The request body is not valid JSON');
    throw error;
  }
}

async function parsedForm(read: () => Promise<FormData>): Promise<FormData> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof TypeError) throw new ServiceError(1430, 'The request body is not a valid form');
    throw error;
  }
}

/** Text fields, and the names of files. */
function fieldsOf(form: FormData): Readonly<Record<string, unknown>> {
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form.entries()) (fields[name] ??= []).push(typeof value === 'string' ? value : value.name);
  return asWritten(fields);
}
