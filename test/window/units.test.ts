import { beforeAll, describe, expect, it } from 'vitest';
import { mintWorks } from '../readings/works.ts';
import { mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { testContext } from '../support/database.ts';
import { browserSession } from './support/browser-session.ts';

/* Pages on which an operator adds and changes units of the works. */

let app: TestApp;
let industryId: string;
let operator: ReturnType<typeof browserSession>;
let manager: ReturnType<typeof browserSession>;

async function entered(username: string) {
  const session = browserSession(app);
  await session.post('/app/login', { username, password: PASSWORD });
  return session;
}

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  ({ industryId } = await mintWorks(context));
  const internal = { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] } as const;
  operator = await entered((await mintUser(context, internal)).username);
  await operator.post('/app/industry', { industry: industryId });
  manager = await entered((await mintUser(context, { industryId, permissions: [] })).username);
});

const read = async (path: string): Promise<string> => (await operator.get(path)).text();

/** Fields that the form of a page would send, some of them typed otherwise. */
async function typed(path: string, fields: Readonly<Record<string, string>>) {
  const page = await read(path);
  const [, form = ''] = page.split('class="rule-form"');
  const shown = Object.fromEntries(
    [...form.matchAll(/name="([^"]+)"[^>]*?value="([^"]*)"/gs)].map(([, name, value = '']) => [
      name,
      value.replaceAll('&quot;', '"'),
    ]),
  );
  return { ...shown, fromBeginning: '', ...fields };
}

describe('the page that changes a unit', () => {
  const M1 = '/app/unit/change?id=M1';

  it('tells what a dated change would change, and since when days are counted again, and saves nothing', async () => {
    const fields = await typed(M1, { flowFactor: '2', 'meta.effectiveFrom': '2026-01-10', act: 'preview' });
    const answer = await (await operator.post(M1, fields)).text();
    expect(answer).toMatch(/Meter multiplier<\/th>\s*<td>1<\/td>\s*<td>2<\/td>/);
    expect(answer).toContain('Counts from 10 Jan 2026 on.');
    expect(answer).toMatch(/name="flowFactor"\s+value="2"/);
    expect(await read(M1)).toMatch(/name="flowFactor"\s+value="1"/);
  });

  it('saves it from its day on, and tells the history', async () => {
    const fields = await typed(M1, { flowFactor: '2', 'meta.effectiveFrom': '2026-01-10', act: 'save' });
    expect((await operator.post(M1, fields)).headers.get('location')).toBe('/app/unit/change?id=M1&done=yes');
    expect(await read(M1)).toMatch(/From 10 Jan 2026 on:\s+Meter multiplier 2/);
  });

  it('tells a mistake at its field, and keeps what was typed', async () => {
    const fields = await typed(M1, { flowFactor: 'two', displayName: '<b>Well</b>', act: 'save' });
    const answer = await operator.post(M1, fields);
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining('id="flowFactor-mistake"')]);
    expect(text).toContain('value="two"');
    expect(text).toContain('value="&lt;b&gt;Well&lt;/b&gt;"');
  });

  it('saves no change of a version that somebody else has changed meanwhile, and keeps what was typed', async () => {
    const fields = await typed(M1, { displayName: 'Mine', act: 'save' });
    await operator.post(M1, await typed(M1, { displayName: 'Theirs', act: 'save' }));
    const answer = await operator.post(M1, fields);
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('value="Mine"')]);
    expect(await read(M1)).toContain('value="Theirs"');
  });

  it('leads to the list of units where it names none', async () => {
    for (const page of ['/app/unit/change', '/app/unit/categories?id=', '/app/unit/meters?id=..'])
      expect((await operator.get(page)).headers.get('location')).toBe('/app/units');
    expect((await operator.get('/app/unit/change?id=nobody')).status).toBe(404);
  });

  it('has no form for people without the permission, and no page of theirs leads there', async () => {
    expect(await (await manager.get(M1)).text()).not.toContain('id="change"');
    expect(await (await manager.get('/app/unit?id=M1')).text()).not.toContain('/app/unit/change');
    expect(await read('/app/unit?id=M1')).toContain('/app/unit/change?id=M1');
  });
});

