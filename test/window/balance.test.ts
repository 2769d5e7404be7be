import { beforeAll, describe, expect, it } from 'vitest';
import { COMMAND } from '../../src/platform/login/rules/caller.ts';
import { replaceGraph } from '../../src/balance/edit-graph.ts';
import { findIndustry } from '../../src/platform/directory/store/industries.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { type MintedUser, mintUser, PASSWORD, testApp, type TestApp } from '../service/support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../service/support/device-data-works.ts';
import { browserSession } from './support/browser-session.ts';

let context: TestContext;
let app: TestApp;
let works: Works;
let writer: MintedUser;
let reader: MintedUser;

const NASTY = '<script>alert(1)</script>';
const graph = (label: string) => ({
  nodes: [
    { id: 'M1', position: { x: 0, y: 0 }, nodeType: 'physicalNode' },
    { id: 'SUM', data: { label }, position: { x: 320, y: 0 }, nodeType: 'virtualNode', meta: { units: ['M1'] } },
  ],
  edges: [{ id: 'e', source: 'M1', target: 'SUM' }],
});

beforeAll(async () => {
  context = await testContext('2026-06-11T06:30:00Z');
  app = testApp(context);
  works = await mintWorks(context, app);
  const { industryId } = works;
  writer = await mintUser(context, { industryId, permissions: ['waterBalance:write'] });
  reader = await mintUser(context, { industryId });
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 9000 },
    { unitId: 'M2', createdOn: atHour('2026-06-10', 1), value: 3000 },
  ]);
});

async function session(user: MintedUser) {
  const browser = browserSession(app);
  await browser.post('/app/login', { username: user.username, password: PASSWORD, next: '' });
  const text = async (answer: Response): Promise<string> => (await answer.text()).replaceAll(/\s+/g, ' ');
  return {
    page: async (path: string) => text(await browser.get(path)),
    restore: async (version: string, inForce: string) => {
      const answer = await browser.post(DAY, { version, inForce });
      return { status: answer.status, location: answer.headers.get('location'), text: await text(answer) };
    },
    save: (body: unknown, version: number) =>
      browser.send('/app/api/user/waterBalance/graphEditor', {
        method: 'POST',
        headers: { origin: 'http://localhost', 'content-type': 'application/json', 'if-match': `"${version}"` },
        body: JSON.stringify(body),
      }),
    get: (path: string) => browser.get(path),
  };
}

const DAY = '/app/balance?from=2026-06-10&to=2026-06-10';

