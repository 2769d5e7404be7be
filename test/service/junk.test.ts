import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf, type Parameter } from '../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../src/service/surface-documents.ts';
import { SURFACES } from '../../src/platform/http/route-terms.ts';
import { testContext } from '../support/database.ts';
import { isForOperators } from '../platform/openapi/support/for-operators.ts';
import { type DocumentedRequest, documentedRequest } from '../platform/openapi/support/documented-request.ts';
import { bearer, login, mintUser, testApp, type TestApp, textOfAnswer } from './support/app-fixture.ts';

/*
 * Nonsense in every documented parameter of every operation is answered with a sentence that names it, quickly, and
 * never with a fault of ours.
 */

/** Of this process's own time: a machine that is busy with other work is no fault of the service. */
const MAX_CPU_MS = 1000;
const LONG = 'x'.repeat(5000);

/** What is put into a parameter, and whether it is allowed there may depend on the parameter. */
const JUNK: Readonly<Record<string, string>> = {
  'of another type': '~not~a~value~',
  'a negative number': '-1',
  'a fraction': '1.5',
  'too large a number': '99999999999999999999',
  'an object': '[object Object]',
  'a list': '["a"]',
  'blanks only': '   ',
  'too long': LONG,
  'in another script': '日本語のテキスト🚰',
  'right to left': '\u202Eabc',
  'a lone surrogate': '\uD800',
  'a null byte': 'A\u0000B',
  'a line break': 'A\nB',
  'a percent sign': '100%',
};
const LIBRARY_WORDS =
  /Invalid input|expected (?:string|number|array|object|boolean)|received (?:undefined|string|number|array|object|NaN)|Too (?:small|big):|Unrecognized key|must match pattern|ZodError/i;

const operations = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).map((found) => ({
    ...found,
    document,
    id: `${surface} ${found.operation.operationId}`,
  }));
});
const inQuery = operations.flatMap((found) =>
  (found.operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => ({ ...found, parameter, name: parameter.name })),
);
const isUsed = ({ description = '' }: Parameter): boolean => !description.includes('not used');
const inHeader = operations.flatMap((found) =>
  (found.operation.parameters ?? [])
    .filter((parameter) => parameter.in === 'header' && isUsed(parameter))
    .map((parameter) => ({ ...found, parameter, name: parameter.name })),
);
const withJson = operations.filter(({ operation }) => operation.requestBody?.content['application/json'] !== undefined);

let app: TestApp;
let token: string;
let operatorToken: string;
let industryId: string;
beforeAll(async () => {
  const context = await testContext();
  app = testApp(context);
  const user = await mintUser(context, {
    permissions: [
      'readings:write',
      'batch:run',
      'quarantine:write',
      'readings:edit',
      'reports:read',
      'alerts:write',
      'waterBalance:write',
    ],
  });
  token = (await login(app, user)).token;
  industryId = user.industryId;
  const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
  operatorToken = (await login(app, operator)).token;
});

interface Sent {
  readonly status: number;
  readonly message: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly cpuMs: number;
}

/** @param isOwn the industry that the request names is put in place of the documented one. */
async function send({ path, init }: DocumentedRequest, isOwn = true): Promise<Sent> {
  const started = process.cpuUsage();
  const response = await app.request(path, {
    redirect: 'manual',
    ...init,
    headers: {
      ...bearer(isForOperators({ method: init.method, path: path.replace(/\?.*/, '') }) ? operatorToken : token),
      ...init.headers,
      // Whatever industry the documents name is this test's own.
      ...(isOwn && init.headers['targetIndustryId'] !== undefined ? { targetIndustryId: industryId } : {}),
    },
  });
  const text = await textOfAnswer(response);
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  // Checked by its users.
  const body = (isJson ? JSON.parse(text) : {}) as { status?: string; message?: string; errors?: { field: string }[] };
  const { user, system } = process.cpuUsage(started);
  return {
    status: response.status,
    message: body.message ?? '',
    fields: (body.errors ?? []).map(({ field }) => field),
    text,
    cpuMs: (user + system) / 1000,
  };
}

function expectCivil({ status, text, message, cpuMs }: Sent, what: string): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(cpuMs, what).toBeLessThan(MAX_CPU_MS);
  expect(text, what).not.toMatch(LIBRARY_WORDS);
  if (status >= 400 && text.startsWith('{'))
    expect([what, Object(JSON.parse(text)).status, message.length > 5]).toEqual([what, 'failed', true]);
}

const replaced = (request: DocumentedRequest, name: string, values: readonly string[]): DocumentedRequest => {
  const [path = '', query = ''] = request.path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.delete(name);
  for (const value of values) parameters.append(name, value);
  return { ...request, path: `${path}?${parameters}` };
};
const isRefusal = ({ status, message }: Sent): boolean =>
  status === 405 || (status === 400 && !/not enabled|not set up|body|is retired/i.test(message));
/** The specification gives some refusals words without quotes around the name. */
const inWordsOfSpecification = (name: string): RegExp | null =>
  /[dD]ate|categories/.test(name)
    ? new RegExp(`'${name}'|^Invalid ${name} format\\. Use DD/MM/YYYY$|^Invalid ${name}: .+\\. Allowed values: `, 's')
    : null;
