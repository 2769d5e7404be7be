import type { OpenApiDocument, Schema } from '../../src/platform/openapi/document.ts';
import { type Call, callsOf, schemasIn, propertiesOf, refOf, typesAllowed } from './calls.ts';

const nameOf = (name: string): string => (/^[a-zA-Z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'unknown';

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

const fieldsOf = (fields: readonly (readonly [name: string, schema: Schema, isRequired: boolean])[]): string =>
  `{ ${fields.map(([name, schema, isRequired]) => `${nameOf(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`;

function objectOf(schema: Schema): string {
  const fields = propertiesOf(schema);
  if (fields !== null && fields.length > 0) return fieldsOf(fields);
  const { additionalProperties: others } = schema;
  return `Record<string, ${typeof others === 'object' && others !== null ? typeOf(others as Schema) : 'unknown'}>`; // of a document
}

/** The TypeScript type of a JSON schema. */
function typeOf(schema: Schema): string {
  const ref = refOf(schema);
  if (ref !== null) return ref;
  const either = [...schemasIn(schema, 'anyOf'), ...schemasIn(schema, 'oneOf')];
  if (either.length > 0) return `(${union(either.map(typeOf))})`;
  const all = schemasIn(schema, 'allOf').filter((part) => typesAllowed(part).length > 0 || refOf(part) !== null);
  if (all.length > 0) return `(${all.map(typeOf).join(' & ')})`;
  if (Array.isArray(schema['enum'])) return `(${union(schema['enum'].map((value) => JSON.stringify(value)))})`;
  const types = typesAllowed(schema).map((type) => {
    if (type === 'object') return objectOf(schema);
    if (type === 'array') return `${typeOf((schema['items'] ?? {}) as Schema)}[]`; // of a document
    return PRIMITIVES[type] ?? 'unknown';
  });
  return types.length > 1 ? `(${union(types)})` : union(types);
}

const bodyType = (body: Call['body']): string =>
  body === null
    ? 'undefined'
    : union([
        ...(body.json === null ? [] : [typeOf(body.json)]),
        ...(body.mayBeText ? ['string', 'Uint8Array'] : []),
        ...(body.isRequired ? [] : ['undefined']),
      ]);

function callType({ name, summary, parameters, body, answer }: Call): string {
  const asked = fieldsOf(parameters.map((one) => [one.name, one.schema, one.required] as const));
  const parts = [
    `parameters: ${parameters.length === 0 ? 'Record<never, never>' : asked}`,
    `body: ${bodyType(body)}`,
    `answer: ${answer === null ? 'Response' : typeOf(answer)}`,
  ];
  return `  /** ${summary} */\n  ${name}: { ${parts.join('; ')} };`;
}

const routeOf = ({ name, method, path, parameters, answer }: Call): string => {
  const headers = parameters.filter((one) => one.in === 'header').map((one) => one.name);
  return `  ${name}: ${JSON.stringify({ method, path, headers, isJson: answer !== null })},`;
};

/** Types and routes of a surface. */
export function typescriptOf(document: OpenApiDocument): string {
  const calls = callsOf(document);
  const schemas = Object.entries(document.components.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    '// Made from the OpenAPI document by `npm run clients`.',
    '',
    ...schemas.map(([name, schema]) => `export type ${name} = ${typeOf(schema)};`),
    '',
    'export interface Calls {',
    ...calls.map(callType),
    '}',
    '',
    'export const ROUTES = {',
    ...calls.map(routeOf),
    '} as const;',
    '',
  ].join('\n');
}
