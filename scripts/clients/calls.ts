import {
  type OpenApiDocument,
  type Operation,
  operationsOf,
  type Schema,
} from '../../src/platform/openapi/document.ts';

/** An operation as clients in every language call it. */
export interface Call {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: 'path' | 'query' | 'header';
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  /** null: it takes none. */
  readonly body: {
    /** null: the body is no JSON. */
    readonly json: Schema | null;
    /** Whether the body may be text or bytes of another type, which a header names. */
    readonly mayBeText: boolean;
    readonly isRequired: boolean;
  } | null;
  /** Schema of the JSON that is answered; null: the answer is text, a file or nothing. */
  readonly answer: Schema | null;
}

const JSON_TYPE = 'application/json';

function bodyOf({ requestBody }: Operation): Call['body'] {
  if (requestBody === undefined) return null;
  const { content, required = false } = requestBody;
  return {
    json: content[JSON_TYPE]?.schema ?? null,
    mayBeText: Object.keys(content).some((type) => type !== JSON_TYPE),
    isRequired: required,
  };
}

function answerOf({ responses }: Operation): Schema | null {
  const [, good] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  const types = Object.keys(good?.content ?? {});
  return types.length === 1 && types[0] === JSON_TYPE ? (good?.content?.[JSON_TYPE]?.schema ?? {}) : null;
}

const isSent = (place: string): place is 'path' | 'query' | 'header' => place !== 'cookie';

/** Operations of a document, by name. */
export const callsOf = (document: OpenApiDocument): Call[] =>
  operationsOf(document)
    .map(({ path, method, operation }) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      summary: operation.summary,
      parameters: (operation.parameters ?? []).flatMap(({ name, in: place, required = false, schema }) =>
        isSent(place) ? [{ name, in: place, required, schema }] : [],
      ),
      body: bodyOf(operation),
      answer: answerOf(operation),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));

/** Types that a schema allows; empty: all. */
export const typesAllowed = ({ type }: Schema): readonly string[] =>
  type === undefined ? [] : [type].flat().filter((one) => typeof one === 'string');

/** Properties of an object by name, with whether they are always there; null: all names are allowed. */
export function propertiesOf(schema: Schema): (readonly [name: string, schema: Schema, isRequired: boolean])[] | null {
  const { properties, required } = schema;
  if (typeof properties !== 'object' || properties === null) return null;
  const always: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).map(([name, one]) => [name, one as Schema, always.includes(name)]); // of a document
}

/** Schemas in a keyword such as anyOf or allOf; empty: none. */
export const schemasIn = (schema: Schema, keyword: 'anyOf' | 'oneOf' | 'allOf'): readonly Schema[] => {
  const parts = schema[keyword];
  return Array.isArray(parts) ? (parts as readonly Schema[]) : []; // of a document
};

/** Name of the schema that is referred to; null: it is written here. */
export const refOf = ({ $ref }: Schema): string | null =>
  typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? null) : null;
