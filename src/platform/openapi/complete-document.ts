import { isObject } from '../../kernel/json.ts';
import type { Surface } from '../http/route-terms.ts';
import { type OpenApiDocument, type Operation, operationsOf } from './document.ts';
import { errorExamples, type Takes } from './error-examples.ts';
import { readFileSync } from 'node:fs';

type AnswerExamples = Readonly<Record<Surface, Readonly<Record<string, unknown>>>>;

/** Recorded answers to every operation's documented request, see test/platform/openapi/examples.test.ts. */
export const ANSWER_EXAMPLES_FILE = new URL('../../../docs/reference/answer-examples.json', import.meta.url);

// The file's own form: surface, then operation id. The test that records the file writes nothing else.
const recorded = JSON.parse(readFileSync(ANSWER_EXAMPLES_FILE, 'utf8')) as AnswerExamples;

/** The recorded answer; undefined when there is none. */
export const recordedAnswer = (surface: Surface, operationId: string): unknown => recorded[surface][operationId];

/** Groups of endpoints, as headings of the documentation. */
const TAGS: Readonly<Record<string, string>> = {
  login: 'Access tokens are valid for 4 hours, refresh tokens for 14 days (without end for the mobile app).',
  user: "The user who asks: profile, password and sessions. Nobody else's.",
  batch: 'Processing of closed business days into daily, monthly and yearly documents.',
  'device data': 'Figures of units and categories. Divided by divisionFactor; null means not measured and is never 0.',
  'water balance':
    'What came in, what went out, what the tanks kept, how sure that is, and the graph that shows it. Every save of it is a version.',
  alerts: 'What is watched, what has happened, and who is told.',
  reports: 'Figures as people read them: pages, prints, workbooks and lists.',
  notifications: 'What alerts tell the people of an industry within the application, and who sees to it.',
  chat: 'Messages to chat spaces of operators.',
  industries: 'Tenants with their units and categories: what there is, and what operators change about it.',
  units: 'What an industry measures: its units, their meters and their categories, kept by its own people.',
  workspace: 'All industries at a glance, and devices that are silent.',
  logs: 'What a person should look at, and what became of it.',
  validation: 'Checks over the readings of all industries, told to a chat space.',
  events: 'Events that ask for a batch, and events that tell of something.',
  live: 'Streams of events for pages that are open.',
  'automated reports': 'Reports that go out by mail, who got them, and what has been restated since.',
  accounts: 'People of an industry: their accounts, links for new passwords, and who is disabled.',
  sources: 'Networks of devices that send messages of their own shape, and how these are read.',
  'device keys': 'What devices send readings with, and nothing else.',
  insights: 'What is wrong in the figures, the most urgent first, and whether people agreed.',
  operations: 'What operators do, and the audit of it.',
  annotations: 'What people have noted beside the figures of a unit or of the whole site.',
  explain: 'How a figure came about, and what operators decided about registers.',
  quarantine: 'Rejected readings wait here until somebody releases or discards them.',
  readings: 'Readings of devices, in milli-units: litres, watt-hours.',
  latest: 'The newest reading of units.',
  'water ratio': 'Records that third parties submit, one per date and time.',
  documentation: 'These pages.',
};

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

/** The JSON with nullable references that null fits. */
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

/** Puts an example into every answer without one: recorded ones into successes, the table's into errors. */
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
