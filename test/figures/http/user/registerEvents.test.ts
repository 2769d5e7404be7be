import { beforeAll, describe, expect, it } from 'vitest';
import { businessDate } from '../../../../src/kernel/time/business-date.ts';
import type { Industry } from '../../../../src/kernel/industry/industry.ts';
import { processDays } from '../../../../src/figures/processing/process.ts';
import { provisionIndustry } from '../../../../src/industries/provisioning/provision-industry.ts';
import { ingestReadings } from '../../../../src/readings/ingest.ts';
import { findIndustry } from '../../../../src/platform/directory/store/industries.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, PASSWORD, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let industry: Industry;
let operator: string;
let viewer: string;

const atHour = (hour: number): string => new Date(Date.UTC(2026, 5, 10, hour)).toISOString();

/** Works with one checked meter: 10/06/2026 has a dropout at 02:00 and 03:00 UTC. */
beforeAll(async () => {
  context = await testContext('2026-06-20T00:00:00Z');
  app = testApp(context);
  const industryId = mintId('CHECKED');
  const [olga, vera] = ['o', 'v'].map((letter) => `${letter}${industryId.slice(-20)}`.toLowerCase());
  const user = (name: string | undefined, permissions: readonly string[]) => ({
    userId: name,
    username: name,
    email: `${name}@works.example`,
    password: PASSWORD,
    role: 'user',
    permissions,
  });
  await provisionIndustry({
    context,
    markStale: async () => {},
    bundle: {
      industry: { industryId, industryName: 'Works', meta: { timezone: 'UTC', shift: { startAt: '00:00:00' } } },
      units: [
        {
          unitId: 'M1',
          displayName: 'Meter',
          standardCategoryId: 'FLOW_CATEGORY',
          siUnit: 'KL',
          dataUpdateFrequency: 3600,
          meta: { registerChecks: { dropout: 'exclude' } },
        },
        {
          unitId: 'PLAIN',
          displayName: 'Unchecked',
          standardCategoryId: 'FLOW_CATEGORY',
          siUnit: 'KL',
          dataUpdateFrequency: 3600,
        },
      ],
      users: [user(olga, ['batch:run']), user(vera, [])],
    },
  });
  const found = await findIndustry(context.database, industryId, context.clock.now());
  if (found === null) throw new Error('no industry');
  industry = found;
  const rows = [100, 110, 0, 0, 115].flatMap((summedValue, hour) =>
    ['M1', 'PLAIN'].map((unitId) => ({ row: { unitId, createdOn: atHour(hour), summedValue } })),
  );
  await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows], 'http');
  await processDays(context, {
    industry,
    from: businessDate('2026-06-10'),
    to: businessDate('2026-06-10'),
    unitIds: null,
    updateOnlyVirtual: false,
    daily: true,
    monthly: true,
    yearly: true,
    write: true,
  });
  const tokenOf = async (username = ''): Promise<string> =>
    (
      await login(app, {
        industryId,
        industryKey: found.industryKey,
        userId: username,
        userKey: 0,
        username,
        email: '',
      })
    ).token;
  [operator, viewer] = [await tokenOf(olga), await tokenOf(vera)];
});