const isList = ({ schema }: Parameter): boolean => schema['type'] === 'array';

/**
 * Every second kind for one parameter, the others for the next: parameters share their readers, so each reader meets
 * all kinds, and all of them for all would take a minute more.
 */
const kindsFor = (place: number): [string, string][] =>
  Object.entries(JUNK).filter(([kind], index) => kind === 'of another type' || (index + place) % 2 === 0);
const placed = inQuery.map((found, place) => ({ ...found, place }));

describe.each(placed)('$id: $name', ({ document, path, method, operation, parameter, name, place }) => {
  it.each(kindsFor(place))('%s', async (kind, value) => {
    const sent = await send(replaced(documentedRequest(document, path, method, operation), name, [value]));
    expectCivil(sent, `${name}=${kind}`);
    if (isRefusal(sent))
      expect([sent.message, sent.fields.includes(name) || sent.message.includes(name)]).toEqual([
        expect.stringMatching(inWordsOfSpecification(name) ?? new RegExp(`'${name}'`)),
        true,
      ]);
    const { type } = parameter.schema;
    const isFixed =
      parameter.schema['enum'] !== undefined
      || parameter.schema['pattern'] !== undefined
      || type === 'boolean'
      || type === 'integer';
    if (isFixed && kind === 'of another type')
      expect([sent.status, sent.message]).toEqual([
        400,
        expect.stringMatching(
          new RegExp(`^Invalid '\\w+': '~not~a~value~' is not |${inWordsOfSpecification(name)?.source ?? '^$'}`),
        ),
      ]);
  });

  it('absent or empty', async () => {
    for (const values of [[], ['']]) {
      const sent = await send(replaced(documentedRequest(document, path, method, operation), name, values));
      expectCivil(sent, `${name} absent`);
      if (parameter.required === true)
        expect([sent.status, sent.message.replaceAll('`', "'")]).toEqual([400, `'${name}' missing`]);
    }
  });

  it('given twice', async () => {
    const example = String([parameter.schema['example'] ?? parameter.schema['default'] ?? 'A'].flat()[0]);
    const sent = await send(replaced(documentedRequest(document, path, method, operation), name, [example, example]));
    expectCivil(sent, `${name} twice`);
    if (!isList(parameter))
      expect([sent.status, sent.message]).toEqual([
        400,
        expect.stringMatching(new RegExp(`^Invalid '${name}': .* is given more than once`)),
      ]);
  });
});

describe.each(inHeader)('$id: header $name', ({ document, path, method, operation, name }) => {
  // Headers cannot carry line breaks, null bytes or what is not Latin-1; each login hashes a password, slow on purpose.
  // A blank target names none, and some requests act on every industry of all tests then.
  const kinds = ['of another type', 'too long', ...(name === 'targetIndustryId' ? [] : ['blanks only'])];
  it.each(Object.entries(JUNK).filter(([kind]) => kinds.includes(kind)))('%s', async (kind, value) => {
    const request = documentedRequest(document, path, method, operation);
    const junk = { ...request.init, headers: { ...request.init.headers, [name]: value } };
    const sent = await send({ ...request, init: junk }, name !== 'targetIndustryId');
    expectCivil(sent, `${name}: ${kind}`);
    // The specification gives a tenant that is not recognised a code and words of its own.
    if (sent.status === 400 && sent.message !== 'Invalid tenant id') expect(sent.message).toMatch(/'[\w-]+'/);
  });
});

describe.each(withJson)('$id: body', ({ document, path, method, operation }) => {
  const bodies: readonly (readonly [kind: string, body: string])[] = [
    ['not JSON', '{'],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '5'],
    ['text', '"x"'],
    ['an empty object', '{}'],
    ['an unknown field', '{"no_such_field":1}'],
    ['numbers where text belongs', JSON.stringify(filled(1))],
    ['text where lists belong', JSON.stringify(filled('~'))],
    ['lists', JSON.stringify(filled([1, null, {}]))],
    ['objects', JSON.stringify(filled({ a: 1 }))],
    ['nulls', JSON.stringify(filled(null))],
    ['long text', JSON.stringify(filled(LONG))],
    ['null bytes', JSON.stringify(filled('A\u0000B'))],
    ['another script', JSON.stringify(filled('日本語🚰'))],
    ['a lone surrogate', JSON.stringify(filled('\uD800'))],
  ];

  /** The documented body with this value in every field. */
  function filled(value: unknown): Record<string, unknown> {
    const body = JSON.parse(String(documentedRequest(document, path, method, operation).init.body)) as Record<
      string,
      unknown
    >; // examples of bodies are objects
    return Object.fromEntries(Object.keys(body).map((name) => [name, value]));
  }

  it.each(bodies)('%s', async (kind, body) => {
    const request = documentedRequest(document, path, method, operation);
    // Credentials in headers would win over those of the body.
    const { username: _, password: __, ...headers } = request.init.headers;
    const sent = await send({
      ...request,
      init: { ...request.init, headers: { ...headers, 'content-type': 'application/json' }, body },
    });
    expectCivil(sent, kind);
  });
});
