import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { type AlertWorks, mintAlertWorks } from './support.ts';

let context: TestContext;
let app: TestApp;
let works: AlertWorks;
beforeAll(async () => {
  // 02:40 h into the day of 16/01/2026.
  context = await testContext('2026-01-16T03:10:00Z');
  app = testApp(context);
  works = await mintAlertWorks(context, app);
  await works.add('2025-12-31T10:00:00Z');
  await works.add('2026-01-14T10:00:00Z', { unitId: 'M2' });
  await works.add('2026-01-15T00:30:00Z');
  await works.add('2026-01-15T01:29:59Z', { alertType: 'hourly_threshold' });
  await works.add('2026-01-15T01:30:00Z');
  await works.add('2026-01-16T00:29:59Z', { unitId: null, alertType: 'water_balance_leakage' });
  await works.add('2026-01-16T00:30:00Z');
  await (await mintAlertWorks(context, app)).add('2026-01-15T10:00:00Z');
});

const graph = async (query: string) => {
  const { status, body } = await works.get(`alerts/unitGraph?${query}`);
  expect([status, body['status_code']]).toEqual([200, 200]);
  // Checked by each test.
  return body['data'] as { labels: string[]; units: { unitId: string | null; counts: (number | null)[] }[] };
};

describe('GET /api/user/alerts/unitGraph', () => {
  it('counts the hours of a day by unit, in the order of units, the industry itself last', async () => {
    const found = await graph('date1=15/01/2026');
    const nothing = Array.from({ length: 24 }, () => 0);
    expect(found).toEqual({
      type: 'DAY',
      startDate: '15/01/2026',
      endDate: '15/01/2026',
      labels: expect.any(Array),
      total: 4,
      units: [
        {
          unitId: 'M1',
          unitName: 'Unit M1',
          total: 3,
          byAlertType: { unit_threshold: 2, hourly_threshold: 1 },
          counts: nothing.with(0, 2).with(1, 1),
        },
        {
          unitId: null,
          unitName: null,
          total: 1,
          byAlertType: { water_balance_leakage: 1 },
          counts: nothing.with(23, 1),
        },
      ],
    });
    expect([found.labels.length, found.labels[0], found.labels[23]]).toEqual([
      24,
      '2026-01-15T00:30:00.000Z',
      '2026-01-15T23:30:00.000Z',
    ]);
  });

  it('counts the days of a month so far', async () => {
    expect(await graph('date1=15/01/2026&type=MONTH&unitId=M1,M2')).toMatchObject({
      startDate: '01/01/2026',
      total: 4,
      labels: Array.from({ length: 15 }, (_, day) => `${String(day + 1).padStart(2, '0')}/01/2026`),
      units: [
        { unitId: 'M1', counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3] },
        { unitId: 'M2', counts: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0] },
      ],
    });
  });

  it('counts the months of a year so far, and leaves null what has not begun', async () => {
    expect(await graph('date1=15/03/2026&type=YEAR&alertType=unit_threshold')).toMatchObject({
      startDate: '01/01/2026',
      endDate: '15/03/2026',
      total: 4,
      labels: ['01/2026', '02/2026', '03/2026'],
      units: [
        { unitId: 'M1', counts: [3, null, null] },
        { unitId: 'M2', counts: [1, null, null] },
      ],
    });
  });

  it('counts the days between two dates', async () => {
    expect(await graph('date1=31/12/2025&date2=01/01/2026&type=CUSTOM')).toMatchObject({
      labels: ['31/12/2025', '01/01/2026'],
      units: [{ unitId: 'M1', counts: [1, 0] }],
    });
    expect(await graph('date1=16/01/2026&date2=17/01/2026&type=CUSTOM')).toMatchObject({
      units: [{ unitId: 'M1', counts: [1, null] }],
    });
  });

  it('counts the 25 hours of a day that has them', async () => {
    const berlin = await mintAlertWorks(context, app, { timezone: 'Europe/Berlin' });
    // The last hour of 25/10/2025 begins at 04:00 UTC on the 26th, 24 hours after 06:00 summer time.
    await berlin.add('2025-10-26T04:59:59Z');
    const { body } = await berlin.get('alerts/unitGraph?date1=25/10/2025');
    expect(body['data']).toMatchObject({ units: [{ counts: [...Array.from({ length: 24 }, () => 0), 1] }] });
  });

  it.each([
    ['', "'date1' missing"],
    ['date1=2026', 'Invalid date1 format. Use DD/MM/YYYY'],
    ['date1=15/01/2026&type=CUSTOM', 'date2 is required for CUSTOM type'],
    ['date1=15/01/2026&type=CUSTOM&date2=x', 'Invalid date2 format. Use DD/MM/YYYY'],
    ['date1=15/01/2026&type=CUSTOM&date2=14/01/2026', 'date1 cannot be after date2'],
    ['date1=15/01/2026&type=CUSTOM&date2=15/01/1800', expect.stringMatching(/^Invalid 'date2': .*the years /)],
    ['date1=15/01/2026&type=WEEK', "Invalid 'type': 'WEEK' is not one of DAY, MONTH, YEAR, CUSTOM"],
    ['date1=15/01/2026&alertType=pressure', expect.stringMatching(/^Invalid 'alertType': 'pressure' is none of unit_/)],
    [
      'date1=15/01/2026&alertType=device_status,pressure',
      expect.stringMatching(/^Invalid 'alertType': 'device_status,pressure' has 'pressure', which is none of unit_/),
    ],
  ])('?%s is 1403: %s', async (query, message) => {
    expect(await works.get(`alerts/unitGraph?${query}`)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message },
    });
  });

  it.each(['DAY', 'MONTH', 'YEAR'])('%s does not look at date2', async (type) => {
    const asked = `alerts/unitGraph?date1=15/01/2026&type=${type}`;
    expect(await works.get(`${asked}&date2=x`)).toEqual(await works.get(asked));
  });

  it("names a unit that is not the industry's", async () => {
    expect(await works.get('alerts/unitGraph?date1=15/01/2026&unitId=M1,M9')).toMatchObject({
      status: 404,
      body: { message: 'Invalid unitId M9 or you do not have permission to access this unit.' },
    });
  });
});
