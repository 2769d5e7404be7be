import { mkdirSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleFile, recordedAnswer } from '../../../src/http/docs/answer-examples.ts';
import { operationsOf } from '../../../src/http/docs/document.ts';
import { surfaceDocument } from '../../../src/http/docs/surface-documents.ts';
import { SURFACES } from '../../../src/http/route-declaration.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../support/app-fixture.ts';
import { type DocumentedRequest, documentedRequest } from './support/documented-request.ts';
import { type DocumentedWorks, mintDocumentedWorks } from './support/documented-works.ts';
import { problemsOf } from './support/json-schema.ts';

/*
 * The documentation is what the service does: every operation's documented request is sent, and its answer, shortened, is the
 * documented example. Record new ones with UPDATE_SNAPSHOT=1, then accept the change of the documents (openapi.test.ts).
 */

/** Cannot be answered here. May only shrink. */
const NEEDS_ANOTHER_SERVER: Readonly<Record<string, string>> = { 'admin getAuthLogin': 'an identity provider' };
const PAGES = /Docs$|OpenapiJson$|AuthDocsLogin$/;

const documented = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).map((found) => ({ ...found, surface, document, id: `${surface} ${found.operation.operationId}` }));
}).filter(({ id }) => !PAGES.test(id) && !(id in NEEDS_ANOTHER_SERVER));
// What is written first can be read then.
const inOrder = [...documented.filter(({ method }) => method !== 'get'), ...documented.filter(({ method }) => method === 'get')];

let context: TestContext;
let app: TestApp;
let works: DocumentedWorks;
let operator: Awaited<ReturnType<typeof mintUser>>;
let heldIds: readonly number[];
beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  works = await mintDocumentedWorks(context);
  operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
  const { token } = await login(app, works.user, { 'x-device-id': 'held' });
  const held = await (await app.request('/api/user/quarantine', { headers: bearer(token) })).json() as { data: { cases: { id: number }[] } };
  heldIds = held.data.cases.map(({ id }) => id);
});

/** Names of the examples and what they are on this database. */
const names = (): readonly (readonly [shown: string, here: string])[] => [['asha.rao@works.example', works.user.email], ['asha.rao', works.user.username], ['WORKS', works.industry.industryId]];
const SHOWN_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJXT1JLUyJ9.c2lnbmF0dXJl';
const FIRST_CASE = 101;

async function send({ path, init }: DocumentedRequest, id: string): Promise<Response> {
  const user = id.startsWith('admin') ? operator : works.user;
  const { token, refreshToken } = await login(app, user, { 'x-device-id': id });
  const here = (text: string): string => names().reduce((all, [shown, there]) => all.replaceAll(shown, there), text)
    .replaceAll('refresh-token', refreshToken).replaceAll(/\[10(\d)\]/g, (_, digit: string) => `[${heldIds[Number(digit) - 1]}]`);
  const authorization = /refresh/i.test(id) ? refreshToken : token;
  const headers = Object.fromEntries(Object.entries(init.headers).map(([name, value]) => [name, here(value)]));
  return app.request(here(path), { ...init, headers: { ...(/Login$/.test(id) ? {} : bearer(authorization)), ...headers }, ...(typeof init.body === 'string' ? { body: here(init.body) } : {}) });
}

/** The answer as it is shown: names and tokens of the examples, of every list the first two entries. */
function shortened(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return names().reduce((text, [shown, there]) => text.replaceAll(there, shown), /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? SHOWN_TOKEN : value);
  if (typeof value === 'number' && /^(?:id|next|released|discarded|held|notHeld)$/.test(key)) return FIRST_CASE + Math.max(0, heldIds.indexOf(value));
  if (Array.isArray(value)) return value.slice(0, 2).map((item) => shortened(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item, name)]));
}

describe.each(inOrder)('the documented request of $id', ({ id, surface, document, path, method, operation }) => {
  it('is answered as documented', async () => {
    const response = await send(documentedRequest(document, path, method, operation), id);
    const text = await response.text();
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
    const answer: unknown = JSON.parse(text);
    expect(problemsOf(document, operation.responses['200']?.content?.['application/json']?.schema ?? {}, answer)).toEqual([]);
    const shown = shortened(answer);
    if (process.env['UPDATE_SNAPSHOT'] === '1') {
      mkdirSync(new URL('./', exampleFile(surface, operation.operationId)), { recursive: true });
      writeFileSync(exampleFile(surface, operation.operationId), `${JSON.stringify(shown, null, 2)}\n`);
    }
    expect(shown, 'The documented example is out of date: record it with UPDATE_SNAPSHOT=1').toEqual(recordedAnswer(surface, operation.operationId));
  });
});

/** Other forms of answers than the one of the documented request. */
const VARIANTS: readonly (readonly [path: string, query: string])[] = [
  ['/api/user/deviceData', 'date1=15/01/2026&type=HOUR&category=qualityCategory&date2=14/01/2026'],
  ['/api/user/deviceData', 'date1=15/01/2026&type=DAY&category=sourceCategory&includeToday=false'],
  ['/api/user/deviceDataV2', 'date1=15/01/2026&type=HOUR&unitId=M1&date2=14/01/2026'],
  ['/api/user/deviceDataV2', 'date1=15/01/2026&type=HOUR&date2=14/01/2026'],
  ['/api/user/deviceDataV2', 'date1=15/01/2026&type=HOUR&category=ID_RAW_WATER_STOCK'],
  ['/api/user/deviceDataV2', 'date1=15/01/2026&type=HOUR&category=ENERGY_CATEGORY&v2=true'],
  ['/api/user/deviceDataV2', 'date1=14/01/2026&date2=15/01/2026&type=CUSTOM&formattedOutput=false'],
  ['/api/user/deviceDataV2', 'date1=15/01/2026&category=ALL_CATEGORIES_V2_FLOW_CATEGORY'],
  ['/api/user/granularData', 'unitId=LAB&startDate=15/01/2026&endDate=15/01/2026&interval=60'],
  ['/api/user/granularData', 'unitId=PUMP&startDate=15/01/2026&endDate=15/01/2026&interval=60'],
  ['/api/user/landingPage', 'date=15/01/2026&period=week'],
  ['/api/user/explain', 'unitId=M1&date=15/01/2026&hour=9'],
  ['/api/user/explain', 'unitId=TANK&date=15/01/2026'],
  ['/api/user/explain', 'unitId=LAB&date=16/01/2026'],
  ['/api/user/quarantine', 'status=discarded&limit=1'],
  ['/api/external/latest/unit', 'unitId=LAB'],
  ['/api/external/waterRatio', 'startDate=01/01/2026&endDate=31/01/2026&type=monthly'],
];

describe('answers of another form', () => {
  it.each(VARIANTS)('%s?%s are documented, too', async (path, query) => {
    const found = documented.find((candidate) => candidate.path === path && candidate.method === 'get');
    if (found === undefined) throw new Error(`${path} is not documented`);
    const { token } = await login(app, works.user, { 'x-device-id': 'variants' });
    const response = await app.request(`${path}?${query}`, { headers: bearer(token) });
    expect([response.status, problemsOf(found.document, found.operation.responses['200']?.content?.['application/json']?.schema ?? {}, await response.json())]).toEqual([200, []]);
  });
});
