import { beforeAll, describe, expect, it } from 'vitest';
import { mintDocumentedWorks, type DocumentedWorks } from '../platform/openapi/support/documented-works.ts';
import { bearer, login, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { testContext } from '../support/database.ts';
import { browserSession } from './support/browser-session.ts';

const DAY = '15/01/2026';
const UNIT = 'CB_BORE_1';
let app: TestApp;
let works: DocumentedWorks;
let headers: Record<string, string>;
let session: ReturnType<typeof browserSession>;
let at: string;

interface Explained {
  readonly figure: { readonly shown: number };
  readonly readings: { readonly list: readonly { createdOn: string; value: number | null; register: number | null }[] };
}

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  works = await mintDocumentedWorks(context);
  headers = bearer((await login(app, works.user)).token);
  session = browserSession(app);
  await session.post('/app/login', { username: works.user.username, password: PASSWORD });
  // The last reading of the day, whose register ends the day's figure.
  at = (await explained(23)).readings.list.at(-1)?.createdOn ?? '';
});

async function ask<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await app.request(path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return ((await response.json()) as { data: T }).data;
}
const explained = (hour?: number): Promise<Explained> =>
  ask('GET', `/api/user/explain?unitId=${UNIT}&date=${DAY}${hour === undefined ? '' : `&hour=${hour}`}`);
const page = (): string => `/app/reading?unitId=${UNIT}&date=15%2F01%2F2026&hour=23&at=${encodeURIComponent(at)}`;
interface Told {
  readonly figure: number | null;
  readonly unheard: number;
}
interface Preview {
  readonly days: readonly { unitId: string; date: string; before: Told; after: Told }[];
}
const preview = (body: object): Promise<Preview> =>
  ask('POST', '/api/user/readings/preview', { unitId: UNIT, createdOn: at, ...body });
const editCount = async (): Promise<number> =>
  (await ask<{ edits: unknown[] }>('GET', `/api/user/readings/edits?unitId=${UNIT}`)).edits.length;

