import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../support/database.ts';
import { recordFault } from '../../src/platform/faults/store/faults.ts';
import { from, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../platform/openapi/support/documented-works.ts';
import { browserSession } from './support/browser-session.ts';

/* Operators' pages over works whose units, keys and quarantine hold texts that would be markup (scripts are refused by the screening of requests). */

const EVIL = '<i>5</i>';

let context: TestContext;
let app: TestApp;
let works: DocumentedWorks;
type Session = Awaited<ReturnType<typeof sessionOf>>;
let operator: Session;
let manager: Session;

async function sessionOf(username: string) {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD });
  const read = async (path: string) => {
    const answer = await session.get(path);
    return { status: answer.status, text: await answer.text() };
  };
  return { ...session, read };
}

beforeAll(async () => {
  context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  works = await mintDocumentedWorks(context);
  const internal = { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] } as const;
  operator = await sessionOf((await mintUser(context, internal)).username);
  await operator.post('/app/industry', { industry: works.user.industryId });
  manager = await sessionOf(works.user.username);
});

describe('operations', () => {
  it.each(['', '/add', '/health', '/archive', '/audit'])('are not for people of an industry: %s', async (path) => {
    const answer = await manager.get(`/app/operations${path}`);
    expect(answer.status).toBe(path === '' ? 302 : 403);
  });

  it('list industries, and one is deactivated and made active again with its reason in the audit', async () => {
    const { industryId } = works.user;
    const listed = await operator.read(`/app/operations?search=${industryId}`);
    expect(listed.text).toContain(`<code>${industryId}</code>`);
    expect(listed.text).toContain('1 of 1 industries');
    const answer = await operator.post('/app/operations', { act: 'deactivate', industryId, reason: EVIL });
    expect(answer.headers.get('location')).toBe('/app/operations?done=deactivated');
    expect((await operator.read(`/app/operations?search=${industryId}`)).text).toContain('>inactive<');
    await operator.post('/app/operations', { act: 'reactivate', industryId });
    expect((await operator.read(`/app/operations?search=${industryId}`)).text).toContain('>active<');
    const audit = (await operator.read('/app/operations/audit?verb=industry.deactivate')).text;
    expect(audit).toContain('&lt;i&gt;5&lt;/i&gt;');
    expect(audit).not.toContain(EVIL);
  });

  it('offer to mark messages as read to whoever may in that industry', async () => {
    const watching = { industryId: 'INTERNAL', role: 'admin', permissions: ['audit:read'] } as const;
    const watcher = await sessionOf((await mintUser(context, watching)).username);
    await watcher.post('/app/industry', { industry: works.user.industryId });
    const [seen, own] = await Promise.all([watcher, operator].map((one) => one.read('/app/alerts/notifications')));
    for (const page of [seen, own]) expect(page?.text).toContain('Bore 1 is above its limit');
    expect(seen?.text).not.toContain('Mark these as read');
    expect(own?.text).toContain('Mark these as read');
  });

  it('tell what the audit refuses, and of which field', async () => {
    const { status, text } = await operator.read('/app/operations/audit?from=yesterday');
    expect([status, text]).toEqual([400, expect.stringMatching(/from.*is not an ISO 8601 instant/s)]);
  });

  it('tell faults that processes have met, in the language of the reader', async () => {
    const fault = {
      kind: 'broker',
      process: `${EVIL}:1`,
      requests: null,
      mails: null,
      milliseconds: null,
      isRestart: null,
    };
    const lasting = { ...fault, freeBytes: null, beganAgo: 60_000, seenAgo: 0, endedAgo: null } as const;
    await recordFault(context.database, { ...lasting, kind: 'broker' });
    await recordFault(context.database, { ...lasting, kind: 'clock', milliseconds: 5_400_000, endedAgo: 10_000 });
    const { text } = await operator.read('/app/operations/health');
    expect(text).toContain('has been without the MQTT broker since');
    expect(text).toMatch(/<li>The clock of &lt;i&gt;5&lt;\/i&gt;:1 was 1\sh\s30\smin ahead of the database/);
    expect(text).not.toContain(EVIL);
    const hindi = (await operator.read('/app/operations/health?language=hi')).text;
    await operator.read('/app/operations/health?language=en');
    expect(hindi).toContain('MQTT ब्रोकर से जुड़ा नहीं है');
  });

  it('show readiness, and entries that wait for a person until they are resolved', async () => {
    // The newest of all that tests have written, and from a network that has written no other.
    const later = testApp(await testContext('2090-01-01T00:00:00Z'));
    const body = JSON.stringify({ source: 'gateway', title: EVIL, desc: 'Its clock is off.', group: 'devices' });
    const written = await later.request(
      '/api/admin/globallogs',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body },
      from('10.51.100.78'),
    );
    const { data } = (await written.json()) as { data: { id: string } };
    const before = (await operator.read('/app/operations/health')).text;
    expect(before).toContain('Ready. The database answers.');
    expect(before).toContain(`value="${data.id}"`);
    expect(before).not.toContain(EVIL);
    const answer = await operator.post('/app/operations/health', { act: 'entry', id: data.id, status: 'resolved' });
    expect(answer.status).toBe(303);
    expect((await operator.read('/app/operations/health')).text).not.toContain(`value="${data.id}"`);
  });
});

