import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelsOf } from '../../../src/platform/live/publish.ts';
import { finishRuns } from '../../../src/figures/processing/run-in-turn.ts';
import { readCursor, writeCursor } from '../../../src/kernel/document/ids.ts';
import { identityProviders } from '../../../src/platform/login/rules/identity-provider.ts';
import { ANSWER_EXAMPLES_FILE, recordedAnswer } from '../../../src/platform/openapi/complete-document.ts';
import { type Operation, operationsOf } from '../../../src/platform/openapi/document.ts';
import { surfaceDocument } from '../../../src/service/surface-documents.ts';
import { hashOfReset, newResetToken } from '../../../src/platform/login/send-reset.ts';
import { beginReset } from '../../../src/platform/login/store/password-resets.ts';
import { SURFACES } from '../../../src/platform/http/route-terms.ts';
import { type FakeChatSpace, startChatSpace } from '../../support/chat-space.ts';
import { mintId, testContext, type TestContext } from '../../support/database.ts';
import { type FakeProvider, fakeProvider } from '../../support/identity-provider.ts';
import { type MailServer, startMailServer } from '../../support/mail-server.ts';
import { type FakeSmsOperator, fakeSmsOperator } from '../../support/sms-operator.ts';
import { bearer, from, login, mintUser, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { credentialFor, type Credentials, named, namesOf, SHOWN } from './support/documented-client.ts';
import { isForOperators } from './support/for-operators.ts';
import { type DocumentedRequest, documentedRequest } from './support/documented-request.ts';
import { type DocumentedWorks, mintDocumentedWorks } from './support/documented-works.ts';
import { problemsOf } from './support/json-schema.ts';
import { OTHER_FORMS } from './support/other-forms.ts';

/*
 * The documentation is what the service does: every operation's documented request is sent, and its answer, shortened,
 * is the documented example. Record new ones with UPDATE_SNAPSHOT=1, then accept the change of the documents
 * (openapi.test.ts).
 */

/** Their answers are documents, files or streams, not JSON. */
const PAGES =
  /Docs$|OpenapiJson$|AuthDocsLogin$|PasswordForm$|Reports(?:Unsubscribe|Confirm)$|SubscriptionIdPreview$|DiagramSvg$|Stream$|getFigures$|Write$|Ping$|(?:get|post)Report$|JobIdFile$/;

const documented = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).map((found) => ({
    ...found,
    surface,
    document,
    id: `${surface} ${found.operation.operationId}`,
  }));
}).filter(({ id }) => !PAGES.test(id));
// What is written first can be read then.
const inOrder = [
  ...documented.filter(({ method }) => method !== 'get'),
  ...documented.filter(({ method }) => method === 'get'),
];

const NOW = '2026-01-16T00:45:00Z';
const TENANT = 'a3f1c2d4-5b6e-4f70-8a91-0c2d3e4f5a6b';
let context: TestContext;
let app: TestApp;
let works: DocumentedWorks;
let operator: Awaited<ReturnType<typeof mintUser>>;
let provider: FakeProvider;
let sms: FakeSmsOperator;
let chat: FakeChatSpace;
let mail: MailServer;
const archiveDirectory = mkdtempSync(join(tmpdir(), 'examples-archive-'));
/** Of sent reports, in the order in which they were answered. */
const reportIds: string[] = [];
/** Of a log entry. */
let logId = '';
/** An industry that the documents make. Other tests send the documented requests as they are. */
const [SHOWN_NEW_INDUSTRY, newIndustryId] = ['RIVERSIDE', mintId('RIVER')];
/** What other tests have written or asked for is counted by their network. */
const OWN_NETWORK = from('10.77.0.1');
let heldIds: readonly number[];
/** Of the user whose sessions are shown, the latest first. */
let sessionIds: readonly string[] = [];
const isRecording = process.env['UPDATE_SNAPSHOT'] === '1';
/** What a recording run has recorded: answers by the operation's id. */
const answers = new Map<string, unknown>();
beforeAll(async () => {
  context = await testContext(NOW);
  [provider, sms, chat, mail] = await Promise.all([
    fakeProvider(() => context.clock.now()),
    fakeSmsOperator(),
    startChatSpace(),
    startMailServer(),
  ]);
  const { issuer, audience, jwksUrl } = provider;
  const settings = {
    archive: { kind: 'directory' as const, path: archiveDirectory },
    publicUrl: 'https://water.works.example',
    sms: sms.settings,
    email: mail.settings,
    reports: { ...context.config.reports, supportEmail: 'reports@works.example' },
    chatSpace: { groups: { operations: chat.url }, allowPrivate: true },
    identityProviders: identityProviders.parse([
      { provider: 'google', kind: 'social', issuer, audience, jwksUrl },
      {
        provider: 'microsoft',
        kind: 'enterprise',
        issuer,
        audience,
        jwksUrl,
        tenants: [TENANT],
        industryIds: ['INTERNAL'],
      },
    ]),
  };
  const taking = { settings: [], isSetUp: true, send: async () => ({ providerId: '1' }) };
  // Devices take every command, and push services every message.
  const channels = {
    ...channelsOf({ ...context, config: { ...context.config, ...settings } }),
    'device-command': { ...taking, name: 'device-command' as const },
    browser: { ...taking, name: 'browser' as const },
  };
  app = testApp(context, settings, undefined, { channels });
  works = await mintDocumentedWorks(context);
  operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
  const { token } = await login(app, works.user, { 'x-device-id': 'held' });
  const held = (await (await app.request('/api/user/quarantine', { headers: bearer(token) })).json()) as {
    data: { cases: { id: number }[] };
  };
  await sendReports();
  logId = await writeLog();
  heldIds = held.data.cases.map(({ id }) => id);
});
afterAll(async () => {
  await Promise.all([provider.stop(), sms.stop(), chat.stop(), mail.stop()]);
  rmSync(archiveDirectory, { recursive: true });
  if (isRecording) writeFileSync(ANSWER_EXAMPLES_FILE, `${JSON.stringify(examplesFile(), null, 2)}\n`);
});

