import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { asking, type Asked } from '../admin/industry/asking.ts';

let context: TestContext;
let app: TestApp;
let ask: Asked;
beforeAll(async () => {
  context = await testContext('2026-06-15T06:00:00Z');
  app = testApp(context);
  ask = await asking(context, app, ['industries:write']);
});

const unit = (unitId: string, more: object = {}) => ({
  unitId,
  displayName: `Unit ${unitId}`,
  standardCategoryId: 'FLOW_CATEGORY',
  siUnit: 'KL',
  ...more,
});

/** An industry in which `OLD` is retired, and what its user is answered. */
async function works(): Promise<{ id: string; read: (path: string) => Promise<unknown> }> {
  const id = mintId('APP');
  await ask('POST', '/api/admin/industry', {
    industry: { industryId: id, industryName: id, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [
      unit('B', { params: { voltage: { siUnit: 'V' } } }),
      unit('A', { dataUpdateFrequency: 900 }),
      unit('OLD'),
      unit('SUM', { standardCategoryId: 'virtualCategory', meta: { calculations: '{MAINS} + {A}' } }),
    ],
    categoriesV2: {
      ID_SOURCE: {
        standardCategoryId: 'FLOW_CATEGORY',
        subCategories: [{ id: 'MAINS', displayName: 'Mains', units: ['B', 'OLD'] }],
      },
    },
  });
  await ask('POST', `/api/admin/industry/${id}/units/OLD/retire`);
  const { token } = await login(app, await mintUser(context, { industryId: id, permissions: ['readings:write'] }));
  await app.request('/api/external/readings', {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    // The clock of B is three hours ahead at times, which says nothing of when it was heard.
    body: JSON.stringify({
      readings: ['05', '09'].map((hour) => ({ unitId: 'B', createdOn: `2026-06-15T${hour}:00:00Z`, value: 1 })),
    }),
  });
  const read = async (path: string): Promise<unknown> =>
    ((await (await app.request(path, { headers: bearer(token) })).json()) as { data: unknown }).data;
  return { id, read };
}
const LISTED = [{ generation: 'categoriesV2', categoryKey: 'ID_SOURCE', subCategoryId: 'MAINS' }];

describe('GET /api/user/units', () => {
  it('tells an app what there is: kinds, categories, operands and when each was last heard of', async () => {
    const { read } = await works();
    expect(await read('/api/user/units')).toEqual([
      {
        unitId: 'B',
        unitName: 'Unit B',
        standardCategoryId: 'FLOW_CATEGORY',
        kind: 'FLOW',
        siUnit: 'KL',
        virtual: false,
        formula: null,
        operands: [],
        params: { voltage: { displayName: 'voltage', siUnit: 'V', isLatest: false } },
        dataUpdateFrequency: 300,
        categories: LISTED,
        lastSeen: '2026-06-15T05:00:00.000Z',
        retiredAt: null,
        lastDate: null,
      },
      expect.objectContaining({ unitId: 'A', dataUpdateFrequency: 900, categories: [], lastSeen: null }),
      expect.objectContaining({
        unitId: 'SUM',
        kind: 'VIRTUAL',
        virtual: true,
        formula: '{MAINS} + {A}',
        operands: ['A', 'B'],
      }),
    ]);
  });

  it('has retired units on request, last', async () => {
    const { read } = await works();
    const all = (await read('/api/user/units?retired=true')) as { unitId: string; retiredAt: string | null }[];
    expect(all.map(({ unitId }) => unitId)).toEqual(['B', 'A', 'SUM', 'OLD']);
    expect(all.at(-1)).toMatchObject({
      unitId: 'OLD',
      kind: 'FLOW',
      categories: LISTED,
      retiredAt: '2026-06-15T06:00:00.000Z',
      lastDate: '15/06/2026',
    });
  });

  it('asks the database once, however many units there are', async () => {
    const id = mintId('MANY');
    await ask('POST', '/api/admin/industry', {
      industry: { industryId: id, industryName: id, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
      units: Array.from({ length: 1000 }, (_, index) => unit(`U${index}`)),
    });
    const asked: string[] = [];
    const counted = testApp({
      ...context,
      database: {
        ...context.database,
        many: (name, ...rest) => {
          asked.push(name);
          return context.database.many(name, ...rest);
        },
      },
    });
    const { token } = await login(counted, await mintUser(context, { industryId: id }));
    await counted.request('/api/user/units', { headers: bearer(token) });
    asked.length = 0;
    const answer = await counted.request('/api/user/units', { headers: bearer(token) });
    expect(((await answer.json()) as { data: unknown[] }).data).toHaveLength(1000);
    expect(asked).toEqual(['readings.latest']);
  });
});

describe('GET /api/user/categories', () => {
  it('has the keys that device data are asked for, retired units on request', async () => {
    const { read } = await works();
    const expected = (units: string[]) => [
      {
        generation: 'categoriesV2',
        categoryKey: 'ID_SOURCE',
        standardCategoryId: 'FLOW_CATEGORY',
        subCategories: [{ id: 'MAINS', displayName: 'Mains', units }],
      },
    ];
    expect(await read('/api/user/categories')).toEqual(expected(['B']));
    expect(await read('/api/user/categories?retired=true')).toEqual(expected(['B', 'OLD']));
  });
});
