import { beforeAll, describe, expect, it } from 'vitest';
import { ingest, slots } from '../../../../readings/works.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type Member, mintMember } from '../../../../readings/http/external/support.ts';

const TODAY = '2026-11-21T06:00:00Z';
let context: TestContext;
let app: TestApp;
let member: Member;
beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  app = testApp(context);
  member = await mintMember(context, app, []);
  await ingest(context, member.industry, [
    ...slots('M1', TODAY, 3),
    ...slots('M1', '2019-01-01T00:00:00Z', 1),
    { unitId: 'TANK', createdOn: TODAY, value: 29.29 },
    { unitId: 'LAB', createdOn: TODAY, value: { ph: 7.25, tds: 300 } },
    { unitId: 'BORE', createdOn: TODAY, value: 12.5 },
    {
      unitId: 'POWER',
      createdOn: TODAY,
      value: 5000,
      summedValue: 9_000_000,
      paramValue: { voltage: 230.5 },
      interpolated: true,
    },
  ]);
});
const get = (path: string, who = member) => app.request(`/api/external/latest/${path}`, { headers: who.headers });
const M1 = {
  unitId: 'M1',
  unitName: 'M1 of the works',
  value: 0.102,
  siUnit: 'KL',
  timestamp: '2026-11-21T06:10:00.000Z',
  registerValue: 1000.2,
  estimated: false,
};

describe('GET /api/external/latest/unit', () => {
  it("answers the newest reading by the device's clock, divided by 1000", async () => {
    const response = await get('unit?unitId=M1');
    expect([response.status, await response.json()]).toEqual([200, { data: M1, status: 'Success' }]);
  });

  it('divides by divisionFactor, and the path may end in a slash', async () => {
    expect(await (await get('unit/?unitId=M1&divisionFactor=10')).json()).toMatchObject({
      data: { value: 10.2, registerValue: 100_020 },
    });
  });

  it.each([
    ['stock: the level, truncated, and the percentage', 'TANK', { value: 73.225, percentage: 29.29 }],
    ['quality: parameter to number, never divided', 'LAB', { value: { ph: 7.25, tds: 300 } }],
    ['ground water: never divided', 'BORE', { value: 12.5 }],
    [
      'energy: the interval value and the parameters',
      'POWER',
      { value: 5, registerValue: 9000, paramValue: { voltage: 230.5 }, estimated: true },
    ],
  ])('%s', async (_, unitId, expected) => {
    expect(await (await get(`unit?unitId=${unitId}`)).json()).toMatchObject({ data: expected });
  });

  it('without unitId is 1403', async () => {
    const response = await get('unit');
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { status: 'failed', status_code: 1403, message: "'unitId' missing" },
    ]);
  });

  it.each([
    ['nothing was ever sent', 'M2'],
    ['the unit is virtual', 'BALANCE'],
    ['the unit is not in the mapping', 'ELSEWHERE'],
  ])('%s: 404', async (_, unitId) => {
    const response = await get(`unit?unitId=${unitId}`);
    expect([response.status, await response.json()]).toMatchObject([404, { status: 'failed', status_code: 404 }]);
  });

  it("another industry's unit of the same name stays theirs", async () => {
    const stranger = await mintMember(context, app, []);
    expect((await get('unit?unitId=M1', stranger)).status).toBe(404);
  });

  it('needs a token', async () => {
    expect((await app.request('/api/external/latest/unit?unitId=M1')).status).toBe(401);
  });
});

describe('GET /api/external/latest/all', () => {
  it('lists every unit that ever transmitted, in the order of the mapping', async () => {
    const { data, status } = (await (await get('all')).json()) as { data: { unitId: string }[]; status: string };
    expect(status).toBe('Success');
    expect(data.map((reading) => reading.unitId)).toEqual(['M1', 'TANK', 'LAB', 'POWER', 'BORE']);
    expect(data[0]).toEqual(M1);
  });

  it('is 404 when none ever did', async () => {
    const silent = await mintMember(context, app, []);
    expect((await get('all', silent)).status).toBe(404);
  });
});