describe('the quarantine', () => {
  const idsOf = (text: string): string[] =>
    [...text.matchAll(/name="id"\s+value="(\d+)"/g)].map((match) => match[1] ?? '');

  it('is for whoever may decide, and says so to others', async () => {
    const reader = await sessionOf((await mintUser(context)).username);
    const { status, text } = await reader.read('/app/operations/quarantine');
    expect([status, text]).toEqual([401, expect.stringContaining('permission to release or discard refused readings')]);
  });

  it('releases a row as another unit’s reading, keeps held what is refused again, and gives rows up', async () => {
    const held = idsOf((await operator.read('/app/operations/quarantine')).text);
    expect(held.length).toBeGreaterThanOrEqual(3);
    const [first = '', second = '', third = ''] = held;
    const released = await operator.post('/app/operations/quarantine', { act: 'release', id: first, unitId: 'M2' });
    expect(released.headers.get('location')).toBe('/app/operations/quarantine?done=release&n=1&refused=0');
    const refused = await operator.post('/app/operations/quarantine', { act: 'release', id: second });
    expect(refused.headers.get('location')).toBe('/app/operations/quarantine?done=release&n=0&refused=1');
    await operator.post('/app/operations/quarantine', { act: 'discard', id: third });
    const after = (await operator.read('/app/operations/quarantine')).text;
    expect(idsOf(after)).toEqual(held.filter((id) => id !== first && id !== third));
    expect((await operator.read('/app/operations/quarantine?status=discarded')).text).toContain('M9');
  });

  it('does nothing without a row, says so, and keeps what was typed', async () => {
    const answer = await operator.post('/app/operations/quarantine', { act: 'release', unitId: 'M2' });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining('Choose at least one row.')]);
    expect(text).toMatch(/name="unitId"\s+value="M2"/);
  });
});

describe('device keys', () => {
  it('are shown once, rotated with an overlap, and ended', async () => {
    const made = await operator.post('/app/operations/keys', {
      act: 'create',
      name: EVIL,
      units: 'M2\n',
      expiresAt: '',
    });
    const page = await made.text();
    const [, key = ''] = /<code class="secret">(mwk_[^<]+)</.exec(page) ?? [];
    expect([made.status, key.length]).toEqual([200, 4 + 16 + 1 + 43]);
    expect(page).not.toContain(EVIL);
    expect(page).toMatch(new RegExp(`<pre class="secret" id="call">[^]*Bearer ${key}[^]*unitId&quot;:&quot;M2&quot;`));
    const keyId = key.slice(4, 20);
    const listed = (await operator.read('/app/operations/keys')).text;
    expect(listed).toContain(keyId);
    expect(listed).not.toContain(key);
    const rotated = await operator.post('/app/operations/keys', { act: 'rotate', keyId, overlapHours: '0' });
    expect(await rotated.text()).toMatch(new RegExp(`mwk_[\\s\\S]*The old key ${keyId} works until`));
    const ended = await operator.post('/app/operations/keys', { act: 'revoke', keyId });
    expect(ended.status).toBe(303);
    expect((await operator.read('/app/operations/keys')).text).toMatch(/>\s*revoked/);
  });

  it('tell the field that is wrong', async () => {
    const answer = await operator.post('/app/operations/keys', { act: 'create', name: 'Gateway', units: 'NOWHERE' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/value="Gateway"[^]*>NOWHERE<[^]*id="units-mistake">is &quot;NOWHERE&quot;/),
    ]);
  });
});

