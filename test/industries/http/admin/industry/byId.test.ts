import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext, type TestContext } from '../../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type Asked, asking } from './asking.ts';

let context: TestContext;
let app: TestApp;
let ask: Asked;
beforeAll(async () => {
  context = await testContext('2026-06-15T06:00:00Z');
  app = testApp(context);
  ask = await asking(context, app, ['industries:write', 'audit:read']);
});

async function works(): Promise<{ id: string; path: string }> {
  const id = mintId('PATCH');
  const made = await ask('POST', '/api/admin/industry', {
    industry: {
      industryId: id,
      industryName: 'River works',
      place: 'Pune',
      meta: { timezone: 'UTC', shift: { startAt: '06:00:00' }, reports: { emailIds: ['a@b.example'] }, colour: 'blue' },
    },
    units: [{ unitId: 'A', displayName: 'A', standardCategoryId: 'FLOW_CATEGORY', siUnit: 'KL' }],
  });
  expect(made.status).toBe(200);
  return { id, path: `/api/admin/industry/${id}` };
}
/** Somebody who may send readings of the industry. */
async function member(industryId: string) {
  const user = await mintUser(context, { industryId, permissions: ['readings:write'] });
  const { token } = await login(app, user);
  return async (method: string, path: string, body?: object) => {
    const answer = await app.request(path, {
      method,
      headers: { ...bearer(token), 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
}
const readings = (instants: readonly string[]) => ({
  readings: instants.map((createdOn) => ({ unitId: 'A', createdOn, value: 5 })),
});

describe('PATCH of an industry', () => {
  it('changes what is named and leaves the rest; null takes a value out', async () => {
    const { path } = await works();
    const changed = await ask('PATCH', path, {
      industryName: 'Riverside',
      place: null,
      test: true,
      sessionTimeout: { accessTokenMinutes: 30 },
      meta: { reports: { services: { is_energy_enabled: true } }, colour: null },
    });
    expect([changed.status, changed.body['data']]).toMatchObject([
      200,
      {
        industry: 'changed',
        changes: { before: { industry: { place: 'Pune' } }, after: { industry: { place: null } } },
      },
    ]);
    const { body } = await ask('GET', path);
    expect(body['industry']).toMatchObject({ industryName: 'Riverside', place: null, test: true });
    expect((body['industry'] as { meta: unknown }).meta).toEqual({
      timezone: 'UTC',
      shift: { startAt: '06:00:00' },
      reports: { emailIds: ['a@b.example'], services: { is_energy_enabled: true } },
    });
  });

  it('with a changed shift counts from the next day that has not begun, and keeps the rule before it', async () => {
    const { id, path } = await works();
    const user = await member(id);
    expect((await user('POST', '/api/external/readings', readings(['2026-06-15T05:00:00Z']))).status).toBe(200);
    const changed = await ask('PATCH', path, { meta: { shift: { startAt: '08:00:00' } } });
    expect(changed.body['data']).toMatchObject({ industry: 'changed', staleFrom: [] });
    const clock = async (): Promise<unknown> =>
      ((await ask('GET', `/api/admin/industry?search=${id}`)).body['data'] as { industries: { clock: object[] }[] })
        .industries[0]?.clock;
    expect(await clock()).toMatchObject([
      { effectiveFrom: '01/01/1900', startAt: '06:00:00' },
      { effectiveFrom: '16/06/2026', startAt: '08:00:00' },
    ]);
    await ask('PATCH', path, { meta: { clockEffectiveFrom: '01/07/2026', shift: { startAt: '09:00:00' } } });
    expect(await clock()).toMatchObject([
      {},
      { effectiveFrom: '16/06/2026', startAt: '08:00:00' },
      { effectiveFrom: '01/07/2026', startAt: '09:00:00' },
    ]);
    const begun = await ask('PATCH', path, { meta: { clockEffectiveFrom: '01/06/2026', timezone: 'Asia/Kolkata' } });
    expect([begun.status, begun.body.errors?.[0]?.field]).toEqual([400, 'meta.clockEffectiveFrom']);
    // The date of the change before is not that of this one.
    await ask('PATCH', path, { meta: { timezone: 'Asia/Kolkata' } });
    expect(await clock()).toMatchObject([{}, { effectiveFrom: '16/06/2026', timezone: 'Asia/Kolkata' }]);
  });

  it('tells every mistake at once, and writes nothing', async () => {
    const { path } = await works();
    const { tag } = await ask('GET', path);
    const refused = await ask('PATCH', path, {
      industryName: '',
      daysOffset: 1.5,
      colour: 'red',
      meta: { timezone: 'Nowhere', shift: null },
    });
    expect([refused.status, refused.body.status_code]).toEqual([400, 1430]);
    expect((refused.body.errors ?? []).map(({ field }) => field)).toEqual([
      'industryName',
      'daysOffset',
      'meta.timezone',
      'meta.shift',
      'colour',
    ]);
    const elsewhere = await ask('PATCH', path, { industryId: 'OTHER', isActive: false });
    expect(elsewhere.body.errors).toEqual([
      { field: 'industryId', problem: 'never changes' },
      { field: 'isActive', problem: 'is changed by deactivate and reactivate' },
    ]);
    expect((await ask('GET', path)).tag).toBe(tag);
  });

  it('is refused where anything of the industry was changed meanwhile, and told what', async () => {
    const { path } = await works();
    const { tag } = await ask('GET', path);
    const other = await asking(context, app, ['industries:write']);
    await other('PATCH', `${path}/units/A`, { flowFactor: 2 });
    await other('PATCH', path, { place: 'Mumbai' });
    const refused = await ask('PATCH', path, { place: 'Delhi' }, { 'If-Match': tag });
    expect([refused.status, refused.body.errors]).toEqual([
      412,
      [
        {
          field: 'units.A',
          problem: `was changed (versions changed, flowFactor from 1 to 2) by ${other.userId} at 2026-06-15T06:00:00.000Z`,
        },
        {
          field: 'industry.place',
          problem: `was changed from "Pune" to "Mumbai" by ${other.userId} at 2026-06-15T06:00:00.000Z`,
        },
      ],
    ]);
    const again = await ask('PATCH', path, { place: 'Delhi' }, { 'If-Match': (await ask('GET', path)).tag });
    expect(again.status).toBe(200);
  });
});

describe('an industry that is deactivated', () => {
  it('keeps its data, takes readings and lets its users in; reactivated it is what it was', async () => {
    const { id, path } = await works();
    const user = await member(id);
    await user('POST', '/api/external/readings', readings(['2026-06-14T07:00:00Z']));
    const before = (await ask('GET', path)).body;
    const off = await ask('POST', `${path}/deactivate?reason=sold`);
    expect(off.body['data']).toMatchObject({
      industry: 'changed',
      changes: { before: { industry: { isActive: true } }, after: { industry: { isActive: false } } },
    });
    expect((await ask('POST', `${path}/deactivate`)).body['data']).toMatchObject({ isChanged: false });

    const sent = await user('POST', '/api/external/readings', readings(['2026-06-15T05:00:00Z']));
    expect(sent).toMatchObject({ status: 200, body: { data: { inserted: 1 } } });
    expect((await user('GET', '/api/user/units')).body['data']).toMatchObject([
      { unitId: 'A', lastSeen: '2026-06-15T05:00:00.000Z' },
    ]);
    expect((await login(app, await mintUser(context, { industryId: id }))).token).not.toBe('');

    await ask('POST', `${path}/reactivate`);
    const { users: _users, ...back } = (await ask('GET', path)).body;
    const { users: _before, ...as } = before;
    expect(back).toEqual(as);
    const rows = (
      (await ask('GET', '/api/admin/audit', undefined, { targetIndustryId: id })).body['data'] as {
        rows: { verb: string; reason: string | null }[];
      }
    ).rows;
    expect(rows.map(({ verb, reason }) => [verb, reason])).toEqual([
      ['industry.reactivate', null],
      ['industry.deactivate', 'sold'],
      ['industry.provision', null],
    ]);
  });

  it('that is none is answered 404', async () => {
    const answer = await ask('POST', '/api/admin/industry/NO_SUCH/deactivate');
    expect([answer.status, answer.body.message]).toEqual([404, "There is no industry 'NO_SUCH'"]);
  });
});
