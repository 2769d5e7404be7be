import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { type Asked, asking } from './industry/asking.ts';

let context: TestContext;
let app: TestApp;
let ask: Asked;
beforeAll(async () => {
  context = await testContext('2026-06-15T06:00:00Z');
  app = testApp(context);
  ask = await asking(context, app, ['industries:write', 'accounts:write', 'audit:read']);
});

const works = (industryId: string, changes: object = {}) => ({
  industry: {
    industryId,
    industryName: 'River works',
    place: 'Pune',
    meta: { timezone: 'Asia/Kolkata', shift: { startAt: '06:00:00' }, colour: 'blue' },
  },
  units: [
    { unitId: 'INLET', displayName: 'Main inlet', standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL' },
    { unitId: 'TANK', displayName: 'Tank', standardCategoryId: 'STOCK_CATEGORY', siUnit: 'KL', maxCapacity: 5000 },
  ],
  categoriesV2: {
    ID_SOURCE: {
      standardCategoryId: 'FLOW_CATEGORY',
      subCategories: [{ id: 'MAINS', displayName: 'Mains', units: ['INLET'] }],
    },
  },
  ...changes,
});
const usersOf = (industryId: string) => {
  const name = industryId.slice(-20).toLowerCase();
  return [{ userId: 'u1', email: `${name}@works.example`, username: name, password: 'River-1', role: 'user' }];
};

describe('POST /api/admin/industry', () => {
  it('creates an industry, and the same bundle again changes nothing', async () => {
    const id = mintId('POST');
    const bundle = works(id, { users: usersOf(id) });
    const first = await ask('POST', '/api/admin/industry/', bundle);
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        status: 'success',
        data: {
          industryId: id,
          isChanged: true,
          industry: 'added',
          units: { added: 2 },
          users: { added: 1 },
          changes: null,
        },
      },
    ]);
    const again = await ask('POST', '/api/admin/industry/', bundle);
    expect(again.body).toMatchObject({ data: { isChanged: false, industry: 'unchanged', units: { unchanged: 2 } } });
    expect(again.tag).toBe(first.tag);
  });

  it('tells every mistake at once (1430), and writes nothing', async () => {
    const id = mintId('WRONG');
    const answer = await ask('POST', '/api/admin/industry', {
      ...works(id),
      industry: { industryId: id, industryName: '', meta: { timezone: 'Mars/Base', shift: { startAt: '6' } } },
      units: [{ unitId: 'A B', displayName: 'x', standardCategoryId: 'NO', siUnit: 'KL', flowFactor: 0 }],
    });
    expect([answer.status, answer.body.status_code]).toEqual([400, 1430]);
    expect(answer.body.errors?.map(({ field }) => field)).toEqual([
      'industry.industryName',
      'industry.meta.timezone',
      'industry.meta.shift.startAt',
      'units[0].unitId',
      'units[0].standardCategoryId',
      'units[0].flowFactor',
      'categoriesV2.ID_SOURCE.subCategories[0].units[0]',
    ]);
    expect((await ask('GET', `/api/admin/industry/${id}`)).status).toBe(404);
  });

  it('dryRun=true tells what would change, and changes nothing', async () => {
    const id = mintId('DRY');
    const asked = await ask('POST', '/api/admin/industry?dryRun=true', works(id));
    expect(asked.body).toMatchObject({
      message: 'What would change',
      data: { industry: 'added', units: { added: 2 } },
    });
    expect((await ask('GET', `/api/admin/industry/${id}`)).status).toBe(404);
    await ask('POST', '/api/admin/industry', works(id));
    const { tag } = await ask('GET', `/api/admin/industry/${id}`);
    const would = await ask('POST', '/api/admin/industry?dryRun=true', works(id, { units: [works(id).units[0]] }));
    expect(would.body.errors ?? would.body.data).toMatchObject({
      units: { removed: 1 },
      changes: { before: { units: { TANK: { retired: false } } }, after: { units: { TANK: { retired: true } } } },
    });
    expect((await ask('GET', `/api/admin/industry/${id}`)).tag).toBe(tag);
  });

  it('with users in it needs accounts:write, unless they are as they were', async () => {
    const id = mintId('RIGHTS');
    const lesser = await asking(context, app, ['industries:write']);
    const refused = await lesser('POST', '/api/admin/industry', works(id, { users: usersOf(id) }));
    expect([refused.status, refused.body.message]).toEqual([
      401,
      'Access denied. Missing required permissions: accounts:write',
    ]);
    await ask('POST', '/api/admin/industry', works(id, { users: usersOf(id) }));
    const { body } = await lesser('GET', `/api/admin/industry/${id}`);
    expect((await lesser('POST', '/api/admin/industry', body)).body).toMatchObject({ data: { isChanged: false } });
  });

  it('of INTERNAL needs admin:*, because who may write there may make himself everything', async () => {
    const { body } = await ask('GET', '/api/admin/industry/INTERNAL');
    const refused = await ask('POST', '/api/admin/industry', body);
    expect([refused.status, refused.body.message]).toEqual([
      401,
      'Access denied. Missing required permissions: admin:*',
    ]);
  });

  it('of INTERNAL keeps the account of whoever sends it, and its right to manage others', async () => {
    const user = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
    const headers = { ...bearer((await login(app, user)).token), 'content-type': 'application/json' };
    const path = '/api/admin/industry/INTERNAL';
    const bundle = (await (await app.request(path, { headers })).json()) as { users: { userId: string }[] }; // its bundle
    const post = async (own: readonly object[]) => {
      const users = [...bundle.users.filter(({ userId }) => userId !== user.userId), ...own];
      const body = JSON.stringify({ ...bundle, users });
      const answer = await app.request('/api/admin/industry?dryRun=true', { method: 'POST', headers, body });
      return [answer.status, ((await answer.json()) as { message: string }).message]; // an answer has one
    };
    const own = bundle.users.find(({ userId }) => userId === user.userId);
    expect(await post([])).toMatchObject([400, expect.stringContaining('is your own account: let another one')]);
    expect(await post([{ ...own, permissions: [] }])).toMatchObject([400, expect.stringContaining('accounts:write')]);
    expect((await post([{ ...own, emailIds: ['other@water.example'] }]))[0]).toBe(200);
  });
});

