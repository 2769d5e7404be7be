import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { operationsOf, type Schema } from '../../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../../src/service/surface-documents.ts';
import { SURFACES } from '../../../src/platform/http/route-terms.ts';
import { ROUTES } from '../../../src/service/routes/routes.ts';
import { exampleOf } from './support/documented-request.ts';
import { problemsOf } from './support/json-schema.ts';

const documents = SURFACES.map((surface) => ({ surface, document: surfaceDocument(surface) }));
const operations = documents.flatMap(({ surface, document }) =>
  operationsOf(document).map((found) => ({
    ...found,
    surface,
    document,
    id: `${surface} ${found.operation.operationId}`,
  })),
);
const declaredOf = (method: string, path: string) =>
  ROUTES.find((route) => route.method === method && route.path === path);

/** Every schema object below a value, wherever it stands. */
function* schemasIn(value: unknown): Generator<Schema> {
  if (Array.isArray(value)) for (const item of value) yield* schemasIn(item);
  else if (typeof value === 'object' && value !== null) {
    yield value as Schema; // any JSON object; callers look for keywords
    for (const [key, item] of Object.entries(value))
      if (!['example', 'examples', 'default'].includes(key)) yield* schemasIn(item);
  }
}

describe.each(documents)('the OpenAPI document of the $surface surface', ({ surface, document }) => {
  it('is the one that was reviewed', () => {
    const golden = new URL(`../../golden/openapi-${surface}.json`, import.meta.url);
    const text = `${JSON.stringify(document, null, 2)}\n`;
    if (process.env['UPDATE_SNAPSHOT'] === '1') writeFileSync(golden, text);
    expect(text, 'Review the difference, then accept it with UPDATE_SNAPSHOT=1').toBe(readFileSync(golden, 'utf8'));
  });

  it('is version 3.1 with a title, a version and a description of its conventions', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.info).toMatchObject({
      title: expect.stringMatching(/\w/),
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      description: expect.stringContaining('DD/MM/YYYY'),
    });
  });

  it('refers only to what is there', () => {
    const references = [...schemasIn(document)].flatMap((schema) =>
      typeof schema['$ref'] === 'string' ? [schema['$ref']] : [],
    );
    expect(references.length).toBeGreaterThan(3);
    expect(
      references.filter(
        (reference) => !((/^#\/components\/schemas\/(.+)$/.exec(reference)?.[1] ?? '') in document.components.schemas),
      ),
    ).toEqual([]);
  });

  it('has one name per operation, and describes each tag it uses', () => {
    const names = operationsOf(document).map(({ operation }) => operation.operationId);
    expect(names.filter((name) => !/^(?:get|post|put|patch|delete)[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
    expect((document.tags ?? []).filter(({ description }) => description === '')).toEqual([]);
  });

  it('names only security schemes that it defines', () => {
    const used = operationsOf(document).flatMap(({ operation }) =>
      operation.security.flatMap((scheme) => Object.keys(scheme)),
    );
    expect(used.filter((name) => !(name in document.components.securitySchemes))).toEqual([]);
  });

  it('has no way in by which a generated client would write a credential into an address', () => {
    expect(Object.values(document.components.securitySchemes).filter((scheme) => scheme['in'] === 'query')).toEqual([]);
    expect(JSON.stringify(document.paths)).not.toContain('"name":"jwt"');
  });

  it('has no schema that asks a value to be null and something else at once', () => {
    const impossible = [...schemasIn(document)].filter(
      (schema) =>
        Array.isArray(schema['allOf'])
        && schema['allOf'].some((part) => Array.isArray(Object(part).type) && Object(part).type.includes('null')),
    );
    expect(impossible).toEqual([]);
  });
});

describe.each(operations)('$id', ({ document, path, method, operation, surface }) => {
  it('has tags, a summary and a description that says what opens it', () => {
    expect(operation.tags.length).toBe(1);
    expect(operation.summary).toMatch(/^[A-Z].{5,}/);
    expect(operation.description).toMatch(/Needs (?:no token|an access token|the cookie)/);
    const declared = declaredOf(method, path);
    const permissions = [declared?.permission ?? []].flat();
    expect(operation['x-permissions'] ?? []).toEqual(permissions);
    for (const permission of permissions) expect(operation.description).toContain(permission);
    const byToken = operation.security.some((scheme) => 'token' in scheme);
    expect(byToken).toBe(declared?.access === 'token' || declared?.access === 'operator');
    expect(operation.security.some((scheme) => 'docsCookie' in scheme)).toBe(declared?.access === 'docs');
  });

  it('says what any operation may answer: a pattern that is refused, a fault of the service, and a body that is too large or of another type', () => {
    const withBody = operation.requestBody === undefined ? [] : ['413', '415'];
    // Clients of InfluxDB hear of a pattern as of any other mistake: 400.
    const pattern = declaredOf(method, path)?.influx === undefined ? ['405'] : [];
    expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining([...pattern, '500', ...withBody]));
  });

  it('declares each part of its path, and describes every parameter', () => {
    const inPath = [...path.matchAll(/\{(.+?)\}/g)].map((match) => match[1]);
    const parameters = operation.parameters ?? [];
    expect(
      parameters.filter((parameter) => parameter.in === 'path' && parameter.required === true).map(({ name }) => name),
    ).toEqual(inPath);
    expect(
      parameters
        .filter(({ description, schema }) => (description ?? schema['description'] ?? '') === '')
        .map(({ name }) => name),
    ).toEqual([]);
    // What generators turn into a type, and something to try it with.
    expect(
      parameters
        .filter(({ schema }) => schema['type'] === undefined && schema['anyOf'] === undefined)
        .map(({ name }) => name),
    ).toEqual([]);
    expect(
      parameters
        .filter(
          ({ required, schema }) =>
            required === true && schema['example'] === undefined && schema['default'] === undefined,
        )
        .map(({ name }) => name),
    ).toEqual([]);
    for (const { name, schema } of parameters) {
      for (const value of [schema['example'], schema['default']])
        if (value !== undefined) expect(problemsOf(document, schema, value, name)).toEqual([]);
    }
  });

  it('has a body that its examples fit', () => {
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      expect(media.schema, type).toBeDefined();
      const example = media.example ?? exampleOf(document, media.schema ?? {});
      expect(example, type).toBeDefined();
      expect(problemsOf(document, media.schema ?? {}, example, type)).toEqual([]);
    }
  });

  it('answers with a schema and an example that fits it', () => {
    const good = Object.entries(operation.responses).filter(([status]) => /^[23]/.test(status));
    expect(good.length).toBeGreaterThan(0);
    for (const [status, answer] of good.filter(([code]) => code.startsWith('2') && code !== '204')) {
      const media = Object.values(answer.content ?? {});
      expect(media.length, status).toBeGreaterThan(0);
      for (const { schema, example, examples } of media) {
        const shown = example === undefined ? Object.values(examples ?? {}).map(({ value }) => value) : [example];
        expect(
          shown.length,
          `${surface}: an example of ${operation.operationId}; test/platform/openapi/examples.test.ts records it with UPDATE_SNAPSHOT=1`,
        ).toBeGreaterThan(0);
        expect(shown.flatMap((value) => problemsOf(document, schema ?? {}, value))).toEqual([]);
      }
    }
  });

  it('says of every error its code and body', () => {
    const errors = Object.entries(operation.responses).filter(([status]) => /^[45]/.test(status));
    const influx = declaredOf(method, path)?.influx;
    if (influx === undefined) expect(errors.map(([status]) => status)).toContain('429');
    if (operation.security.some((scheme) => 'token' in scheme))
      for (const status of influx === undefined ? ['401', '405', '420', '440', '503'] : ['400', '401', '403', '503'])
        expect(errors.map(([found]) => found)).toContain(status);
    for (const [status, answer] of errors) {
      expect(answer.description, status).toMatch(/\w{3}/);
      const media = Object.values(answer.content ?? {})[0];
      const shown = [
        ...(media?.example === undefined ? [] : [media.example]),
        ...Object.values(media?.examples ?? {}).map(({ value }) => value),
      ];
      expect(shown.length, status).toBeGreaterThan(0);
      expect(shown.flatMap((value) => problemsOf(document, media?.schema ?? {}, value, status))).toEqual([]);
    }
    for (const status of ['429', '503'])
      if (status in operation.responses) expect(operation.responses[status]?.headers).toHaveProperty('Retry-After');
  });
});

describe('waterBalance/data', () => {
  it('may answer null for a page without a companion, as the service does', () => {
    const found = operations.find(({ path }) => path === '/api/user/waterBalance/data');
    const page = Object(found?.document.components.schemas['WaterBalanceDiagramPage']);
    const summary = Object(page.allOf[1].properties.summary);
    if (found === undefined) throw new Error('The document does not describe it.');
    expect(problemsOf(found.document, summary, null)).toEqual([]);
    expect(problemsOf(found.document, summary, { nodes: [], edges: [] })).toEqual([]);
    expect(JSON.stringify(summary)).not.toContain('allOf');
  });
});

describe('If-Match', () => {
  it.each([
    ['patch', '/api/admin/globallogs', 'the log entry'],
    ['post', '/api/admin/units/{unitId}/meters', 'list of meters'],
    ['patch', '/api/admin/units/{unitId}/meters/{meterId}', 'list of meters'],
    ['delete', '/api/admin/units/{unitId}/meters/{meterId}', 'list of meters'],
    ['put', '/api/user/alerts/{alertId}', 'the rule'],
    ['post', '/api/user/waterBalance/graphEditor', 'the graph'],
  ])('of %s %s says whose version it asks for', (method, path, whose) => {
    const found = operations.find((one) => one.method === method && one.path === path);
    const header = found?.operation.parameters?.find(({ name }) => name === 'If-Match');
    expect(header?.description).toContain(whose);
  });
});
