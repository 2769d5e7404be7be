import { isObject } from '../../kernel/json.ts';
import type { Surface } from '../http/route-terms.ts';
import { recordedAnswer } from './answer-examples.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './document.ts';
import { errorExamples, type Takes } from './error-examples.ts';
import { TAGS } from './tags.ts';

const RETRY_AFTER = { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } };
const JSON_TYPE = 'application/json';

/** The generator writes a nullable reference as `allOf: [reference, null or object]`, which null never fits. */
const isNullableReference = (value: unknown): value is [unknown, unknown] =>
  Array.isArray(value)
  && value.length === 2
  && isObject(value[0])
  && '$ref' in value[0]
  && isObject(value[1])
  && Object.keys(value[1]).length === 1
  && Array.isArray(value[1]['type'])
  && value[1]['type'].includes('null');

/** The same JSON with nullable references that null fits. */
function withNullableReferences(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNullableReferences);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) =>
    key === 'allOf' && isNullableReference(item)
      ? ['anyOf', [item[0], { type: 'null' }]]
      : [key, withNullableReferences(item)],
  );
  return Object.fromEntries(entries);
}

function takesOf({ parameters = [], requestBody, security, 'x-permissions': permissions = [] }: Operation): Takes {
  const required = parameters.find((parameter) => parameter.required === true);
  const date = parameters.find(({ schema }) => String(schema['description']).startsWith('DD/MM/YYYY'));
  return {
    required: required?.name ?? null,
    dateParameter: date?.name ?? null,
    hasBody: requestBody !== undefined,
    permissions,
    parameters: parameters.map(({ name }) => name),
    schemes: security.flatMap((scheme) => Object.keys(scheme)),
  };
}

/**
 * Puts an example into every answer that has none of its own: recorded ones into successes, the table's into errors.
 */
function addExamples(surface: Surface, operation: Operation): void {
  const takes = takesOf(operation);
  for (const [status, answer] of Object.entries(operation.responses)) {
    if (status === '429' || status === '503') answer.headers = RETRY_AFTER;
    const media = answer.content?.[JSON_TYPE];
    if (media === undefined || media.example !== undefined || media.examples !== undefined) continue;
    if (status.startsWith('2')) media.example = recordedAnswer(surface, operation.operationId);
    else media.examples = { ...errorExamples(status, takes) };
  }
}

/**
 * Adds what the generator leaves out: examples, headers of errors, descriptions of tags; and only the ways in that the
 * surface has.
 */
export function completeDocument(generated: unknown, surface: Surface): OpenApiDocument {
  // The generator's own output, as JSON.
  const document = withNullableReferences(JSON.parse(JSON.stringify(generated))) as OpenApiDocument;
  const operations = operationsOf(document).map(({ operation }) => operation);
  for (const operation of operations) addExamples(surface, operation);
  const used = new Set(operations.flatMap((operation) => operation.tags));
  document.tags = [...used].map((name) => ({ name, description: TAGS[name] ?? '' }));
  const schemes = new Set(operations.flatMap(({ security }) => security.flatMap((scheme) => Object.keys(scheme))));
  for (const name of Object.keys(document.components.securitySchemes))
    if (!schemes.has(name)) delete document.components.securitySchemes[name];
  return document;
}
