import { beforeAll, describe, expect, it } from 'vitest';
import type { Parameter } from '../../src/platform/openapi/document.ts';
import { answerOf, expectInOwnWords } from '../platform/http/schemas/support/answer-of.ts';
import { type DocumentedRequest, documentedRequest } from '../platform/openapi/support/documented-request.ts';
import { isForOperators } from '../platform/openapi/support/for-operators.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';
import { testContext } from '../support/database.ts';
import { JUNK, type Kind, KINDS, LIBRARY_WORDS, LONG } from '../support/junk.ts';
import { valuesFor } from '../support/property-runs.ts';
import { bearer, login, mintUser, testApp, type TestApp, textOfAnswer } from './support/app-fixture.ts';
import { DECLARED_OPERATIONS, type DeclaredOperation } from './support/declared-operations.ts';

/*
 * Nonsense in every documented parameter of every operation is answered with a sentence that names it, quickly, and
 * never with a fault of ours. What reads a parameter or a body is given every kind of junk without a request. One
 * request for each operation shows that it is read so. What a reader takes, such as junk in place of a name, is sent.
 */

/** Of this process's own time: a machine that is busy with other work is no fault of the service. */
const MAX_CPU_MS = 1000;

const parametersIn = (place: Parameter['in']) =>
  DECLARED_OPERATIONS.flatMap((declared) =>
    (declared.operation.parameters ?? [])
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({ ...declared, parameter, name: parameter.name })),
  );
const inQuery = parametersIn('query');
const isUsed = ({ description = '' }: Parameter): boolean => !description.includes('not used');
const inHeader = parametersIn('header').filter(({ parameter }) => isUsed(parameter));
const isList = ({ schema }: Parameter): boolean => schema['type'] === 'array';

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
      'industries:write',
      'keys:write',
    ],
  });
  token = (await login(app, user)).token;
  industryId = user.industryId;
  const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
  operatorToken = (await login(app, operator)).token;
});

/** What tells an error where the service speaks as InfluxDB does: the keys of its body, by path. */
const INFLUX_ERRORS = new Map(
  ROUTES.flatMap(({ path, influx }) =>
    influx === undefined ? [] : [[path, influx === 'v1' ? ['error'] : ['code', 'message']] as const],
  ),
);

interface Sent {
  readonly path: string;
  readonly status: number;
  readonly message: string;
  readonly fields: readonly string[];
  readonly text: string;
  readonly cpuMs: number;
}

/** @param isOwn the industry that the request names is put in place of the documented one. */
async function send({ path, init }: DocumentedRequest, isOwn = true): Promise<Sent> {
  const started = process.cpuUsage();
  const address = path.replace(/\?.*/, '');
  const response = await app.request(path, {
    redirect: 'manual',
    ...init,
    headers: {
      ...bearer(isForOperators({ method: init.method, path: address }) ? operatorToken : token),
      ...init.headers,
      // Whatever industry the documents name is this test's own.
      ...(isOwn && init.headers['targetIndustryId'] !== undefined ? { targetIndustryId: industryId } : {}),
    },
  });
  const text = await textOfAnswer(response);
  const isJson = (response.headers.get('content-type') ?? '').includes('json');
  // Checked by its users.
  const body = (isJson ? JSON.parse(text) : {}) as {
    status?: string;
    message?: string;
    error?: string;
    errors?: { field: string }[];
  };
  const message = body.message ?? body.error ?? '';
  // InfluxDB has no list of fields, so the sentence names the field.
  const [, field] = INFLUX_ERRORS.has(address) ? (/^Invalid '(\w+)'/.exec(message) ?? []) : [];
  const { user, system } = process.cpuUsage(started);
  return {
    path: address,
    status: response.status,
    message,
    fields: field === undefined ? (body.errors ?? []).map((named) => named.field) : [field],
    text,
    cpuMs: (user + system) / 1000,
  };
}

function expectCivil({ path, status, text, message, cpuMs }: Sent, what: string): void {
  expect(status, `${what}: ${text.slice(0, 300)}`).toBeLessThan(500);
  expect(cpuMs, what).toBeLessThan(MAX_CPU_MS);
  expect(text, what).not.toMatch(LIBRARY_WORDS);
  if (status < 400 || !text.startsWith('{')) return;
  const influx = INFLUX_ERRORS.get(path);
  const told: Record<string, unknown> = JSON.parse(text);
  if (influx === undefined) expect([what, told['status'], message.length > 5]).toEqual([what, 'failed', true]);
  else expect([what, ...Object.keys(told)]).toEqual(expect.arrayContaining([what, ...influx]));
}