describe('an industry is added by a form', () => {
  const bundle = (industryId: string, more: Record<string, unknown> = {}) =>
    JSON.stringify(
      {
        industry: { industryId, industryName: EVIL, meta: { shift: { startAt: '06:00:00' } } },
        units: [{ unitId: 'M1', displayName: 'Inlet', standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL', ...more }],
      },
      null,
      1,
    );

  it('that tells every mistake with its line, and writes nothing', async () => {
    const wrong = bundle('ADDED_1', { flowFactor: 'much', dataUpdateFrequency: -1 });
    const answer = await operator.post('/app/operations/add', { act: 'add', bundle: wrong });
    const text = await answer.text();
    expect(answer.status).toBe(400);
    const lines = wrong.split('\n');
    for (const field of ['flowFactor', 'dataUpdateFrequency']) {
      const line = lines.findIndex((one) => one.includes(field)) + 1;
      expect(text).toContain(`Line ${line} <code>units[0].${field}</code>`);
    }
    expect((await operator.read('/app/operations?search=ADDED_1')).text).toContain('0 of 0 industries');
  });

  it('that says where a text stops being JSON', async () => {
    const answer = await operator.post('/app/operations/add', { act: 'check', bundle: '{"industry": }' });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('This is no JSON yet')]);
  });

  it('that checks without writing, and then adds', async () => {
    const { industryId } = works.user;
    const id = `${industryId}_NEW`;
    const checked = await operator.post('/app/operations/add', { act: 'check', bundle: bundle(id) });
    expect(await checked.text()).toContain(`Nothing is wrong. ${id}: 1 unit,`);
    expect((await operator.read(`/app/operations?search=${id}`)).text).toContain('0 of 0 industries');
    const added = await operator.post('/app/operations/add', { act: 'add', bundle: bundle(id) });
    expect(added.headers.get('location')).toBe(`/app/operations?search=${id}&done=added`);
    const listed = (await operator.read(added.headers.get('location') ?? '')).text;
    expect(listed).toContain('1 of 1 industries');
    expect(listed).not.toContain(EVIL);
  });
});

describe('insights', () => {
  const LIST = '/app/operations/insights';

  it('stand in a line each, which leads to the page of the finding', async () => {
    const page = (await operator.read(`${LIST}?all=true&days=366`)).text;
    expect(page).toContain(`href="/app/finding?id=${works.findingId}"`);
    expect((await operator.read(`${LIST}?who=none`)).text).toContain(works.findingId);
    expect((await operator.read(`${LIST}?unit=NOWHERE`)).text).toContain('There are no findings.');
  });

  it('have a limit and a switch for each kind, which need the permission to write alert rules', async () => {
    const set = { act: 'set', kind: 'tank-low', where: '', limit: '15', until: '', reason: EVIL };
    expect((await operator.post(LIST, set)).headers.get('location')).toBe(`${LIST}?done=yes`);
    const after = (await operator.read(LIST)).text;
    expect(after.match(/15\u00a0%/g)).toHaveLength(2);
    expect(after).not.toContain(EVIL);
    await operator.post(LIST, { act: 'takeLimit', kind: 'tank-low', where: '' });
    expect((await operator.read(LIST)).text).not.toContain('15\u00a0%');
    await operator.post(LIST, { act: 'switchOff', kind: 'burst', where: '' });
    expect((await operator.read(LIST)).text).toContain('switched off');
    await operator.post(LIST, { act: 'tell', kind: 'burst', where: '' });
    expect((await operator.read(LIST)).text).not.toContain('switched off');
    const reader = await sessionOf((await mintUser(context, { industryId: works.user.industryId })).username);
    expect((await reader.read(LIST)).text).not.toContain('name="act"');
  });

  it('tell what is wrong with a limit', async () => {
    const answer = await operator.post(LIST, { act: 'set', kind: 'tank-low', where: '', limit: '101' });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining('a number from 0 to 100')]);
    expect(text).toMatch(/<option value="tank-low" selected>[^]*name="limit"[^>]*value="101"/);
    expect((await operator.post(LIST, { act: 'set', kind: 'tank-low', where: '', limit: 'much' })).status).toBe(400);
    const odd = await operator.post(LIST, { act: 'else', kind: 'tank-low' });
    expect([odd.status, await odd.text()]).toEqual([400, expect.stringContaining('act')]);
  });
});
