import { createMiddleware } from 'hono/factory';
import { type InjectionKind, injectionIn, injectionInName } from '../../login/rules/injection.ts';
import { type ErrorCode, ServiceError } from '../../../kernel/errors.ts';
import { hasMoreValues } from '../../../kernel/json.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';
import { headerText } from '../header-text.ts';
import { INFLUX_CREDENTIALS } from '../influx.ts';

const DEFAULT_MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Most bytes of a body from an unknown sender. Credentials are short, and reading a body costs time. */
const ANONYMOUS_MAX_BODY_BYTES = 64 * 1024;
const MAX_DEPTH = 64;
/** Most values of one body. Usual bodies have fewer, and each can be looked at. */
const DEFAULT_MAX_VALUES = 100_000;
/** No pattern is shorter; a zero character is one by itself. */
const SHORTEST_PATTERN_CHARACTERS = 3;
/** A form takes Node the square of its fields to parse; those of this service have a handful. */
const MAX_FORM_FIELDS = 200;
/** Methods without a body: to ask for one makes the server build a whole request object for nothing. */
const BODILESS = new Set(['GET', 'HEAD']);

/** Passwords may hold anything: they are hashed, and reach neither a statement nor a page. */
const FREE_FIELDS = new Set(['password', 'oldPassword', 'newPassword', 'again']);
/** Code of a body that does not fit, on routes that name no other. */
const USUAL_CODE: ErrorCode = 1430;

/** Headers that are parameters, without those that hold a credential. */
const SCREENED_HEADERS = [
  'username',
  'tid',
  'LoginType',
  'targetIndustryId',
  'month',
  'year',
  'x-device-id',
  'x-device-type',
  'x-browser-name',
  'x-browser-version',
  'x-os',
];

/** Place of a value that must be refused. */
interface Finding {
  readonly field: string;
  readonly kind: InjectionKind;
}

const tooManyValues = (most: number, code: ErrorCode): ServiceError =>
  new ServiceError(code, `The request body has more than ${most} values`);

const named = (field: string, name: string): string => (field === '' ? name : `${field}.${name}`);

/**
 * The first value or field name of a parsed body that holds an injection pattern; null when there is none.
 * @throws ServiceError with `code` for a body nested deeper, or of more values, than any of ours.
 */
export const findInjection = (
  value: unknown,
  maxValues = DEFAULT_MAX_VALUES,
  code: ErrorCode = USUAL_CODE,
): Finding | null => findIn(value, '', 0, { values: 0, most: maxValues, code });

function findIn(
  value: unknown,
  field: string,
  depth: number,
  seen: { values: number; readonly most: number; readonly code: ErrorCode },
): Finding | null {
  seen.values += 1;
  if (seen.values > seen.most) throw tooManyValues(seen.most, seen.code);
  if (typeof value === 'string') {
    const kind = value.length < SHORTEST_PATTERN_CHARACTERS && !value.includes('\0') ? null : injectionIn(value);
    return kind === null ? null : { field, kind };
  }
  if (typeof value !== 'object' || value === null) return null;
  if (depth > MAX_DEPTH)
    throw new ServiceError(seen.code, `The request body is nested deeper than ${MAX_DEPTH} levels`);
  const entries: [string, unknown][] = Array.isArray(value)
    ? value.map((item, index) => [`[${index}]`, item])
    : Object.entries(value);
  for (const [name, item] of entries) {
    const path = Array.isArray(value) ? `${field}${name}` : named(field, name);
    const inName = Array.isArray(value) ? null : injectionInName(name);
    if (inName !== null) return { field: path, kind: inName };
    const found = FREE_FIELDS.has(name) && typeof item === 'string' ? null : findIn(item, path, depth + 1, seen);
    if (found !== null) return found;
  }
  return null;
}

function refuse(finding: Finding | null): void {
  if (finding === null) return;
  throw new ServiceError(405, `'${finding.field}' holds a pattern that is not accepted`, [
    { field: finding.field, problem: `looks like ${finding.kind} injection` },
  ]);
}

