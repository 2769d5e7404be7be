import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext, type TestContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { type Answered, type Asked, asking } from './asking.ts';

let context: TestContext;
let ask: Asked;
beforeAll(async () => {
  context = await testContext('2026-06-15T06:00:00Z');
  ask = await asking(context, testApp(context), ['industries:write']);
});

const source = (units: readonly string[]) => ({
  standardCategoryId: 'FLOW_CATEGORY',
  subCategories: [
    { id: 'MAINS', displayName: 'Mains', units },
    { id: 'BORES', displayName: 'Bores', units: [] },
  ],
});

/** The path of the categories of an industry with units A and B, which lists A; SUM is what MAINS holds. */
async function works(): Promise<string> {
  const industryId = mintId('CAT');
  const unit = (unitId: string, more: object = {}) => ({
    unitId,
    displayName: unitId,
    standardCategoryId: 'FLOW_CATEGORY',
    siUnit: 'KL',
    ...more,
  });
  const made = await ask('POST', '/api/admin/industry', {
    industry: { industryId, industryName: industryId, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [
      unit('A'),
      unit('B'),
      unit('SUM', { standardCategoryId: 'virtualCategory', meta: { calculations: '{MAINS}' } }),
    ],
    categoriesV2: { ID_SOURCE: source(['A']) },
  });
  expect(made.status).toBe(200);
  return `/api/admin/industry/${industryId}/categories`;
}
const data = ({ body }: Answered): Record<string, unknown> => body['data'] as Record<string, unknown>;

describe('a category', () => {
  it('is created behind the others, read by its key, and removed; its units stay', async () => {
    const path = await works();
    const made = await ask('POST', `${path}/categories/sourceCategory`, {
      standardCategoryId: 'sourceCategory',
      subCategories: [{ id: 'S1', displayName: 'One', units: ['B'] }],
    });
    expect([made.status, data(made)]).toMatchObject([200, { categories: { added: 1, unchanged: 0 } }]);
    expect((await ask('GET', path)).body['data']).toMatchObject([
      { generation: 'categories', categoryKey: 'sourceCategory' },
      { generation: 'categoriesV2', categoryKey: 'ID_SOURCE', subCategories: source(['A']).subCategories },
    ]);
    const read = await ask('GET', `${path}/categories/sourceCategory`);
    expect([read.tag, data(read)]).toMatchObject([made.tag, { subCategories: [{ units: ['B'] }] }]);
    expect(data(await ask('DELETE', `${path}/categories/sourceCategory`))).toMatchObject({
      categories: { removed: 1 },
      units: { removed: 0 },
    });
    const gone = await ask('GET', `${path}/categories/sourceCategory`);
    expect([gone.status, gone.body.message]).toEqual([
      404,
      expect.stringMatching(/^Industry '.*' has no category 'categories\/sourceCategory'$/),
    ]);
  });

  it('that is there is not created again, and one with mistakes not at all', async () => {
    const path = await works();
    expect((await ask('POST', `${path}/categoriesV2/ID_SOURCE`, source(['A']))).body.errors).toEqual([
      { field: 'categoryKey', problem: 'is "ID_SOURCE", which is there: change it by PATCH' },
    ]);
    const refused = await ask('POST', `${path}/categoriesV2/ID_CONSUMPTION`, {
      standardCategoryId: 'NO',
      subCategories: [
        { id: 'X', displayName: '', units: ['NOBODY'] },
        { id: 'X', displayName: 'x', units: [] },
      ],
    });
    expect([refused.status, refused.body.status_code]).toEqual([400, 1430]);
    expect((refused.body.errors ?? []).map(({ field }) => field)).toEqual([
      'standardCategoryId',
      'subCategories[0].displayName',
      'subCategories[1].id',
      'subCategories[0].units[0]',
    ]);
    expect((await ask('GET', `${path}/middle/ID_SOURCE`)).body).toMatchObject({
      status_code: 1403,
      message: "Invalid 'generation': 'middle' is not one of categories, categoriesV2, standardCategories",
    });
  });

  it('is patched by sub-category: an object changes those that it names, a list replaces all', async () => {
    const path = `${await works()}/categoriesV2/ID_SOURCE`;
    const changed = await ask('PATCH', path, {
      subCategories: { MAINS: { units: ['A', 'B'] }, BORES: null, RAIN: { displayName: 'Rain', units: [] } },
    });
    expect(changed.status).toBe(200);
    expect(data(await ask('GET', path))['subCategories']).toEqual([
      { id: 'MAINS', displayName: 'Mains', units: ['A', 'B'] },
      { id: 'RAIN', displayName: 'Rain', units: [] },
    ]);
    await ask('PATCH', path, { subCategories: [{ id: 'ONLY', displayName: 'Only', units: ['B'] }] });
    expect(data(await ask('GET', path))).toMatchObject({
      standardCategoryId: 'FLOW_CATEGORY',
      subCategories: [{ id: 'ONLY', units: ['B'] }],
    });
    const refused = await ask('PATCH', path, {
      subCategories: { ONLY: 5, NEW: {}, 'a b': { displayName: 'x', units: ['B', 'B'] } },
    });
    expect(refused.body.errors).toEqual([
      { field: 'subCategories.ONLY', problem: 'is 5, allowed is an object' },
      { field: 'subCategories.NEW.displayName', problem: expect.stringMatching(/^is missing/) },
      { field: 'subCategories.NEW.units', problem: expect.stringMatching(/^is missing/) },
      {
        field: 'subCategories["a b"].units[1]',
        problem: 'is "B", the same as subCategories["a b"].units[0]; allowed is each only once',
      },
    ]);
    const list = await ask('PATCH', path, { subCategories: [5, { id: 'X', displayName: 'x', units: 5 }] });
    expect((list.body.errors ?? []).map(({ field }) => field)).toEqual(['subCategories[0]', 'subCategories[1].units']);
  });

  it('that a formula uses warns of figures that stay', async () => {
    const path = `${await works()}/categoriesV2/ID_SOURCE`;
    const changed = await ask('PATCH', path, { subCategories: { MAINS: { units: ['A', 'B'] } } });
    expect(data(changed)).toMatchObject({
      staleFrom: [],
      warnings: [
        {
          field: 'unit SUM',
          problem: 'stands now also for B: days already processed keep their figures until they are rebuilt',
        },
      ],
    });
  });

  it('that somebody else has changed meanwhile is refused with what they changed', async () => {
    const path = `${await works()}/categoriesV2/ID_SOURCE`;
    const { tag } = await ask('GET', path);
    await ask('PATCH', path, { subCategories: { MAINS: { units: ['B'] } } }, { 'If-Match': tag });
    const refused = await ask('PATCH', path, { subCategories: { BORES: null } }, { 'If-Match': tag });
    expect([refused.status, refused.body.errors]).toEqual([
      412,
      [
        {
          field: 'subCategories',
          problem: `was changed (changed "MAINS") by ${ask.userId} at 2026-06-15T06:00:00.000Z`,
        },
      ],
    ]);
    const wrong = await ask('DELETE', path, undefined, { 'If-Match': '"3"' });
    expect([wrong.status, wrong.body.status_code]).toEqual([400, 1403]);
  });
});