/** The documented query, as routes are handed it. */
const queryOf = ({ document, path, method, operation }: DeclaredOperation): Readonly<Record<string, unknown>> => {
  const query = new URLSearchParams(documentedRequest(document, path, method, operation).path.split('?')[1]);
  return Object.fromEntries(
    [...query.keys()].map((name) => {
      const values = query.getAll(name);
      return [name, values.length === 1 ? values[0] : values];
    }),
  );
};
const refusalOf = (declared: DeclaredOperation, name: string, value: unknown) =>
  answerOf(declared.query, { ...queryOf(declared), [name]: value });
const takenIn = ({ name, ...declared }: DeclaredOperation & { name: string }): readonly Kind[] =>
  KINDS.filter((kind) => refusalOf(declared, name, JUNK[kind]) === null);

const withParameter = (declared: DeclaredOperation, name: string, value: string): DocumentedRequest => {
  const { document, path, method, operation } = declared;
  const request = documentedRequest(document, path, method, operation);
  const [address = '', query = ''] = request.path.split('?');
  const parameters = new URLSearchParams(query);
  parameters.set(name, value);
  return { ...request, path: `${address}?${parameters}` };
};

describe.each(inQuery)('$id: $name', ({ parameter, name, ...declared }) => {
  /** The answer of its reader, or of the handler where that one refuses what the reader takes. */
  const answered = async (value: string) =>
    refusalOf(declared, name, value) ?? (await send(withParameter(declared, name, value)));

  it('is read in own words, whatever is sent', async () => {
    for (const kind of KINDS) {
      const refusal = refusalOf(declared, name, JUNK[kind]);
      if (refusal !== null) expectInOwnWords(refusal, name, kind);
    }
    const { enum: values, pattern, type } = parameter.schema;
    if (values !== undefined || pattern !== undefined || type === 'boolean' || type === 'integer')
      expect((await answered(JUNK['of another type'])).message).toMatch(
        /^Invalid '\w+': '~not~a~value~' is not |^Invalid \w+ format\. |^Invalid \w+: .+\. Allowed values: /s,
      );
  });

  it('is missing where it is required and absent or empty', async () => {
    for (const value of [undefined, '']) {
      const answer =
        parameter.required === true
          ? (refusalOf(declared, name, value) ?? (await answered('')))
          : refusalOf(declared, name, value);
      if (answer !== null) expect(answer.message).toBe(`'${name}' missing`);
    }
  });

  it('is taken twice only where it is a list', () => {
    const example = String([parameter.schema['example'] ?? parameter.schema['default'] ?? 'A'].flat()[0]);
    const refusal = refusalOf(declared, name, [example, example]);
    if (!isList(parameter))
      expect(refusal?.message).toMatch(new RegExp(`^Invalid '${name}': .* is given more than once`));
  });
});

const refusing = DECLARED_OPERATIONS.flatMap((declared) => {
  const found = inQuery.find(
    ({ id, name }) => id === declared.id && refusalOf(declared, name, JUNK['of another type']) !== null,
  );
  return found === undefined ? [] : [found];
});
it.each(refusing)('$id reads its query so: junk in $name is refused', async ({ name, ...declared }) => {
  const sent = await send(withParameter(declared, name, JUNK['of another type']));
  expectCivil(sent, name);
  expect([sent.status, sent.message, sent.fields]).toEqual([
    400,
    refusalOf(declared, name, JUNK['of another type'])?.message,
    [name],
  ]);
});

const taking = inQuery
  .map((found) => ({ ...found, taken: takenIn(found) }))
  .filter(({ taken }) => taken.length > 0)
  .map((found, place) => ({ ...found, kinds: valuesFor(found.taken, place) }));