/** A parameter given once is known as it was written, not as the first of a list. */
const asWritten = (parameters: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

/** Screens path, query and the headers that are parameters, before anything else looks at them. */
export const screenAddress = createMiddleware<HttpEnv>(async (c, next) => {
  const query = Object.entries(c.req.queries());
  const credentials = c.get('route')?.influx === undefined ? [] : INFLUX_CREDENTIALS;
  refuse(findInjection(asWritten(Object.fromEntries(query.filter(([name]) => !credentials.includes(name))))));
  const inPath = injectionIn(c.req.path);
  if (inPath !== null) refuse({ field: 'path', kind: inPath });
  for (const field of SCREENED_HEADERS) {
    const kind = injectionIn(headerText(c.req.header(field) ?? ''));
    if (kind !== null) refuse({ field, kind });
  }
  await next();
});

const isJson = (type: string): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(type);
const isForm = (type: string): boolean => /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/i.test(type);

/**
 * Bounds the body by the route's declaration and screens JSON and form fields. The contents of files are data, not
 * parameters. An empty body is none, whatever its declared type, because many clients declare one with every POST.
 */
export const screenBody = createMiddleware<HttpEnv>(async (c, next) => {
  const route = c.get('route');
  if (BODILESS.has(c.req.method) || c.req.raw.body === null || route?.body === 'streamed') return next();
  const isAnonymous = route?.access === 'public' || route?.access === 'open';
  const body = await boundedBody(
    c,
    c.req.raw.body,
    route?.maxBodyBytes ?? (isAnonymous ? ANONYMOUS_MAX_BODY_BYTES : DEFAULT_MAX_BODY_BYTES),
  );
  if (body.length === 0) {
    c.req.raw = withoutBody(c.req.raw);
    return next();
  }
  requirePlain(c.req.header('content-encoding') ?? '');
  c.req.raw = new Request(c.req.raw, { body });
  const type = c.req.header('content-type') ?? '';
  const code = route?.bodyCode ?? USUAL_CODE;
  if (isJson(type)) {
    const maxValues = route?.maxBodyValues ?? DEFAULT_MAX_VALUES;
    if (hasMoreValues(body, maxValues)) throw tooManyValues(maxValues, code);
    refuse(findInjection(await parsed(() => c.req.json(), 'JSON', code), maxValues, code));
  } else if (isForm(type)) {
    requireFewFields(body, type, code);
    refuse(findInjection(fieldsOf(await parsed(() => c.req.formData(), 'form', code))));
  }
  return next();
});

/** @throws ServiceError 413, without reading on. */
async function boundedBody(
  c: HttpContext,
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new ServiceError(413, `The request body is larger than ${maxBytes} bytes`);
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge;
  const hold = c.get('holdBody');
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    bytes += read.value.length;
    if (bytes > maxBytes) throw tooLarge;
    hold(bytes);
    chunks.push(read.value);
  }
  return Buffer.concat(chunks);
}

const BODY_HEADERS = ['content-type', 'content-length', 'content-encoding', 'transfer-encoding'];

function withoutBody({ url, method, headers, signal }: Request): Request {
  const kept = new Headers(headers);
  for (const name of BODY_HEADERS) kept.delete(name);
  return new Request(url, { method, headers: kept, signal });
}

function requirePlain(encoding: string): void {
  if (encoding !== '' && encoding.toLowerCase() !== 'identity')
    throw new ServiceError(415, `Content-Encoding '${encoding.slice(0, 80)}' is not accepted here`);
}

const PARSERS = {
  JSON: { failure: SyntaxError, problem: 'The request body is not valid JSON' },
  form: { failure: TypeError, problem: 'The request body is not a valid form' },
} as const;

async function parsed<T>(read: () => Promise<T>, as: keyof typeof PARSERS, code: ErrorCode): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const { failure, problem } = PARSERS[as];
    throw error instanceof failure ? new ServiceError(code, problem) : error;
  }
}

/** @throws ServiceError with `code`, before the form is parsed. */
export function requireFewFields(body: Uint8Array, type: string, code: ErrorCode = USUAL_CODE): void {
  // The mark of each field.
  const mark = /^multipart/i.test(type) ? /content-disposition/gi : /&/g;
  const marks = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1').matchAll(mark);
  if (marks.drop(MAX_FORM_FIELDS).next().done !== true)
    throw new ServiceError(code, `The form has more than ${MAX_FORM_FIELDS} fields`);
}

/** Text fields, and the names of files. A map: fields may be called `constructor`. */
function fieldsOf(form: FormData): Readonly<Record<string, unknown>> {
  const fields = new Map<string, string[]>();
  for (const [name, value] of form.entries())
    fields.set(name, [...(fields.get(name) ?? []), typeof value === 'string' ? value : value.name]);
  return asWritten(Object.fromEntries(fields));
}