/** Of every surface the answers, in the order of the operations' names; what this run left out stays as recorded. */
const examplesFile = () =>
  Object.fromEntries(
    SURFACES.toSorted().map((surface) => [
      surface,
      Object.fromEntries(
        documented
          .filter((operation) => operation.surface === surface)
          .map(({ id, operation: { operationId } }): [string, unknown] => [
            operationId,
            answers.get(id) ?? recordedAnswer(surface, operationId),
          ])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      ),
    ]),
  );

/** A log entry that can be listed and changed. */
async function writeLog(): Promise<string> {
  const answer = await app.request(
    '/api/admin/globallogs',
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        source: 'gateway-12',
        title: 'Clock is off',
        desc: 'The gateway is 7 minutes ahead.',
        group: 'devices',
        meta: { industryId: works.industry.industryId, unitId: 'M2' },
      }),
    },
    OWN_NETWORK,
  );
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Reports that can be listed and sent again, in another format than the documented call, which is another request. */
async function sendReports(): Promise<void> {
  const { token } = await login(app, operator, { 'x-device-id': 'reports' });
  const answer = await app.request(
    `/api/admin/automated/report?date=15/01/2026&types=daily&formats=csv&targetIndustryId=${works.industry.industryId}`,
    { headers: bearer(token) },
  );
  const { data } = (await answer.json()) as { data: { reportId: string }[] };
  reportIds.push(...data.map(({ reportId }) => reportId));
}

/** Keys of an installation are drawn by lot. */
const SHOWN_PUBLIC_KEY = 'BHk3vZ0mXq8Jp5cR1tYw2eLs7nUo4aGdFb6iCxKzVhQyT9rNjMlDuEgWfPOASB-I3_0k5vZ1mXq8Jp5cR1tYw2e';
const SHOWN_TOKEN = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJXT1JLUyJ9.c2lnbmF0dXJl';
/** A month is archived once it has ended. */
const AFTER_THE_MONTH = '2026-02-01T00:45:00Z';
const SHOWN_SESSIONS = ['1c9d3b52-8a0e-4f1b-b7f4-2e5a60c3d9f7', SHOWN.sessionId];

/**
 * A user of his own on a telephone and, after it, on a computer: what ends sessions and passwords ends nobody else's.
 */
async function onTwoDevices(): Promise<Credentials> {
  const user = await mintUser(context);
  context.clock.set('2026-01-15T03:10:00Z');
  await login(app, user, { 'x-device-id': 'phone-4711', 'x-device-type': 'android', 'x-os': 'Android 16' });
  context.clock.set(NOW);
  const held = await login(app, user, {
    'x-device-id': 'desk-12',
    'x-device-type': 'desktop',
    'x-browser-name': 'Firefox',
    'x-browser-version': '147.0',
    'x-os': 'Windows 11',
  });
  const { data } = (await (await app.request('/api/user/sessions', { headers: bearer(held.token) })).json()) as {
    data: { sessionId: string }[];
  };
  sessionIds = data.map(({ sessionId }) => sessionId);
  return held;
}

