import type { OpenApiDocument, Schema } from '../../src/platform/openapi/document.ts';
import { type Call, callsOf, schemasIn, propertiesOf, refOf, typesAllowed } from './calls.ts';

const union = (types: readonly string[]): string => [...new Set(types)].join(' | ') || 'Any';
/** Words of Python that name a parameter here and there. */
const RESERVED = new Set(['async', 'class', 'from', 'global', 'in', 'is', 'lambda']);
const nameOf = (name: string): string => {
  const plain = name.replaceAll(/\W/g, '_');
  return RESERVED.has(plain) || /^\d/.test(plain) ? `${plain}_` : plain;
};

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: 'str',
  number: 'float',
  integer: 'int',
  boolean: 'bool',
  null: 'None',
};

const literalOf = (value: unknown): string =>
  value === null ? 'None' : typeof value === 'boolean' ? (value ? 'True' : 'False') : JSON.stringify(value);

/** Types of Python for JSON schemas. Objects within others get a name of their own, after their place. */
class Types {
  readonly #known = new Map<string, string>();

  /** The lines of all named types. */
  lines(): string[] {
    return [...this.#known.values()];
  }

  /** Names the type of a schema. */
  define(name: string, schema: Schema): void {
    const fields = this.#fieldsOf(schema);
    this.#known.set(name, '');
    this.#known.set(
      name,
      fields === null ? `${name} = ${this.of(schema, `${name}Item`)}` : this.#typedDict(name, fields),
    );
  }

  /** @param name for an object that has none */
  of(schema: Schema, name: string): string {
    const ref = refOf(schema);
    if (ref !== null) return `'${ref}'`;
    const either = [...schemasIn(schema, 'anyOf'), ...schemasIn(schema, 'oneOf')];
    if (either.length > 0)
      return `Union[${either.map((one, at) => this.of(one, `${name}${at === 0 ? '' : at}`)).join(', ')}]`;
    if (schemasIn(schema, 'allOf').length > 0) return 'dict[str, Any]';
    if (Array.isArray(schema['enum'])) return `Literal[${schema['enum'].map(literalOf).join(', ')}]`;
    const types = typesAllowed(schema).map((type) => {
      if (type === 'array') return `list[${this.of((schema['items'] ?? {}) as Schema, `${name}Item`)}]`; // of a document
      if (type !== 'object') return PRIMITIVES[type] ?? 'Any';
      if (this.#fieldsOf(schema) === null) return 'dict[str, Any]';
      this.define(name, schema);
      return `'${name}'`;
    });
    return types.length > 1 ? `Union[${types.join(', ')}]` : union(types);
  }

  #fieldsOf(schema: Schema): NonNullable<ReturnType<typeof propertiesOf>> | null {
    const fields = refOf(schema) === null && typesAllowed(schema).includes('object') ? propertiesOf(schema) : null;
    return fields === null || fields.length === 0 ? null : fields;
  }

  #typedDict(name: string, fields: NonNullable<ReturnType<typeof propertiesOf>>): string {
    const lines = fields.map(([field, schema, isRequired]) => {
      const type = this.of(schema, `${name}_${nameOf(field)}`);
      return `    ${JSON.stringify(field)}: ${isRequired ? type : `NotRequired[${type}]`},`;
    });
    return `${name} = TypedDict('${name}', {\n${lines.join('\n')}\n})`;
  }
}

function functionOf({ name, method, path, summary, parameters, body, answer }: Call, types: Types): string {
  const sorted = parameters.toSorted((one, other) => Number(other.required) - Number(one.required));
  const asked = sorted.map((one) => {
    const type = types.of(one.schema, `${name}_${nameOf(one.name)}`);
    return `${nameOf(one.name)}: ${one.required ? type : `Optional[${type}] = None`}`;
  });
  const bodyType = (): string =>
    body === null || body.json === null || body.mayBeText ? 'Any' : types.of(body.json, `${name}_body`);
  const given = body === null ? [] : [`body: ${body.isRequired ? bodyType() : `Optional[${bodyType()}] = None`}`];
  const returned = answer === null ? 'bytes' : types.of(answer, `${name}_answer`);
  const dict = (place: 'path' | 'query' | 'header'): string =>
    `{${parameters
      .filter((one) => one.in === place)
      .map((one) => `'${one.name}': ${nameOf(one.name)}`)
      .join(', ')}}`;
  const call = `client.call('${method}', '${path}', ${dict('path')}, ${dict('query')}, ${dict('header')}, ${body === null ? 'None' : 'body'}, headers)`;
  return `def ${name}(${['client: Client', ...(asked.length + given.length === 0 ? [] : ['*']), ...given, ...asked, 'headers: Optional[dict[str, str]] = None'].join(', ')}) -> ${returned}:
    """${summary}"""
    return ${answer === null ? call : `json.loads(${call})`}`;
}

const HEAD = `# Made from the OpenAPI document by \`npm run clients\`.
import json
from typing import Any, Literal, NotRequired, Optional, TypedDict, Union

from water import Client
`;

/** A module with the types of a surface and a function for each of its endpoints. */
export function pythonOf(document: OpenApiDocument): string {
  const types = new Types();
  for (const [name, schema] of Object.entries(document.components.schemas)) types.define(name, schema);
  const functions = callsOf(document).map((call) => functionOf(call, types));
  return `${HEAD}\n\n${types.lines().join('\n\n')}\n\n\n${functions.join('\n\n\n')}\n`;
}