describe('the page Balance', () => {
  it('says what came in, with its band, as the API does; what was not measured is an en dash', async () => {
    const text = await (await session(reader)).page(DAY);
    // M1 and M2 are sources, one reading of 24 each: 9 + 3.
    expect(text).toMatch(/What came in<\/th> <td class="figure "> at least 12 <\/td>/);
    expect(text).toMatch(/What the tanks kept<\/th> <td class="figure missing">–<\/td>/);
    expect(text).toContain('The balance cannot be checked, because not everything was measured.');
    expect(text).not.toMatch(/<td class="figure[^"]*"> ?0 ?<\/td>/);
  });

  it('says which date is none, and shows the running day', async () => {
    const text = await (await session(reader)).page('/app/balance?from=10.06.2026');
    expect(text).toContain('‘from’ is ‘10.06.2026’, which is not a date');
    expect(text).toContain('Water balance, 11 Jun 2026');
  });

  it('shows the saved diagram as a picture and its values as text, names of people among them', async () => {
    const industry = await findIndustry(context.database, works.industryId, context.clock.now());
    if (industry === null) throw new Error('The works are gone.');
    // Requests with such names are refused by a screen of their own. The page does not rely on it.
    await replaceGraph(context, industry, graph(NASTY), {
      by: { ...COMMAND, userId: 'asha' },
      expected: null,
    });
    const write = await session(writer);
    const text = await (await session(reader)).page(DAY);
    expect(text).not.toContain(NASTY);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;</th> <td class="figure "> at least 9 KL');
    const addresses = [...text.matchAll(/<img src="([^"]+)"/g)].map(([, address = '']) =>
      address.replaceAll('&amp;', '&'),
    );
    const answers = await Promise.all(addresses.map((address) => write.get(address)));
    expect(answers.map(({ status, headers }) => [status, headers.get('content-type')])).toEqual([
      [200, 'image/svg+xml; charset=utf-8'],
      [200, 'image/svg+xml; charset=utf-8'],
    ]);
  });

  it('restores an earlier version for whoever may write, unless somebody has saved since', async () => {
    const write = await session(writer);
    expect((await write.save(graph('Second'), 1)).status).toBe(200);
    expect(await write.page(DAY)).toContain('Restore version 1');
    const late = await write.restore('1', '1');
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('in force is version 2')]);
    expect(await write.restore('1', '2')).toMatchObject({ status: 303, location: DAY });
    expect(await write.page(DAY)).toContain('Restore version 2');
  });

  it('keeps the page of the diagram on other days, as long as the diagram has it', async () => {
    const write = await session(writer);
    const pages = [
      { id: 'physical', displayName: 'Works', order: 0 },
      { id: 'stock', displayName: 'Tanks', order: 1 },
    ];
    const tank = { id: 'TANK', meta: { graphTag: 'stock' }, position: { x: 0, y: 0 }, nodeType: 'physicalNode' };
    const { nodes, edges } = graph('Third');
    expect((await write.save({ nodes: [...nodes, tank], edges, metadata: { pages } }, 3)).status).toBe(200);
    const shown = await write.page(`${DAY}&page=stock`);
    expect(shown).toContain('href="/app/balance?from=2026-06-11&amp;to=2026-06-11&amp;page=stock"');
    expect(shown).toContain('<input type="hidden" name="page" value="stock" />');
    // Its words count what the picture of the page shows.
    expect(shown).toContain('alt="Diagram of the water balance with 1 node and 0 lines.');
    expect(await write.page(DAY)).toContain('alt="Diagram of the water balance with 2 nodes and 1 line.');
    const unknown = await write.page(`${DAY}&page=roof`);
    expect(unknown).not.toMatch(/diagram\.svg\?[^"]*page=roof|value="roof"/);
  });

  it('of an operator who has chosen no industry says so, instead of a balance of nothing', async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
    const text = await (await session(operator)).page('/app/balance');
    expect(text).toContain('Choose an industry first');
    expect(text).not.toMatch(/cannot be checked|<table/);
  });

  it('offers no restore to whoever may only read, and refuses it', async () => {
    const read = await session(reader);
    const text = await read.page(DAY);
    expect(text).toContain('Saved versions of the diagram');
    expect(text).not.toContain('Restore version');
    expect((await read.restore('1', '4')).text).toContain(
      'You do not have the permission to change the diagram of the balance',
    );
  });
});

describe('the page of the editor', () => {
  it('says who may save, and what it takes', async () => {
    const [write, read] = [await session(writer), await session(reader)];
    expect(await write.page('/app/balance/edit')).toContain('data-may-write="true"');
    const text = await read.page('/app/balance/edit');
    expect(text).toContain('data-may-write="false"');
    expect(text).toContain('You do not have the permission to change the diagram of the balance.');
  });

  it('has each text that the editor’s modules ask for', async () => {
    const text = await (await session(writer)).page('/app/balance/edit');
    // The frame of every page has texts of its own.
    const [, json = '{}'] = /id="editor"[^>]*?data-texts="([^"]*)"/s.exec(text) ?? [];
    const texts = JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&#39;', "'")) as Record<string, string>; // own page
    const address = /src="([^"]*graph-editor\.js)"/.exec(text)?.[1] ?? '';
    const module = await (await app.request(address)).text();
    const work = await (await app.request(/'([^']*graph-work\.js)'/.exec(module)?.[1] ?? '')).text();
    const asked = [...`${module}${work}`.matchAll(/\b(?:text|saying)\('(\w+)'/g)].map(([, key = '']) => key);
    expect(asked.length).toBeGreaterThan(15);
    expect(asked.filter((key) => !(key in texts))).toEqual([]);
  });
});