describe('GET /api/admin/industry/{industryId}', () => {
  it('gives the bundle without a password hash; posted back it changes nothing', async () => {
    const id = mintId('ROUND');
    await ask('POST', '/api/admin/industry', works(id, { users: usersOf(id) }));
    const read = await ask('GET', `/api/admin/industry/${id}`);
    expect(read.body).toMatchObject({
      industry: { industryId: id, place: 'Pune', meta: { colour: 'blue' } },
      units: [
        { unitId: 'INLET', flowFactor: 1 },
        { unitId: 'TANK', maxCapacity: 5000 },
      ],
      users: [{ userId: 'u1', role: 'user' }],
    });
    expect(JSON.stringify(read.body)).not.toMatch(/hash|argon|password/i);
    const back = await ask('POST', '/api/admin/industry', read.body, { 'If-Match': read.tag });
    expect(back.body).toMatchObject({ data: { isChanged: false } });
    expect(back.tag).toBe(read.tag);
  });

  it('answers 404 for no industry, and 1403 where targetIndustryId names another one', async () => {
    const unknown = await ask('GET', '/api/admin/industry/NO_SUCH');
    expect([unknown.status, unknown.body.message]).toEqual([404, "There is no industry 'NO_SUCH'"]);
    const id = mintId('TARGET');
    await ask('POST', '/api/admin/industry', works(id));
    const other = await ask('GET', `/api/admin/industry/${id}`, undefined, { targetIndustryId: 'INTERNAL' });
    expect([other.status, other.body.status_code, other.body.message]).toEqual([
      400,
      1403,
      `Invalid 'targetIndustryId': is 'INTERNAL', but the path names '${id}'; leave it out`,
    ]);
    expect((await ask('GET', `/api/admin/industry/${id}`, undefined, { targetIndustryId: id })).status).toBe(200);
  });
});