describe('the page that adds a unit', () => {
  const ADD = '/app/units/add?kind=FLOW';

  it('adds it and leads to its page, and tells at its field what is wrong', async () => {
    const wrong = await operator.post(ADD, { unitId: 'bad id', displayName: 'Well', siUnit: 'KL' });
    const text = await wrong.text();
    expect([wrong.status, text]).toEqual([400, expect.stringContaining('id="unitId-mistake"')]);
    expect(text).toContain('value="Well"');
    const answer = await operator.post(ADD, { unitId: 'WELL_2', displayName: 'Well', siUnit: 'KL', flowFactor: '2' });
    expect(answer.headers.get('location')).toBe('/app/unit/change?id=WELL_2&done=added');
    expect(await read('/app/units')).toContain('id=WELL_2');
  });
});

describe('the pages of what happens to a unit', () => {
  const METERS = '/app/unit/meters?id=M1';

  it('tell at its field that no meter can be replaced before its first reading, and keep the registers', async () => {
    const asked = { installedAt: '2026-01-15T10:00', finalRegisterOfOld: '12,5', initialRegister: 'none' };
    const answer = await operator.post(METERS, { ...asked, act: 'register' });
    const text = await answer.text();
    expect([answer.status, text]).toEqual([400, expect.stringContaining('id="initialRegister-mistake"')]);
    expect(text).toContain('value="12,5"');
    const early = await (await operator.post(METERS, { ...asked, initialRegister: '0', act: 'register' })).text();
    expect(early).toContain('id="installedAt-mistake"');
  });

  it('take a unit out of use and bring it back', async () => {
    const page = '/app/unit/change?id=M2';
    const fields = async (act: string) => ({ tag: (await typed(page, {})).tag ?? '', act });
    expect(await (await operator.post(page, await fields('previewRetire'))).text()).toMatch(
      /Out of use<\/th>\s*<td>no<\/td>\s*<td>yes<\/td>/,
    );
    expect((await operator.post(page, await fields('retire'))).headers.get('location')).toBe('/app/unit?id=M2');
    expect(await read(page)).not.toContain('id="change"');
    await operator.post(page, { tag: '*', act: 'restore' });
    expect(await read(page)).toContain('id="change"');
  });
});

describe('the pages of categories', () => {
  const CATEGORIES = '/app/units/categories';
  const ofKey = { ofGeneration: 'categoriesV2', ofKey: 'ID_SOURCE' };

  it('add a category, and no part twice, whose units would be lost', async () => {
    const first = { generation: 'categoriesV2', categoryKey: 'ID_SOURCE', standardCategoryId: 'FLOW_CATEGORY' };
    const wrong = await operator.post(CATEGORIES, { ...first, 'subCategories[0].displayName': ' ', act: 'add' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('value="ID_SOURCE"')]);
    await operator.post(CATEGORIES, { ...first, 'subCategories[0].displayName': 'Wells', act: 'add' });
    expect((await operator.post(CATEGORIES, { ...ofKey, name: 'Wells', act: 'addPart' })).status).toBe(400);
    await operator.post(CATEGORIES, { ...ofKey, name: '<i>Mains</i>', act: 'addPart' });
    expect(await read(CATEGORIES)).toContain('&lt;i&gt;Mains&lt;/i&gt;</th>');
  });

  it('move a unit from one part to another', async () => {
    const page = '/app/unit/categories?id=M1';
    const wells = JSON.stringify(['categoriesV2', 'ID_SOURCE', 'Wells']);
    const mains = JSON.stringify(['categoriesV2', 'ID_SOURCE', '<i>Mains</i>']);
    const ticked = async () =>
      [...(await read(page)).matchAll(/value="([^"]+)"\s+checked/g)].map(([, place = '']) =>
        place.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      );
    await operator.post(page, { place: wells });
    expect(await ticked()).toEqual([wells]);
    await operator.post(page, { place: mains });
    expect(await ticked()).toEqual([mains]);
  });
});
