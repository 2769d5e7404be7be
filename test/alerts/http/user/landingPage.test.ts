import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';
import { mintAlertWorks } from './alerts/support.ts';
import { atHour, mintWorks, type Works } from '../../../service/support/device-data-works.ts';

let context: TestContext;
let works: Works;
let empty: Works;
let whole: Works;
let ahead: Works;

/** Five whole hours of 11/06/2026 are over. */
beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  const app = testApp(context);
  works = await mintWorks(context, app);
  empty = await mintWorks(context, app);
  whole = await mintWorks(context, app);
  ahead = await mintWorks(context, app);
  await ahead.send([
    { unitId: 'M1', createdOn: atHour('2026-06-11', 1), value: 1000 },
    { unitId: 'M1', createdOn: atHour('2026-06-11', 9), value: 1000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 5.4), value: 1000 },
    { unitId: 'M2', createdOn: atHour('2026-06-11', 9), value: 1000 },
  ]);
  await whole.send(
    ['2026-06-10', '2026-06-11'].flatMap((date, day) =>
      ['M1', 'M2', 'SILENT'].flatMap((unitId) =>
        [0, 1, 2, 3, 4].map((hour) => ({ unitId, createdOn: atHour(date, hour), value: 1000 * (day + 1) })),
      ),
    ),
  );
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

interface ToDate {
  total: number | null;
  coverage: number | null;
  slotsExpected: number;
  slotsGenuine: number;
  estimatedShare: number | null;
}
interface Page {
  summary: Record<'water' | 'energy', { total: number | null; monthToDate: ToDate; yearToDate: ToDate }>;
}

const page = async (query = ''): Promise<unknown> => {
  const { status, body } = await works.get(`landingPage${query}`);
  expect(status, JSON.stringify(body)).toBe(200);
  return (body as { data: unknown }).data; // the envelope of every success
};