it.each(taking)('$id answers junk that $name may hold', async ({ kinds, name, ...declared }) => {
  for (const kind of kinds) {
    const sent = await send(withParameter(declared, name, JUNK[kind]));
    expectCivil(sent, `${name}=${kind}`);
    const isOfParameter =
      sent.status === 405
      || (sent.status === 400 && !/not enabled|not set up|body|is retired|partial write/i.test(sent.message));
    if (isOfParameter) {
      expect(sent.message, kind).toMatch(new RegExp(`'${name}'|^Invalid ${name}: .+\\. Allowed values: `, 's'));
      expect(sent.fields.includes(name) || sent.message.includes(name), kind).toBe(true);
    }
  }
});

// Headers cannot carry line breaks, null bytes or what is not Latin-1; each login hashes a password, slow on purpose.
const HEADER_KINDS = ['of another type', 'too long', 'blanks only'] as const;
const headersSeen = new Set<string>();
/** A header is read alike everywhere, so its first operation is sent all kinds. */
const headers = inHeader.map((found) => {
  const isFirst = !headersSeen.has(found.name);
  headersSeen.add(found.name);
  return { ...found, kinds: isFirst ? HEADER_KINDS : HEADER_KINDS.slice(0, 1) };
});
it.each(headers)('$id answers junk in header $name', async ({ document, path, method, operation, name, kinds }) => {
  for (const kind of kinds) {
    // A blank target names none, and some requests act on every industry of all tests then.
    if (name === 'targetIndustryId' && kind === 'blanks only') continue;
    const request = documentedRequest(document, path, method, operation);
    const junk = { ...request.init, headers: { ...request.init.headers, [name]: JUNK[kind] } };
    const sent = await send({ ...request, init: junk }, name !== 'targetIndustryId');
    expectCivil(sent, `${name}: ${kind}`);
    // The specification gives a tenant that is not recognised a code and words of its own.
    if (sent.status === 400 && sent.message !== 'Invalid tenant id') expect(sent.message).toMatch(/'[\w-]+'/);
  }
});

/** Bodies that are JSON. The last ones have this in every field of the documented body. */
const bodiesOf = (documented: object): readonly (readonly [kind: string, body: unknown])[] => {
  const filled = (value: unknown) => Object.fromEntries(Object.keys(documented).map((name) => [name, value]));
  return [
    ['null', null],
    ['a list', []],
    ['a number', 5],
    ['text', 'x'],
    ['an empty object', {}],
    ['an unknown field', { no_such_field: 1 }],
    ['numbers where text belongs', filled(1)],
    ['text where lists belong', filled('~')],
    ['lists', filled([1, null, {}])],
    ['objects', filled({ a: 1 })],
    ['nulls', filled(null)],
    ['long text', filled(LONG)],
    ['null bytes', filled('A\u0000B')],
    ['another script', filled('日本語🚰')],
    ['a lone surrogate', filled('\uD800')],
  ];
};

const withJson = DECLARED_OPERATIONS.filter(
  ({ operation }) => operation.requestBody?.content['application/json'] !== undefined,
);
describe.each(withJson)('$id: body', ({ document, path, method, operation, body: schema }) => {
  const request = documentedRequest(document, path, method, operation);
  // Examples of bodies are objects.
  const bodies = bodiesOf(JSON.parse(request.init.body ?? '{}') as object);
  const refusalOfBody = (body: unknown) => (schema === null ? null : answerOf(schema, body, 'json'));
  const refused = bodies.filter(([, body]) => refusalOfBody(body) !== null);
  const taken = bodies.filter(([, body]) => refusalOfBody(body) === null);

  const sendBody = (text: string): Promise<Sent> => {
    // Credentials in headers would win over those of the body.
    const { username: _, password: __, ...others } = request.init.headers;
    const init = { ...request.init, headers: { ...others, 'content-type': 'application/json' }, body: text };
    return send({ ...request, init });
  };

  it('is refused in own words where its reader refuses it, and what no reader sees is answered', async () => {
    for (const [kind, body] of refused) {
      const { message } = refusalOfBody(body) ?? { message: '' };
      expect(message, kind).not.toMatch(LIBRARY_WORDS);
      expect(message.length, kind).toBeGreaterThan(5);
    }
    for (const text of ['{', '', ...refused.slice(0, 1).map(([, body]) => JSON.stringify(body))])
      expectCivil(await sendBody(text), text);
  });

  it('is answered where its reader takes it', async () => {
    for (const [kind, body] of taken) expectCivil(await sendBody(JSON.stringify(body)), kind);
  });
});
