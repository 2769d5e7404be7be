import { beforeAll, describe, expect, it } from 'vitest';
import { operationsOf } from '../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../src/service/surface-documents.ts';
import { SURFACES } from '../../src/platform/http/route-terms.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { credentialFor, type Credentials, named, namesOf } from '../platform/openapi/support/documented-client.ts';
import { isForOperators } from '../platform/openapi/support/for-operators.ts';
import { documentedRequest } from '../platform/openapi/support/documented-request.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../platform/openapi/support/documented-works.ts';
import { bearer, login, mintUser, testApp, type TestApp, textOfAnswer } from './support/app-fixture.ts';

/* What people write for others to read holds no sign that is not seen, and may have several lines. */

const FREE_TEXTS = [
  'reason',
  'comment',
  'message',
  'note',
  'notes',
  'remark',
  'desc',
  'description',
  'body',
  'data',
  'text',
];
/** Names in one line. */
const NAMES = ['browserName'];
const UNSEEN = ['a\u0007b', 'a\u001bb', 'a\u202eb', 'a\u2028b', 'a\u0085b'];
const SEVERAL_LINES = 'one\n\ttwo\r\nthree';

let context: TestContext;
let app: TestApp;
let works: DocumentedWorks;
let held: { readonly operator: Credentials; readonly user: Credentials };
beforeAll(async () => {
  context = await testContext('2026-01-16T03:00:00Z');
  app = testApp(context);
  works = await mintDocumentedWorks(context);
  const permissions = ['alerts:write', 'readings:edit', 'accounts:write', 'industries:write'];
  held = {
    operator: await login(
      app,
      await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] }),
    ),
    user: await login(app, await mintUser(context, { industryId: works.industry.industryId, permissions })),
  };
});

/** Every place of a free text in a documented request that acts or writes to a chat space. */
const places = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).flatMap(({ path, method, operation }) => {
    const request = documentedRequest(document, path, method, operation);
    const inQuery = (operation.parameters ?? []).flatMap(({ name, in: place }) => (place === 'query' ? name : []));
    const isJson = request.init.headers['content-type'] === 'application/json';
    const { body } = request.init;
    const parsed: unknown = body === undefined ? {} : isJson ? JSON.parse(body) : null;
    const fields = parsed === null ? [...new URLSearchParams(body).keys()] : Object.keys(Object(parsed));
    // Blocks have a reason that their example does without.
    const ofBody = path === '/api/admin/disabled' && body !== undefined ? [...fields, 'reason'] : fields;
    const found = { document, path, method, operation, isJson };
    return [
      ...inQuery.map((field) => ({ ...found, field, where: 'query' })),
      ...[...new Set(ofBody)].map((field) => ({ ...found, field, where: 'body' })),
    ].filter(({ field }) => [...FREE_TEXTS, ...NAMES].includes(field));
  });
});
type Place = (typeof places)[number];

const placesOf = (fields: readonly string[]) =>
  places
    .filter(({ field }) => fields.includes(field))
    .map((place) => [`${place.method} ${place.path}`, place.field, place] as const);

async function answerTo({ document, path, method, operation, isJson, field, where }: Place, text: string) {
  const { path: address, init } = named(documentedRequest(document, path, method, operation), new Map(namesOf(works)));
  const [base = '', query = ''] = address.split('?');
  const parameters = new URLSearchParams(query);
  if (where === 'query') parameters.set(field, text);
  const value = field === 'data' ? { text } : text;
  const form = new URLSearchParams(init.body);
  form.set(field, text);
  const body =
    where === 'query' || init.body === undefined
      ? init.body
      : isJson
        ? JSON.stringify({ ...Object(JSON.parse(init.body)), [field]: value })
        : form.toString();
  const credentials = isForOperators({ method, path }) ? held.operator : held.user;
  const response = await app.request(`${base}?${parameters}`, {
    ...init,
    ...(body === undefined ? {} : { body }),
    headers: { ...credentialFor(operation, credentials), ...init.headers },
  });
  return { status: response.status, text: await textOfAnswer(response) };
}

describe('a free text', () => {
  it('is found wherever people write one', () => {
    const found = places.map(({ method, path, field }) => `${method} ${path} ${field}`);
    expect(found).toEqual(
      expect.arrayContaining([
        'post /api/user/readings/edit reason',
        'post /api/user/readings/delete reason',
        'post /api/user/readings/interpolate reason',
        'post /api/user/readings/undo reason',
        'post /api/user/insights/{findingId} reason',
        'post /api/user/insights/{findingId}/acknowledge note',
        'post /api/user/insights/{findingId}/comments text',
        'put /api/user/insights/settings reason',
        'post /api/user/annotations text',
        'post /api/admin/disabled reason',
        'delete /api/admin/disabled reason',
        'post /api/admin/accounts reason',
        'post /api/admin/industry/{industryId}/units/{unitId}/retire reason',
        'get /api/admin/chat message',
        'post /api/admin/chat data',
        'post /api/admin/notification body',
        'post /api/admin/globallogs desc',
      ]),
    );
  });

  it.each(placesOf(FREE_TEXTS))(
    '%s takes %s in several lines, and refuses signs that are not seen by the name of the field',
    async (_, field, place) => {
      for (const unseen of UNSEEN) {
        const { status, text } = await answerTo(place, unseen);
        expect([status, text]).toEqual([400, expect.stringContaining(`'${field}'`)]);
        expect(text).toContain('control characters');
      }
      expect((await answerTo(place, SEVERAL_LINES)).text).not.toContain('control characters');
    },
  );
});

describe('a name', () => {
  it.each(placesOf(NAMES))('%s takes %s in one line without signs that are not seen', async (_, field, place) => {
    for (const unseen of [...UNSEEN, SEVERAL_LINES]) {
      const { status, text } = await answerTo(place, unseen);
      expect([status, text]).toEqual([400, expect.stringContaining(`'${field}'`)]);
      expect(text).toContain('control characters');
    }
  });

  it('that a client gives itself when it logs in has blanks in place of them, and the login succeeds', async () => {
    const { token } = await login(app, await mintUser(context), {
      'x-browser-name': 'Fire\u0085\u0007fox',
      'x-browser-version': '1\u009b46',
      'x-os': 'Li\tnux',
      'x-device-type': '\u0001',
    });
    const response = await app.request('/api/user/sessions', { headers: bearer(token) });
    expect(await response.json()).toMatchObject({
      data: [{ browser: 'Fire fox 1 46', os: 'Li nux', deviceType: null }],
    });
  });
});
