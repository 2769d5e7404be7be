import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../support/database.ts';
import { testApp } from '../support/app-fixture.ts';
import { atHour, mintWorks, type Works } from '../support/device-data-works.ts';

let context: TestContext;
let works: Works;
let empty: Works;

/** Five whole hours of 11/06/2026 are over. */
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  empty = await mintWorks(context, app);
  await works.send([
    { unitId: 'M1', createdOn: atHour('2026-06-09', 0), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 0), value: 2000 },
    { unitId: 'M1', createdOn: atHour('2026-06-10', 9), value: 6000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 3000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 2), value: 500 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 5), value: 700 },
    { unitId: 'PUMP', createdOn: atHour('2026-06-11', 1), value: 5000 },
    { unitId: 'RIVER', createdOn: atHour('2026-06-11', 2), paramValue: { pH: 7, turbidity: 2 } },
  ]);
});

const page = async (query = ''): Promise<unknown> => {
  const { status, body } = await works.get(`landingPage${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: unknown }).data; // the envelope of every success
};

describe('GET landingPage', () => {
  it('shows the running day by default, compared with the same hours of the day before', async () => {
    expect(await page()).toMatchObject({
      date: '11/06/2026', period: 'today',
      summary: {
        // 3.5 in five hours against 2 in five hours; the total has the sixth hour too.
        water: { total: 4.2, unit: 'KL', change: 75, status: 'partial', estimatedShare: 0 },
        energy: { total: 5, unit: 'kWh', change: null, status: 'partial' },
        quality: { status: 'partial', parameters: { pH: { displayName: 'pH', value: 7, unit: '' }, turbidity: { displayName: 'Turbidity', value: 2, unit: 'NTU' } } },
      },
      alerts: { active: null, critical: null, high: null },
      devices: { total: 8, online: 1, offline: 7 },
    });
  });

  it('compares a closed day as a whole', async () => {
    expect(await page('?date=10/06/2026')).toMatchObject({ summary: { water: { total: 8, change: 700 } } });
    expect(await page('?period=yesterday')).toMatchObject({ summary: { water: { total: 8, change: 700 } } });
  });

  it('shows the seven days up to the date, and its month so far', async () => {
    expect(await page('?period=week')).toMatchObject({ summary: { water: { total: 13.2, change: null } } });
    expect(await page('?date=10/06/2026&period=month')).toMatchObject({ summary: { water: { total: 9 } } });
  });

  it('says missing, not 0, of an industry without data', async () => {
    expect((await empty.get('landingPage?period=month')).body).toMatchObject({
      status: 'success', data: { summary: { water: { total: null, change: null, status: 'missing' }, quality: { status: 'missing', parameters: {} } }, devices: { total: 8, online: 0, offline: 8 } },
    });
  });

  it('answers the earliest date there is', async () => {
    expect(await page('?date=01/01/1900&period=month')).toMatchObject({ summary: { water: { total: null } } });
  });

  it.each([
    ['date=June', "Invalid 'date': 'June' is not a date DD/MM/YYYY"],
    ['period=year', "Invalid 'period': 'year' is not one of today, yesterday, week, month"],
  ])('answers %s with 1403 %s', async (query, message) => {
    expect((await works.get(`landingPage?${query}`)).body).toMatchObject({ status_code: 1403, message });
  });
});