describe('the page of a reading', () => {
  it('says what a change would do, writes nothing, and the figure becomes what it said', async () => {
    const [before, edits] = [await explained(), await editCount()];
    const register = ((await explained(23)).readings.list.at(-1)?.register ?? 0) + 5000;
    const foretold = (await preview({ value: 6250, summedValue: register })).days.find(({ unitId }) => unitId === UNIT);
    const { shown: now } = before.figure;
    expect(foretold).toMatchObject({ date: DAY, before: { figure: now }, after: { figure: now + 5 } });
    expect([await explained(), await editCount()]).toEqual([before, edits]);
    const shown = String(register / 1000);
    const looked = await session.post(page(), { act: 'preview', summedValue: shown, value: '6,25' });
    expect(await looked.text()).toContain('These days would change');
    const refused = await session.post(page(), { act: 'save', summedValue: shown, value: '6.25', reason: '' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('reason')]);
    const saved = await session.post(page(), {
      act: 'save',
      summedValue: shown,
      value: '6.25',
      reason: 'Read by hand',
    });
    expect([saved.status, await editCount()]).toEqual([303, edits + 1]);
    expect((await explained()).figure.shown).toBe(foretold?.after.figure);
  });

  it('asks what a figure means that can be read in two ways, and changes nothing', async () => {
    const edits = await editCount();
    const answer = await session.post(page(), { act: 'save', value: '1,200', reason: 'Read by hand' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringMatching(/1,200 can be read in two ways: write 1200 or 1\.2\.[^]*value="1,200"/),
    ]);
    expect(await editCount()).toBe(edits);
  });

  it('of a laboratory has a field for each parameter, and no other', async () => {
    const path = '/api/user/explain?unitId=LAB&date=15/01/2026&hour=5';
    const parametersOf = async () =>
      (await ask<{ readings: { list: { createdOn: string; parameters: object }[] } }>('GET', path)).readings.list[0];
    const { createdOn = '', parameters } = (await parametersOf()) ?? {};
    expect(parameters).toEqual({ pH: 7.2 });
    const lab = `/app/reading?unitId=LAB&date=15%2F01%2F2026&hour=5&at=${encodeURIComponent(createdOn)}`;
    const shown = await (await session.get(lab)).text();
    expect(shown).toMatch(/name="paramValue\.pH"[^>]*value="7\.2"/);
    expect(shown).not.toMatch(/name="(value|summedValue)"/);
    const typed = { 'paramValue.pH': '7,4', reason: 'A slip of the pen' };
    expect(await (await session.post(lab, { ...typed, act: 'preview' })).text()).toMatch(
      /pH 7\.2\d*\s[^]*pH 7\.2\d+\s/,
    );
    expect((await session.post(lab, { ...typed, act: 'save' })).status).toBe(303);
    expect((await parametersOf())?.parameters).toEqual({ pH: 7.4 });
    const emptied = await session.post(lab, { 'paramValue.pH': '', reason: 'Was never measured', act: 'save' });
    // A reading of nothing is removed, by a button of its own.
    expect([emptied.status, await emptied.text()]).toEqual([
      400,
      expect.stringContaining('The reading cannot be stored'),
    ]);
  });

  it('tells water that would be in no hour, though no figure changes', async () => {
    const register = ((await explained(23)).readings.list.at(-1)?.register ?? 0) + 500_000_000;
    const { days } = await preview({ summedValue: register });
    const { figure } = await explained();
    expect(days).toMatchObject([
      { date: DAY, before: { figure: figure.shown, unheard: 0 }, after: { figure: figure.shown, unheard: 500_000 } },
    ]);
    const looked = await session.post(page(), { act: 'preview', value: '6.25', summedValue: String(register / 1000) });
    expect(await looked.text()).toMatch(/KL in no hour/);
  });

  it('removes a reading and brings it back', async () => {
    const before = await explained(23);
    expect((await session.post(page(), { act: 'remove', reason: 'Not ours' })).status).toBe(303);
    const listed = await (await session.get(`${page()}&done=yes`)).text();
    const editId = /name="editId"\s+value="([^"]+)"/.exec(listed)?.[1] ?? '';
    expect((await explained(23)).readings.list).toHaveLength(before.readings.list.length - 1);
    const editOn = /name="editOn"\s+value="([^"]+)"/.exec(listed)?.[1] ?? '';
    const foretold = await (await session.post(page(), { act: 'previewUndo', editId, editOn, reason: 'Ours' })).text();
    expect(foretold).toContain('These days would change');
    expect(foretold).toMatch(/name="reason"[^>]*value="Ours"/);
    expect((await explained(23)).readings.list).toHaveLength(before.readings.list.length - 1);
    const refused = await session.post(page(), { act: 'undo', editId, reason: '' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('reason')]);
    expect((await session.post(page(), { act: 'undo', editId, reason: 'It was ours' })).status).toBe(303);
    expect((await explained(23)).readings.list).toEqual(before.readings.list);
  });

  it('tries no edit of another reading', async () => {
    const { edits } = await ask<{ edits: { editId: string; first: { createdOn: string }[] }[] }>(
      'GET',
      '/api/user/readings/edits',
    );
    const other = edits.find(({ first }) => first[0]?.createdOn !== at)?.editId ?? '';
    const answer = await app.request('/api/user/readings/preview', {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ unitId: UNIT, createdOn: at, undo: other }),
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('not of this reading alone')]);
  });

  it('and its way are not shown to a person who may not edit', async () => {
    const { username } = await mintUser(await testContext('2026-01-16T00:45:00Z'), {
      industryId: works.user.industryId,
      permissions: [],
    });
    const reader = browserSession(app);
    await reader.post('/app/login', { username, password: PASSWORD });
    const way = await (await reader.get(`/app/explain?unitId=${UNIT}&date=15%2F01%2F2026&hour=3`)).text();
    expect(way).not.toContain('/app/reading?');
    expect((await reader.get(page())).status).toBe(401);
  });
});
