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
      // Half an hour ago is too long ago for a view by the hour.
      devices: { total: 8, online: 0, offline: 8 },
    });
  });

  it.each([
    ['', 0], ['?period=week', 1], ['?period=month', 4],
    // 10/06 ends at 00:30 UTC on the 11th, 15 hours after M1 had sent.
    ['?date=10/06/2026', 0], ['?period=yesterday', 0], ['?date=10/06/2026&period=week', 0], ['?date=10/06/2026&period=month', 1],
    // While the period runs, and before it has begun, now counts.
    ['?date=11/06/2026&period=month', 4], ['?date=12/06/2026&period=month', 4],
  ])('counts the devices that had sent within the threshold of the view at the end of the period: %s', async (query, online) => {
    expect(await page(query)).toMatchObject({ devices: { total: 8, online, offline: 8 - online } });
  });

  it('counts them by documents once the days are settled, with the same result', async () => {
    await works.process('2026-06-08', '2026-06-10');
    expect(await page('?date=10/06/2026&period=month')).toMatchObject({ devices: { online: 1 } });
    expect(await page('?date=09/06/2026')).toMatchObject({ devices: { online: 0 } });
  });

  it('says of a period that has not begun that it is upcoming, not missing', async () => {
    expect(await page('?date=13/06/2026')).toMatchObject({ summary: { water: { total: null, status: 'upcoming' }, quality: { status: 'upcoming' } } });
    expect(await page('?date=13/06/2026&period=week')).toMatchObject({ summary: { water: { total: 13.2, status: 'partial' } } });
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
    expect(await page('?date=01/01/1910&period=month')).toMatchObject({ summary: { water: { total: null } } });
  });

  it.each([
    ['date=June', "Invalid 'date': 'June' is not a date DD/MM/YYYY"],
    ['period=year', "Invalid 'period': 'year' is not one of today, yesterday, week, month"],
  ])('answers %s with 1403 %s', async (query, message) => {
    expect((await works.get(`landingPage?${query}`)).body).toMatchObject({ status_code: 1403, message });
  });
});