describe('GET landingPage', () => {
  it('shows the running day by default, compared with the same hours of the day before', async () => {
    expect(await page()).toMatchObject({
      date: '11/06/2026',
      period: 'today',
      summary: {
        // 3.5 in five hours against 2 in five hours, of two readings and one; the total has the sixth hour too.
        water: { total: 4.2, unit: 'KL', change: null, status: 'partial', estimatedShare: 0 },
        energy: { total: 5, unit: 'kWh', change: null, status: 'partial' },
        quality: {
          status: 'partial',
          parameters: {
            pH: { displayName: 'pH', value: 7, unit: '' },
            turbidity: { displayName: 'Turbidity', value: 2, unit: 'NTU' },
          },
        },
      },
      alerts: { active: 0, critical: 0, high: 0 },
      // Half an hour ago is too long ago for a view by the hour.
      devices: { total: 8, online: 0, offline: 8 },
    });
  });

  it('counts a device as online by its readings up to now, whatever a clock ahead has sent', async () => {
    const { body } = await ahead.get('landingPage');
    expect(body).toMatchObject({ data: { devices: { total: 8, online: 1, offline: 7 } } });
  });

  it.each([
    ['', 0],
    ['?period=week', 1],
    ['?period=month', 4],
    // 10/06 ends at 00:30 UTC on the 11th, 15 hours after M1 had sent.
    ['?date=10/06/2026', 0],
    ['?period=yesterday', 0],
    ['?date=10/06/2026&period=week', 0],
    ['?date=10/06/2026&period=month', 1],
    // While the period runs, and before it has begun, now counts.
    ['?date=11/06/2026&period=month', 4],
    ['?date=12/06/2026&period=month', 4],
  ])(
    'counts the devices that had sent within the threshold of the view at the end of the period: %s',
    async (query, online) => {
      expect(await page(query)).toMatchObject({ devices: { total: 8, online, offline: 8 - online } });
    },
  );

  it('counts them by documents once the days are settled, with the same result', async () => {
    await works.process('2026-06-08', '2026-06-10');
    expect(await page('?date=10/06/2026&period=month')).toMatchObject({ devices: { online: 1 } });
    expect(await page('?date=09/06/2026')).toMatchObject({ devices: { online: 0 } });
  });

  it('says of a period that has not begun that it is upcoming, not missing', async () => {
    expect(await page('?date=13/06/2026')).toMatchObject({
      summary: { water: { total: null, status: 'upcoming' }, quality: { status: 'upcoming' } },
    });
    expect(await page('?date=13/06/2026&period=week')).toMatchObject({
      summary: { water: { total: 13.2, status: 'partial' } },
    });
  });

  it('compares where both sides were measured: 30 KL in five hours against 15', async () => {
    expect((await whole.get('landingPage')).body).toMatchObject({ data: { summary: { water: { change: 100 } } } });
  });

  it('shows a closed day as a whole, and compares no two readings with one', async () => {
    expect(await page('?date=10/06/2026')).toMatchObject({ summary: { water: { total: 8, change: null } } });
    expect(await page('?period=yesterday')).toMatchObject({ summary: { water: { total: 8, change: null } } });
  });

  it('shows the seven days up to the date, and its month so far', async () => {
    expect(await page('?period=week')).toMatchObject({ summary: { water: { total: 13.2, change: null } } });
    expect(await page('?date=10/06/2026&period=month')).toMatchObject({ summary: { water: { total: 9 } } });
  });

  it('shows month and year to date, whatever the period: what deviceDataV2 shows of month and year, if nothing were known after the date', async () => {
    await works.send([
      { unitId: 'M1', createdOn: atHour('2026-05-31', 3), value: 4000, interpolated: true },
      { unitId: 'M2', createdOn: atHour('2026-02-10', 3), value: 250 },
    ]);
    const shownBy = async (type: string, category: string) =>
      (await works.get(`deviceDataV2?category=${category}&type=${type}&date1=11/06/2026`)).body as {
        data: Record<string, unknown>;
      };
    for (const period of ['today', 'yesterday', 'week', 'month']) {
      const { summary } = (await page(`?period=${period}`)) as Page;
      expect([
        summary.water.monthToDate.total,
        summary.water.yearToDate.total,
        summary.energy.yearToDate.total,
      ]).toEqual([13.2, 17.45, 5]);
      for (const [tile, category] of [
        ['water', 'ID_SOURCE'],
        ['energy', 'energyCategory'],
      ] as const) {
        for (const [toDate, type] of [
          ['monthToDate', 'DAY'],
          ['yearToDate', 'MONTH'],
        ] as const) {
          const { total, ...completeness } = summary[tile][toDate];
          expect((await shownBy(type, category)).data).toMatchObject({ value: total, ...completeness });
        }
      }
    }
    expect(((await page('?period=month')) as Page).summary.water).toMatchObject({
      total: 13.2,
      monthToDate: { total: 13.2 },
    });
    expect(((await page()) as Page).summary.water.yearToDate.estimatedShare).toBeGreaterThan(0);
  });

  it('counts to the end of the date, before and after its days are settled', async () => {
    const counted = [
      ['31/05/2026', 4, 4.25],
      ['01/06/2026', null, 4.25],
      ['09/06/2026', 1, 5.25],
      ['10/06/2026', 9, 13.25],
      ['30/06/2026', 13.2, 17.45],
      ['01/07/2026', null, 17.45],
      ['01/01/2027', null, null],
    ] as const;
    const shown = async () =>
      await Promise.all(
        counted.map(async ([date]) => {
          const { monthToDate, yearToDate } = ((await page(`?date=${date}`)) as Page).summary.water;
          return [date, monthToDate.total, yearToDate.total];
        }),
      );
    expect(await shown()).toEqual(counted);
    await works.process('2026-05-01', '2026-06-10');
    expect(await shown()).toEqual(counted);
  });

  it('says missing, not 0, of an industry without data', async () => {
    expect((await empty.get('landingPage?period=month')).body).toMatchObject({
      status: 'success',
      data: {
        summary: {
          water: {
            total: null,
            change: null,
            status: 'missing',
            monthToDate: { total: null },
            yearToDate: { total: null },
          },
          quality: { status: 'missing', parameters: {} },
        },
        devices: { total: 8, online: 0, offline: 8 },
      },
    });
  });

  it('answers the earliest date there is', async () => {
    expect(await page('?date=01/01/1910&period=month')).toMatchObject({ summary: { water: { total: null } } });
  });

  it('counts the alerts that were open at the end of the period, or are now while it runs', async () => {
    const alerted = await mintAlertWorks(context, testApp(context));
    const at = Date.parse;
    await alerted.add('2026-06-08T01:00:00Z', { severity: 'critical' });
    await alerted.add('2026-06-10T01:00:00Z', {
      severity: 'high',
      state: 'recovered',
      closedAt: at('2026-06-11T00:30:01Z'),
    });
    // Over before the day of 10/06 ended at 00:30 UTC; taken back; and not begun yet.
    await alerted.add('2026-06-10T02:00:00Z', { state: 'recovered', closedAt: at('2026-06-11T00:30:00Z') });
    await alerted.add('2026-06-10T03:00:00Z', { state: 'withdrawn', closedAt: at('2026-06-11T05:00:00Z') });
    await alerted.add('2026-06-11T05:59:00Z', { severity: 'medium' });
    await alerted.add('2026-06-11T06:00:01Z', { severity: 'medium' });
    const alertsOf = async (query: string) =>
      // One field of the page.
      ((await alerted.get(`landingPage${query}`)).body['data'] as { alerts: unknown }).alerts;
    expect(await alertsOf('')).toEqual({ active: 2, critical: 1, high: 0 });
    expect(await alertsOf('?period=month')).toEqual({ active: 2, critical: 1, high: 0 });
    expect(await alertsOf('?period=yesterday')).toEqual({ active: 2, critical: 1, high: 1 });
    expect(await alertsOf('?date=10/06/2026&period=week')).toEqual({ active: 2, critical: 1, high: 1 });
    expect(await alertsOf('?date=07/06/2026')).toEqual({ active: 0, critical: 0, high: 0 });
    expect(await alertsOf('?date=12/06/2026')).toEqual({ active: null, critical: null, high: null });
  });

  it.each([
    ['date=June', "Invalid 'date': 'June' is not a date DD/MM/YYYY"],
    ['period=year', "Invalid 'period': 'year' is not one of today, yesterday, week, month"],
  ])('answers %s with 1403 %s', async (query, message) => {
    expect((await works.get(`landingPage?${query}`)).body).toMatchObject({ status_code: 1403, message });
  });
});
