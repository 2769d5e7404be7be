import type { Parameter, Schema } from '../../../src/platform/openapi/document.ts';
import type { DocumentedRequest } from '../../platform/openapi/support/documented-request.ts';
import type { Documented } from './tenants.ts';

/* Where a request can name something: its parameters and the fields of its body, one at a time. */

interface IdPlace {
  readonly name: string;
  readonly kind: 'text' | 'number';
  /** The request that names this there, and is otherwise the same. */
  put(request: DocumentedRequest, id: string | number): DocumentedRequest;
}

/** Numbers by which something is known; all others are measures. */
const NUMBER_IDS = /^(?:after|ids?|.*Ids?)$/;
/** Of operations without a token only the account is somebody's. */
const ACCOUNT = /^(?:email|username|tid|phoneNumber|provider|industryId|unitIds)$/i;

function kindOf({ name, schema }: { name: string; schema: Schema }): IdPlace['kind'] | null {
  if (schema['enum'] !== undefined || schema['pattern'] !== undefined || schema['format'] === 'password') return null;
  const type = schema['type'];
  if (type === 'integer' || type === 'number') return NUMBER_IDS.test(name) ? 'number' : null;
  return type === 'string' || type === 'array' ? 'text' : null;
}

function inParameter({ name, in: where }: Parameter, template: string): IdPlace['put'] {
  if (where === 'header')
    return ({ path, init }, id) => ({ path, init: { ...init, headers: { ...init.headers, [name]: String(id) } } });
  return ({ path, init }, id) => {
    const [address = '', query = ''] = path.split('?');
    if (where === 'path') {
      const position = template.split('/').indexOf(`{${name}}`);
      const segments = address
        .split('/')
        .map((segment, index) => (index === position ? encodeURIComponent(String(id)) : segment));
      return { path: segments.join('/'), init };
    }
    const parameters = new URLSearchParams(query);
    parameters.set(name, String(id));
    return { path: `${address}?${parameters}`, init };
  };
}

/** Paths to every text and to numbers that are ids, in a JSON value. */
function* idPaths(
  value: unknown,
  path: readonly string[] = [],
): Generator<readonly [path: readonly string[], kind: IdPlace['kind']]> {
  if (typeof value === 'string') yield [path, 'text'];
  const names = path.filter((step) => !/^\d+$/.test(step));
  if (typeof value === 'number' && NUMBER_IDS.test(names.at(-1) ?? '')) yield [path, 'number'];
  if (typeof value === 'object' && value !== null)
    for (const [key, item] of Object.entries(value)) yield* idPaths(item, [...path, key]);
}

function replacedAt(value: unknown, [step, ...rest]: readonly string[], id: string | number): unknown {
  if (step === undefined) return id;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === step ? replacedAt(item, rest, id) : item));
  return typeof value === 'object' && value !== null
    ? { ...value, [step]: replacedAt(Reflect.get(value, step), rest, id) }
    : value;
}

function inBody({ init }: DocumentedRequest): IdPlace[] {
  const { body, headers } = init;
  if (body === undefined) return [];
  const isJson = headers['content-type'] === 'application/json';
  const fields: unknown = isJson ? JSON.parse(body) : Object.fromEntries(new URLSearchParams(body));
  const written = (value: unknown): string =>
    // Forms have text fields.
    isJson ? JSON.stringify(value) : new URLSearchParams(value as Record<string, string>).toString();
  return [...idPaths(fields)]
    .filter(([path]) => !/password/i.test(path.join('.')))
    .map(([path, kind]) => ({
      name: `body ${path.join('.')}`,
      kind,
      put: ({ path: address, init: given }, id) => {
        const now: unknown = isJson
          ? JSON.parse(given.body ?? '')
          : Object.fromEntries(new URLSearchParams(given.body));
        return { path: address, init: { ...given, body: written(replacedAt(now, path, id)) } };
      },
    }));
}

export function idPlacesOf({ operation, path, requests }: Documented): IdPlace[] {
  const parameters = (operation.parameters ?? []).flatMap((parameter): IdPlace[] => {
    const kind = kindOf(parameter);
    return kind === null
      ? []
      : [{ name: `${parameter.in} ${parameter.name}`, kind, put: inParameter(parameter, path) }];
  });
  const [request] = requests;
  const all = [...parameters, ...(request === undefined ? [] : inBody(request))];
  const isOfUser = operation.security.some((scheme) => 'token' in scheme);
  return isOfUser ? all : all.filter(({ name }) => ACCOUNT.test(name.split(/[ .]/).at(-1) ?? ''));
}
