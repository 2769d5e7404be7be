import type { OpenApiDocument, Schema } from '../../../../src/platform/openapi/document.ts';

/*
 * Checks values against the part of JSON Schema that the documents use, strictly: a key that no schema names is a
 * problem, so that documents cannot lag behind answers. A keyword that is not known here is an error of the test.
 */

const KNOWN = new Set([
  '$ref',
  'type',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'pattern',
  'format',
  'description',
  'example',
  'examples',
  'default',
  'propertyNames',
  'title',
]);
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const schemasOf = (value: unknown): Schema[] => (Array.isArray(value) ? value.filter(isObject) : []);

export function resolved(document: OpenApiDocument, schema: Schema): Schema {
  if (typeof schema['$ref'] !== 'string') return schema;
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema['$ref'])?.[1] ?? '';
  const found = document.components.schemas[name];
  if (found === undefined) throw new Error(`${schema['$ref']} leads nowhere`);
  return resolved(document, found);
}

/** Several object schemas that all apply, as the one object they describe together. */
function merged(document: OpenApiDocument, schema: Schema): Schema {
  const parts = schemasOf(schema['allOf']).map((part) => merged(document, resolved(document, part)));
  if (parts.length === 0) return schema;
  const { allOf: _, ...own } = schema;
  return [...parts, own].reduce<Schema>(
    (all, part) => ({
      ...all,
      ...part,
      properties: {
        ...(isObject(all['properties']) ? all['properties'] : {}),
        ...(isObject(part['properties']) ? part['properties'] : {}),
      },
      required: [
        ...(Array.isArray(all['required']) ? (all['required'] as unknown[]) : []),
        ...(Array.isArray(part['required']) ? (part['required'] as unknown[]) : []),
      ], // names
    }),
    {},
  );
}

const typeOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);
const fits = (type: unknown, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === typeOf(value);

function scalarProblem(schema: Schema, value: unknown): string | null {
  if ('const' in schema && schema['const'] !== value)
    return `is ${JSON.stringify(value)}, not ${JSON.stringify(schema['const'])}`;
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(value))
    return `is ${JSON.stringify(value)}, none of ${JSON.stringify(schema['enum'])}`;
  if (typeof value === 'number' && typeof schema['minimum'] === 'number' && value < schema['minimum'])
    return `is below ${schema['minimum']}`;
  if (typeof value === 'number' && typeof schema['maximum'] === 'number' && value > schema['maximum'])
    return `is above ${schema['maximum']}`;
  if (typeof value !== 'string') return null;
  if (typeof schema['pattern'] === 'string' && !new RegExp(schema['pattern']).test(value))
    return `'${value}' does not match ${schema['pattern']}`;
  if (schema['format'] === 'date-time' && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value))
    return `'${value}' is no instant`;
  if (typeof schema['minLength'] === 'number' && value.length < schema['minLength']) return `'${value}' is too short`;
  return typeof schema['maxLength'] === 'number' && value.length > schema['maxLength'] ? 'is too long' : null;
}

function objectProblems(
  document: OpenApiDocument,
  schema: Schema,
  value: Record<string, unknown>,
  path: string,
): string[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  const others = schema['additionalProperties'];
  return [
    ...required.filter((name) => !(name in value)).map((name) => `${path}.${name} is absent`),
    ...Object.entries(value).flatMap(([name, item]) => {
      const described = properties[name];
      if (isObject(described)) return problemsOf(document, described, item, `${path}.${name}`);
      if (isObject(others)) return problemsOf(document, others, item, `${path}.${name}`);
      return others === true ? [] : [`${path}.${name} is not documented`];
    }),
  ];
}

/** Every way in which the value differs from what the schema says; empty when it fits. */
export function problemsOf(document: OpenApiDocument, given: Schema, value: unknown, path = 'answer'): string[] {
  const schema = merged(document, resolved(document, given));
  const unknown = Object.keys(schema).filter((keyword) => !KNOWN.has(keyword) && !keyword.startsWith('x-'));
  if (unknown.length > 0) throw new Error(`${path}: the keywords ${unknown.join(', ')} are not checked`);
  const branches = [...schemasOf(schema['anyOf']), ...schemasOf(schema['oneOf'])];
  if (branches.length > 0) {
    const found = branches.map((branch) => problemsOf(document, branch, value, path));
    return found.some((problems) => problems.length === 0)
      ? []
      : [`${path} has none of the forms: ${found.map((problems) => problems[0]).join(' / ')}`];
  }
  if (schema['type'] !== undefined && ![schema['type']].flat().some((type) => fits(type, value)))
    return [`${path} is ${typeOf(value)}, not ${String(schema['type'])}`];
  const scalar = scalarProblem(schema, value);
  if (scalar !== null) return [`${path} ${scalar}`];
  const items = schema['items'];
  if (Array.isArray(value))
    return isObject(items)
      ? value.flatMap((item, index) => problemsOf(document, items, item, `${path}[${index}]`))
      : [];
  return isObject(value) ? objectProblems(document, schema, value, path) : [];
}
