import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext } from '../../../../support/database.ts';
import { testApp } from '../../../../service/support/app-fixture.ts';
import { type Asked, asking } from './asking.ts';

let ask: Asked;
beforeAll(async () => {
  const context = await testContext('2026-06-15T06:00:00Z');
  ask = await asking(context, testApp(context), ['admin:*']);
});

const meter = (unitId: string, changes: object = {}) => ({
  unitId,
  displayName: unitId,
  standardCategoryId: 'FLOW_CATEGORY',
  siUnit: 'KL',
  ...changes,
});
const person = (userId: string) => ({
  userId,
  email: `${userId}@works.example`,
  username: userId,
  password: 'Change-me-1',
  role: 'user',
});

async function works() {
  const id = mintId('PLACES');
  const [first, second] = [mintId('ann').toLowerCase().slice(-20), mintId('bob').toLowerCase().slice(-20)];
  const made = await ask('POST', '/api/admin/industry', {
    industry: { industryId: id, industryName: id, meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
    units: [
      meter('INLET'),
      meter('KITCHEN'),
      meter('REST', { standardCategoryId: 'VIRTUAL_CATEGORY', meta: { calculations: '{INLET} - {KITCHEN}' } }),
    ],
    categoriesV2: {
      ID_SOURCE: {
        standardCategoryId: 'FLOW_CATEGORY',
        subCategories: [{ id: 'S1', displayName: 'Source', units: ['INLET', 'KITCHEN'] }],
      },
    },
    users: [person(first), person(second)],
  });
  expect(made.body).toMatchObject({ status: 'success' });
  return { id, first, second, industry: `/api/admin/industry/${id}` };
}

describe('a mistake in a PATCH is named by the place that was sent', () => {
  const told = async (path: string, id: string, body: unknown) => {
    const { status, body: answer } = await ask('PATCH', path, body, { targetIndustryId: id });
    expect([status, answer.message]).toEqual([400, expect.stringContaining(`'${answer.errors?.[0]?.field}'`)]);
    return (answer.errors ?? []).map(({ field }) => field);
  };

  it.each([
    [{ foo: 1 }, ['foo']],
    [{ meta: 5 }, ['meta']],
    [{ meta: { shift: { startAt: 'x', y: 1 } } }, ['meta.shift.startAt', 'meta.shift.y']],
    [{ meta: { reports: { emailIds: ['a'] } } }, ['meta.reports.emailIds[0]']],
    [{ meta: { clockEffectiveFrom: 'x' } }, ['meta.clockEffectiveFrom']],
    [{ industryName: null }, ['industryName']],
    [{ sessionTimeout: { a: 1 } }, ['sessionTimeout.a']],
    [[], ['body']],
  ])('of an industry: %j', async (body, fields) => {
    const { id, industry } = await works();
    expect(await told(industry, id, body)).toEqual(fields);
  });

  it.each([
    [{ foo: 1 }, ['foo']],
    [{ meta: { registerChecks: { x: 1 } } }, ['meta.registerChecks.x']],
    [{ params: { a: { x: 1 } } }, ['params.a.x']],
    [{ displayName: null }, ['displayName']],
    [{ standardCategoryId: 'STOCK_CATEGORY', maxCapacity: null }, ['maxCapacity']],
    [{ meta: { effectiveFrom: 'x' } }, ['meta.effectiveFrom']],
    [{ unitId: 'x' }, ['unitId']],
  ])('of a unit, however many stand before it: %j', async (body, fields) => {
    const { id, industry } = await works();
    expect(await told(`${industry}/units/KITCHEN`, id, body)).toEqual(fields);
  });

  it.each([
    [{ foo: 1 }, ['foo']],
    [{ email: 5 }, ['email']],
    [{ permissions: ['audit:read', 'x'] }, ['permissions[1]']],
    [{ userId: 'x' }, ['userId']],
  ])('of an account: %j', async (body, fields) => {
    const { id, second } = await works();
    expect(await told(`/api/admin/accounts/${second}`, id, body)).toEqual(fields);
  });

  it('of a category, and so is a second place that it names', async () => {
    const { id, industry } = await works();
    const path = `${industry}/categories/categoriesV2/ID_SOURCE`;
    const twice = { id: 'A', displayName: 'x', units: [] };
    expect(await told(path, id, { subCategories: [{ ...twice, units: ['NO'] }] })).toEqual([
      'subCategories[0].units[0]',
    ]);
    const { body } = await ask('PATCH', path, { subCategories: [twice, twice] }, { targetIndustryId: id });
    expect(body.errors).toEqual([
      { field: 'subCategories[1].id', problem: 'is "A", the same as subCategories[0].id; allowed is each only once' },
    ]);
  });
});