const get = async (query: string, token = viewer) => {
  const response = await app.request(`/api/user/registerEvents?${query}`, { headers: bearer(token) });
  return {
    status: response.status,
    body: (await response.json()) as {
      status_code: number;
      message: string;
      data: { events: Record<string, unknown>[]; overrules: Record<string, unknown>[] };
    },
  };
};
const overrule = async (body: Record<string, unknown>, token = operator) => {
  const response = await app.request('/api/user/registerEvents/overrule', {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return {
    status: response.status,
    body: (await response.json()) as {
      status_code: number;
      message: string;
      data: Record<string, unknown>;
      errors?: unknown;
    },
  };
};

describe('GET /api/user/registerEvents', () => {
  it('lists events with their evidence', async () => {
    const { status, body } = await get('unitId=M1&startDate=10/06/2026');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      unitId: 'M1',
      unitName: 'Meter',
      siUnit: 'KL',
      checksInForce: true,
      overrules: [],
      events: [
        {
          kind: 'dropout',
          action: 'exclude',
          from: atHour(2),
          last: atHour(3),
          to: atHour(4),
          readingCount: 2,
          registerBefore: 110,
          registerDuring: 0,
          registerAfter: 115,
          provisional: false,
          detectedAt: '2026-06-20T00:00:00.000Z',
        },
      ],
    });
    expect((await get('unitId=PLAIN&startDate=01/06/2026&endDate=30/06/2026')).body.data).toMatchObject({
      checksInForce: false,
      events: [],
    });
  });

  it('refuses what it cannot read, and units of others', async () => {
    expect((await get('unitId=M1')).body).toMatchObject({ status_code: 1403, message: "'startDate' missing" });
    expect((await get('unitId=M1&startDate=10/06/2026&endDate=09/06/2026')).body).toMatchObject({
      status_code: 1403,
      message: 'startDate cannot be after endDate',
    });
    // Every day of a range is asked for silences, those that nobody has processed as well.
    expect((await get('unitId=M1&startDate=01/01/1910&endDate=10/06/2026')).body).toMatchObject({
      status_code: 1403,
      message: expect.stringMatching(
        /^Invalid 'endDate': '10\/06\/2026' is \d+ days from startDate, allowed are 1100$/,
      ),
    });
    expect((await get('unitId=M2&startDate=10/06/2026')).status).toBe(404);
  });
});

describe('POST /api/user/registerEvents/overrule', () => {
  it('decides about a reading; the listing shows it; a repeated word changes nothing; withdrawn it is gone', async () => {
    const asked = { unitId: 'M1', createdOn: '2026-06-10T04:00:00+02:00', action: 'keep' };
    expect(await overrule(asked)).toEqual({
      status: 200,
      body: {
        status: 'success',
        status_code: 200,
        message: 'Register overruled',
        data: { unitId: 'M1', createdOn: atHour(2), action: 'keep', register: 0, changedDates: ['10/06/2026'] },
      },
    });
    expect((await get('unitId=M1&startDate=10/06/2026')).body.data.overrules).toMatchObject([
      { createdOn: atHour(2), action: 'keep', decidedAt: '2026-06-20T00:00:00.000Z' },
    ]);
    expect((await overrule(asked)).body.data['changedDates']).toEqual([]);
    expect((await overrule({ ...asked, action: 'withdraw' })).body.data['changedDates']).toEqual(['10/06/2026']);
    expect((await get('unitId=M1&startDate=10/06/2026')).body.data.overrules).toEqual([]);
  });

  it('needs the permission batch:run', async () => {
    expect(await overrule({ unitId: 'M1', createdOn: atHour(2), action: 'keep' }, viewer)).toMatchObject({
      status: 401,
      body: { message: 'Access denied. Missing required permissions: batch:run' },
    });
  });

  it.each([
    ['no such reading', { unitId: 'M1', createdOn: atHour(9), action: 'keep' }, 404, 404],
    ['another unit', { unitId: 'X', createdOn: atHour(2), action: 'keep' }, 404, 404],
    ['a unit without checks', { unitId: 'PLAIN', createdOn: atHour(2), action: 'exclude' }, 400, 400],
    ['another action', { unitId: 'M1', createdOn: atHour(2), action: 'drop' }, 400, 1430],
    ['no instant', { unitId: 'M1', createdOn: '10/06/2026', action: 'keep' }, 400, 1430],
    ['no action', { unitId: 'M1', createdOn: atHour(2) }, 400, 1430],
  ])('refuses %s', async (_, body, status, code) => {
    expect(await overrule(body)).toMatchObject({ status, body: { status_code: code } });
  });
});