/** The token of a link for a user of his own. */
async function linkOfOne(): Promise<string> {
  const { userKey } = await mintUser(context);
  const token = newResetToken();
  const askedAt = context.clock.now();
  await beginReset(context.database, userKey, hashOfReset(token), {
    askedAt,
    expiresAt: askedAt + 60_000,
    requestId: null,
  });
  return token;
}

async function credentialsFor(id: string, forOperators: boolean): Promise<Credentials> {
  if (/Sessions|ChangePassword/.test(id)) return onTwoDevices();
  const user = id.startsWith('admin') || forOperators ? operator : works.user;
  const claims = id.startsWith('admin')
    ? { email: user.email, tid: TENANT }
    : { email: user.email, email_verified: true, name: 'Asha Rao' };
  return { ...(await login(app, user, { 'x-device-id': id })), identityProviderToken: await provider.sign({ claims }) };
}

async function send(
  request: DocumentedRequest,
  operation: Operation,
  id: string,
  forOperators: boolean,
): Promise<Response> {
  const held = await credentialsFor(id, forOperators);
  const { path, init } = named(
    request,
    new Map<unknown, string | number>([
      ...namesOf(works),
      [SHOWN.refreshToken, held.refreshToken ?? ''],
      [SHOWN.identityToken, held.identityProviderToken ?? ''],
      [SHOWN.sessionId, sessionIds[1] ?? ''],
      ...SHOWN.cases.map((shown, index): [number, number] => [shown, heldIds[index] ?? shown]),
      [SHOWN.logId, logId],
      [`${SHOWN.industryId}/M2`, `${works.industry.industryId}/M2`],
      [SHOWN_NEW_INDUSTRY, newIndustryId],
      ...reportIds.map((here, index): [string, string] => [SHOWN.reportIds[index] ?? here, here]),
      ...(id.endsWith('PasswordReset') ? [[SHOWN.resetToken, await linkOfOne()] as const] : []),
      ...(id.endsWith('OtpVerify') ? [[SHOWN.otp, sms.codeTo(works.phoneNo)] as const] : []),
    ]),
  );
  const answer = await app.request(
    path,
    { ...init, headers: { ...credentialFor(operation, held), ...init.headers } },
    /(?:Globallogs|PasswordForgot)$/.test(id) ? OWN_NETWORK : undefined,
  );
  // A batch that was asked for without a token goes on after its answer.
  await finishRuns();
  return answer;
}

const namesShown = () => [
  ...namesOf(works),
  [SHOWN.logId, logId] as const,
  [SHOWN_NEW_INDUSTRY, newIndustryId] as const,
  [SHOWN.email, operator.email] as const,
  [SHOWN.username, operator.username] as const,
  ...sessionIds.map((here, index) => [SHOWN_SESSIONS[index] ?? here, here] as const),
];

/** Of answers about every industry there is, as if the works were the only one. */
const OF_ALL_INDUSTRIES: Readonly<Record<string, (value: unknown) => unknown>> = {
  totalAlerts: () => 1,
  totalIndustries: () => 1,
  excludedIndustries: () => [],
  alertsByIndustry: (value) => ({
    [SHOWN.industryId]: shortened(Object(value)[works.industry.industryId]),
  }),
  // Names of industries of the tests have no fixed length.
  bytes: () => 9_214,
  // Of the audit one kind of act, because every other documented request adds to it.
  rows: (value) =>
    Array.isArray(value)
      ? shortened(
          (value as { verb: string }[]).filter(({ verb }) => verb === 'report.resend').slice(0, 1), // rows of the audit
          'shownRows',
        )
      : value,
};
/** Lists about every industry there is. */
const LISTS_ALL = /get(?:Archivedata|Workspace|Globallogs|ShiftMonitoringRecentShiftStarts)$/;
/** Such a list, or an answer that holds one, as if the works were the only industry. */
const onlyOfWorks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.filter(isOfWorks);
  return typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(Object.entries(value).map(([name, item]) => [name, onlyOfWorks(item)]));
};
/** A log entry must name the works, because entries of other tests name no industry. */
function isOfWorks(item: unknown): boolean {
  const { industryId, meta } = Object(item);
  const named = [industryId, Object(meta).industryId].filter((id) => typeof id === 'string');
  return named.every((id) => id === works.industry.industryId) && (meta === undefined || named.length > 0);
}
/** Identities that are drawn by lot are shown as one. */
const LOT = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;
const SHOWN_LOT = '8d2c5f1e-6a3b-4c7d-9e0f-1a2b3c4d5e6f';
const KNOWN: readonly string[] = [...SHOWN_SESSIONS, ...(JSON.stringify(SHOWN).match(new RegExp(LOT, 'g')) ?? [])];
/** Ids of keys are drawn by lot, too, and so are keys; what is shown for one is not well written. */
const KEY_LOT = /^[0-9a-f]{16}$/;
const SHOWN_KEY_LOT = '8d2c5f1e6a3b4c7d';
const SHOWN_KEY = `mwk_${SHOWN_KEY_LOT}_(43 characters)`;
const withoutLots = (text: string): string => {
  if (text.startsWith('mwk_')) return SHOWN_KEY;
  if (KEY_LOT.test(text) && !SHOWN.keyIds.some((known) => known === text)) return SHOWN_KEY_LOT;
  return text.replace(LOT, '') === '' && text !== '' && !KNOWN.includes(text) ? SHOWN_LOT : text;
};

