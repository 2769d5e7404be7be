import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { send, unit, virtual, works } from '../../../figures/processing/works.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let headers: Record<string, string>;
let userId: string;
beforeAll(async () => {
  context = await testContext('2026-03-20T12:00:00Z');
  app = testApp(context);
  const operator = await mintUser(context, {
    industryId: 'INTERNAL',
    role: 'admin',
    permissions: ['industries:write', 'audit:read'],
  });
  userId = operator.userId;
  headers = bearer((await login(app, operator)).token);
});

const UNITS = [unit('M1', 'FLOW_CATEGORY'), unit('T1', 'STOCK_CATEGORY', { maxCapacity: 100 }), virtual('V1', '{M1}')];
async function industryWithReadings() {
  const industry = await works(context, UNITS);
  await send(
    context,
    industry,
    ['M1', 'T1'].map((unitId) => ({ unitId, createdOn: '2026-03-01T00:00:00Z', value: 1, summedValue: 500 })),
  );
  return industry.industryId;
}

interface Answer {
  readonly status: number;
  readonly etag: string | null;
  readonly body: {
    readonly message: string;
    readonly errors?: readonly { field: string; problem: string }[];
    readonly data: {
      readonly meterId: string;
      readonly meters: readonly Record<string, unknown>[];
      readonly warnings: readonly string[];
    } & Record<string, unknown>;
  };
}
async function ask(
  method: string,
  industryId: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> {
  const response = await app.request(`/api/admin/units/${path}`, {
    method,
    headers: { ...headers, targetIndustryId: industryId, 'content-type': 'application/json', ...more },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: (await response.json()) as Answer['body'],
  };
}
const problemsOf = ({ body }: Answer): string[] =>
  (body.errors ?? []).map(({ field, problem }) => `${field} ${problem}`);

const SWAP = { installedAt: '2026-03-10T14:20:00+05:30', serial: 'WM-2', initialRegister: 0, finalRegisterOfOld: 900 };

describe('meters of a unit', () => {
  it('are registered, listed, corrected and taken back, with an audit row each', async () => {
    const industryId = await industryWithReadings();
    const registered = await ask('POST', industryId, 'M1/meters', SWAP);
    expect(registered).toMatchObject({
      status: 200,
      etag: '"1"',
      body: {
        message: 'Meter registered',
        data: {
          installedAt: '2026-03-10T08:50:00.000Z',
          serial: 'WM-2',
          initialRegister: 0,
          finalRegisterOfOld: 900,
          registeredBy: userId,
          changedDates: ['10/03/2026'],
          warnings: [],
        },
      },
    });
    const { meterId } = registered.body.data;
    expect((await ask('GET', industryId, 'M1/meters')).body.data.meters).toMatchObject([
      {
        meterId: null,
        installedAt: null,
        removedAt: '2026-03-10T08:50:00.000Z',
        finalRegister: 900,
        lastSentRegister: 500,
      },
      { meterId, installedAt: '2026-03-10T08:50:00.000Z', removedAt: null, initialRegister: 0, version: 1 },
    ]);
    const patched = await ask(
      'PATCH',
      industryId,
      `M1/meters/${meterId}`,
      { serial: null, finalRegisterOfOld: 400 },
      { 'If-Match': '"1"' },
    );
    expect(patched).toMatchObject({
      status: 200,
      etag: '"2"',
      body: { data: { serial: null, finalRegisterOfOld: 400 } },
    });
    expect(patched.body.data.warnings).toEqual([
      'finalRegisterOfOld 400 lies before 500, which the meter that counts up sent at 2026-03-01T00:00:00.000Z: that hour counts interval values',
    ]);
    expect(await ask('DELETE', industryId, `M1/meters/${meterId}`)).toMatchObject({
      status: 200,
      body: { message: 'Meter taken back' },
    });
    expect((await ask('GET', industryId, 'M1/meters')).body.data.meters).toHaveLength(1);

    const audit = await app.request('/api/admin/audit?subject=M1', {
      headers: { ...headers, targetIndustryId: industryId },
    });
    const { rows } = ((await audit.json()) as { data: { rows: { verb: string; before: unknown; after: unknown }[] } })
      .data;
    expect(rows.map(({ verb }) => verb)).toEqual(['meter.remove', 'meter.change', 'meter.install']);
    expect(rows[1]).toMatchObject({ before: { meterId, serial: 'WM-2' }, after: { meterId, serial: null } });
    expect(rows[0]?.after).toBeNull();
  });

  it('that somebody else has changed meanwhile are left alone, and it is told what was changed and by whom', async () => {
    const industryId = await industryWithReadings();
    const { meterId } = (await ask('POST', industryId, 'M1/meters', SWAP)).body.data;
    await ask('PATCH', industryId, `M1/meters/${meterId}`, { initialRegister: 3 });
    for (const [method, body] of [
      ['PATCH', { initialRegister: 4 }],
      ['DELETE', undefined],
    ] as const) {
      const refused = await ask(method, industryId, `M1/meters/${meterId}`, body, { 'If-Match': '"1"' });
      expect(refused.status).toBe(412);
      expect(problemsOf(refused)).toEqual([
        'If-Match asks for version 1, in force is version 2',
        `initialRegister was changed from 0 to 3 by ${userId} at 2026-03-20T12:00:00.000Z`,
      ]);
    }
    expect((await ask('GET', industryId, 'M1/meters')).body.data.meters[1]).toMatchObject({ initialRegister: 3 });
  });
});

describe('two people who register one exchange', () => {
  it('are told by the version of the list, and by the registers', async () => {
    const industryId = await industryWithReadings();
    const { etag } = await ask('GET', industryId, 'M1/meters');
    await ask('POST', industryId, 'M1/meters', SWAP, { 'If-Match': etag ?? '' });
    const again = { ...SWAP, installedAt: '2026-03-10T14:21:00+05:30' };
    const late = await ask('POST', industryId, 'M1/meters', again, { 'If-Match': etag ?? '' });
    expect(late.status).toBe(412);
    expect(problemsOf(late)[1]).toBe(
      `meters meter.install of 2026-03-10T08:50:00.000Z by ${userId} at 2026-03-20T12:00:00.000Z came in between`,
    );
    const unaware = await ask('POST', industryId, 'M1/meters', again);
    expect(unaware.status).toBe(400);
    expect(problemsOf(unaware)).toEqual([
      expect.stringContaining('repeats the exchange that is registered at 2026-03-10T08:50:00.000Z'),
    ]);
    const { etag: listed } = await ask('GET', industryId, 'M1/meters');
    expect(listed).not.toBe(etag);
    const other = { installedAt: '2026-03-12T00:00:00Z', serial: 'WM-3' };
    expect((await ask('POST', industryId, 'M1/meters', other, { 'If-Match': listed ?? '' })).status).toBe(200);
  });
});

describe('a meter is refused', () => {
  let industryId: string;
  beforeAll(async () => {
    industryId = await industryWithReadings();
    await ask('POST', industryId, 'M1/meters', SWAP);
  });
  it.each([
    [
      'in the future',
      'M1',
      { installedAt: '2026-03-20T12:00:01Z' },
      "installedAt '2026-03-20T12:00:01.000Z' lies in the future; allowed is an instant up to now, 2026-03-20T12:00:00.000Z",
    ],
    [
      'at the first reading',
      'M1',
      { installedAt: '2026-03-01T00:00:00Z' },
      "installedAt '2026-03-01T00:00:00.000Z' does not lie behind the first reading of the unit, 2026-03-01T00:00:00.000Z; its first meter needs no registration",
    ],
    [
      'at the instant of another one',
      'M1',
      SWAP,
      "installedAt '2026-03-10T08:50:00.000Z' is the instant at which another meter of the unit was installed; allowed is one meter an instant",
    ],
    [
      'in a tank',
      'T1',
      SWAP,
      "unitId 'T1' is of the group STOCK, which has no register; allowed are units of FLOW, CONSUMPTION, ENERGY",
    ],
    [
      'without an offset',
      'M1',
      { installedAt: '2026-03-10T14:20:00' },
      "installedAt '2026-03-10T14:20:00' is not an ISO 8601 instant with offset, such as 2026-01-16T06:05:00+05:30",
    ],
    ['with a negative register', 'M1', { ...SWAP, initialRegister: -1 }, "initialRegister '-1' is not 0 or more"],
    [
      'with a register beyond those of readings',
      'M1',
      { ...SWAP, finalRegisterOfOld: 2e15 },
      "finalRegisterOfOld '2000000000000000' is not 1000000000000000 or less",
    ],
    ['with a field that it does not have', 'M1', { ...SWAP, factor: 2 }, "factor 'factor' is not a field of it"],
    ['without an instant', 'M1', {}, 'installedAt is required'],
  ])('%s', async (_, unitId, body, problem) => {
    const refused = await ask('POST', industryId, `${unitId}/meters`, body);
    expect(refused.status).toBe(400);
    expect(problemsOf(refused)).toEqual([problem]);
    expect((await ask('GET', industryId, 'M1/meters')).body.data.meters).toHaveLength(2);
  });

  it('for all its mistakes at once', async () => {
    const refused = await ask('POST', industryId, 'V1/meters', { installedAt: '2027-01-01T00:00:00Z' });
    expect(problemsOf(refused).map((problem) => problem.split(' ')[0])).toEqual([
      'unitId',
      'installedAt',
      'installedAt',
    ]);
  });

  it('of a unit that is unknown or retired, and a meter that the unit does not have is not found', async () => {
    expect((await ask('POST', industryId, 'NONE/meters', SWAP)).status).toBe(404);
    expect((await ask('GET', industryId, 'NONE/meters')).status).toBe(404);
    expect((await ask('PATCH', industryId, 'M1/meters/999999', { serial: 'X' })).body.message).toBe(
      'Unit M1 has no meter 999999',
    );
    expect((await ask('DELETE', industryId, 'M1/meters/0')).status).toBe(404);
    const other = await industryWithReadings();
    const { meterId } = (await ask('POST', other, 'M1/meters', SWAP)).body.data;
    expect((await ask('DELETE', industryId, `M1/meters/${meterId}`)).status).toBe(404);
    await works(context, UNITS.slice(1, 2), { industryId: other });
    for (const method of ['GET', 'DELETE'])
      expect((await ask(method, other, method === 'GET' ? 'M1/meters' : `M1/meters/${meterId}`)).body.message).toBe(
        'Unit M1 was retired on 2026-03-20T12:00:00.000Z: its meters stay as they are',
      );
  });

  it('without an industry to act on', async () => {
    const response = await app.request('/api/admin/units/M1/meters', { headers });
    expect([response.status, await response.json()]).toMatchObject([400, { message: "'targetIndustryId' missing" }]);
  });
});