describe('GET /api/admin/industry', () => {
  it('lists industries by id, with counts and every rule of their clocks', async () => {
    const id = mintId('LIST');
    await ask('POST', '/api/admin/industry', works(id));
    const { body } = await ask('GET', `/api/admin/industry/?search=${id.toLowerCase()}`);
    expect(body).toMatchObject({
      data: {
        total: 1,
        industries: [
          {
            industryId: id,
            isActive: true,
            test: false,
            isDisabled: false,
            startAt: '06:00:00',
            totalUnits: 2,
            retiredUnits: 0,
            totalUsers: 0,
            lastUpdated: null,
            clock: [{ effectiveFrom: '01/01/1900', timezone: 'Asia/Kolkata', startAt: '06:00:00', daysOffset: 0 }],
          },
        ],
      },
    });
  });

  it('is filtered and paged; targetIndustryId asks for one', async () => {
    const part = mintId('PAGE');
    for (const [index, test] of [false, true, false].entries())
      await ask('POST', '/api/admin/industry', {
        industry: { ...works(`${part}-${index}`).industry, test },
      });
    const ids = async (query: string, headers = {}): Promise<unknown> => {
      const { body } = await ask('GET', `/api/admin/industry?${query}`, undefined, headers);
      const { industries, total } = body.data as { industries: { industryId: string }[]; total: number };
      return [industries.map(({ industryId }) => industryId.slice(part.length)), total];
    };
    expect(await ids(`search=${part}`)).toEqual([['-0', '-1', '-2'], 3]);
    expect(await ids(`search=${part}&test=true`)).toEqual([['-1'], 1]);
    expect(await ids(`search=${part}&limit=1&offset=1`)).toEqual([['-1'], 3]);
    expect(await ids(`search=${part}&offset=9`)).toEqual([[], 3]);
    expect(await ids(`search=${part}&isActive=false`)).toEqual([[], 0]);
    expect(await ids('', { targetIndustryId: `${part}-2` })).toEqual([['-2'], 1]);
  });
});

describe('a dry run', () => {
  it('looks at no password, so right and wrong ones would change the same', async () => {
    const id = mintId('DRY');
    await ask('POST', '/api/admin/industry', works(id, { users: usersOf(id) }));
    for (const password of ['River-1', 'Wrong-1']) {
      const users = [{ ...usersOf(id)[0], password }];
      const { body } = await ask('POST', '/api/admin/industry/?dryRun=true', works(id, { users }));
      expect(body).toMatchObject({ data: { users: { changed: 1 } } });
    }
    const again = await ask('POST', '/api/admin/industry/', works(id, { users: usersOf(id) }));
    expect(again.body).toMatchObject({ data: { isChanged: false } });
  });
});

describe('who may', () => {
  it('read industries: operators; change them: those with industries:write; name a password: with accounts:write', async () => {
    const reader = await asking(context, app, []);
    expect((await reader('GET', '/api/admin/industry')).status).toBe(200);
    expect((await reader('POST', '/api/admin/industry', works(mintId('NO')))).status).toBe(401);
    const id = mintId('GUESS');
    await ask('POST', '/api/admin/industry', works(id, { users: usersOf(id) }));
    const guesser = await asking(context, app, ['industries:write']);
    for (const path of ['/api/admin/industry/', '/api/admin/industry/?dryRun=true'])
      for (const password of ['River-1', 'Wrong-1']) {
        const guessed = await guesser('POST', path, works(id, { users: [{ ...usersOf(id)[0], password }] }));
        expect([guessed.status, guessed.body.message]).toEqual([
          401,
          'Access denied. Missing required permissions: accounts:write',
        ]);
      }
    const guest = await login(
      app,
      await mintUser(context, { industryId: 'INTERNAL', role: 'guest', permissions: ['admin:*'] }),
    );
    const user = await login(app, await mintUser(context, { permissions: ['admin:*'] }));
    for (const { token } of [guest, user]) {
      const answer = await app.request('/api/admin/industry', { headers: bearer(token) });
      expect(answer.status).toBe(403);
    }
  });
});