/** The answer as it is shown: names and tokens of the examples, of every list the first two entries. */
function shortened(value: unknown, key = ''): unknown {
  const position = key === 'next' && typeof value === 'string' ? readCursor(value) : null;
  if (position !== null) return writeCursor({ ...position, industryId: SHOWN.industryId });
  if (key === 'publicKey') return SHOWN_PUBLIC_KEY;
  // A request that sends reports makes new ones.
  if (key === 'reportId' && typeof value === 'string')
    return SHOWN.reportIds[reportIds.indexOf(value)] ?? SHOWN.reportIds[0];
  if (typeof value === 'string')
    return withoutLots(
      namesShown().reduce(
        (text, [shown, there]) => text.replaceAll(there, shown),
        /^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value) ? SHOWN_TOKEN : value,
      ),
    );
  if (typeof value === 'number' && /^(?:id|next|released|discarded|held|notHeld)$/.test(key))
    return SHOWN.cases[0] + Math.max(0, heldIds.indexOf(value));
  const ofAll = OF_ALL_INDUSTRIES[key];
  if (ofAll !== undefined) return ofAll(value);
  if (Array.isArray(value)) return value.slice(0, 2).map((item) => shortened(item, key));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, shortened(item, name)]));
}

/** Figures of the installation differ at every moment: what is recorded is kept, and must have the documented form. */
const MEASURED = /getStatistics$/;

describe.each(inOrder)('the documented request of $id', ({ id, surface, document, path, method, operation }) => {
  it('is answered as documented', async () => {
    const request = documentedRequest(document, path, method, operation);
    context.clock.set(/Archivedata/.test(id) ? AFTER_THE_MONTH : NOW);
    const response = await send(request, operation, id, isForOperators({ method, path }));
    context.clock.set(NOW);
    const text = await response.text();
    expect([response.status, response.status === 200 ? '' : text]).toEqual([200, '']);
    const answer: unknown = JSON.parse(text);
    const schema = operation.responses['200']?.content?.['application/json']?.schema ?? {};
    expect(problemsOf(document, schema, answer)).toEqual([]);
    const recorded = recordedAnswer(surface, operation.operationId);
    const isKept = MEASURED.test(id) && recorded !== undefined;
    if (isKept) expect(problemsOf(document, schema, recorded)).toEqual([]);
    const shown = isKept ? recorded : shortened(LISTS_ALL.test(id) ? onlyOfWorks(answer) : answer);
    answers.set(id, shown);
    if (isRecording) return;
    expect(shown, 'The documented example is out of date: record it with UPDATE_SNAPSHOT=1').toEqual(recorded);
  });
});

describe('answers of another form', () => {
  it.each(OTHER_FORMS)('%s?%s are documented, too', async (path, query) => {
    const found = documented.find((candidate) => candidate.path === path && candidate.method === 'get');
    if (found === undefined) throw new Error(`${path} is not documented`);
    const { token } = await login(app, works.user, { 'x-device-id': 'variants' });
    const response = await app.request(`${path}?${query}`, { headers: bearer(token) });
    expect([
      response.status,
      problemsOf(
        found.document,
        found.operation.responses['200']?.content?.['application/json']?.schema ?? {},
        await response.json(),
      ),
    ]).toEqual([200, []]);
  });
});
