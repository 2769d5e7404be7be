import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { mintReader, type Reader } from './notification/support.ts';

let context: TestContext;
let app: TestApp;
let reader: Reader;
/** Of 14/01, 15/01 and 16/01/2026; the first minute of a day and the last of the day before stand side by side. */
let [late14, first15, noon15, first16] = ['', '', '', ''];

beforeAll(async () => {
  // 08:40 on 16/01/2026 in Kolkata, 2 h 40 min into its day.
  context = await testContext('2026-01-16T03:10:00Z');
  app = testApp(context);
  reader = await mintReader(context, app);
  late14 = await reader.add('2026-01-15T00:29:59Z');
  first15 = await reader.add('2026-01-15T00:30:00Z');
  noon15 = await reader.add('2026-01-15T06:30:00Z');
  first16 = await reader.add('2026-01-16T00:30:00Z');
  const other = await mintReader(context, app);
  await other.add('2026-01-16T00:30:00Z');
});

describe('GET /api/user/notification', () => {
  it('lists those of the own industry, the newest first, with the shift-adjusted time', async () => {
    const { status, body } = await reader.send('GET', 'notification/');
    expect([status, Object.keys(body), body['status'], body['date']]).toEqual([
      200,
      ['status', 'notifications', 'date'],
      'success',
      '2026-01-16T02:40:00+0530',
    ]);
    expect(await reader.ids()).toEqual([first16, noon15, first15, late14]);
    expect(await reader.one(noon15)).toEqual({
      notificationId: noon15,
      alertId: null,
      title: 'Bore 1 above its limit',
      message: '120 KL of 100 KL',
      type: 'unit_threshold',
      category: 'consumption',
      priority: 'high',
      read: false,
      createdAt: '2026-01-15T06:30:00.000Z',
      assigneeId: null,
      assignedBy: null,
      resolved: false,
      resolvedAt: null,
      data: { unitId: 'M1' },
    });
  });

  it('answers 201 with an empty list where there is none', async () => {
    const nobody = await mintReader(context, app);
    expect(await nobody.send('GET', 'notification')).toEqual({
      status: 201,
      body: { status: 'success', notifications: [], date: '2026-01-16T02:40:00+0530' },
    });
  });

  it('counts days as business days, the running one among them; 0 asks for all', async () => {
    expect(await reader.ids('?days=1')).toEqual([first16]);
    expect(await reader.ids('?days=2')).toEqual([first16, noon15, first15]);
    expect(await reader.ids('?days=3')).toEqual([first16, noon15, first15, late14]);
    expect(await reader.ids('?days=0')).toEqual([first16, noon15, first15, late14]);
  });

  it('gives pages', async () => {
    expect(await reader.ids('?limit=2&offset=1')).toEqual([noon15, first15]);
    expect((await reader.send('GET', 'notification?offset=4')).status).toBe(201);
  });

  it.each([
    ['days=-1', "Invalid 'days': '-1' is not a whole number from 0 to 3660"],
    ['days=x', "Invalid 'days': 'x' is not a whole number from 0 to 3660"],
    ['limit=1001', "Invalid 'limit': '1001' is not a whole number from 1 to 1000"],
  ])('?%s is 1403', async (query, message) => {
    expect(await reader.send('GET', `notification?${query}`)).toMatchObject({
      status: 400,
      body: { status_code: 1403, message },
    });
  });
});

describe('GET /api/user/notificationRange', () => {
  const range = (query: string) => reader.send('GET', `notificationRange?${query}`);
  const idsOf = async (query: string) =>
    // Of an answer with a list.
    ((await range(query)).body['notifications'] as { notificationId: string }[]).map((found) => found.notificationId);

  it('lists those of the days of both dates, both included', async () => {
    expect(await idsOf('startDate=15/01/2026&endDate=15/01/2026')).toEqual([noon15, first15]);
    expect(await idsOf('startDate=14/01/2026&endDate=15/01/2026')).toEqual([noon15, first15, late14]);
    expect((await range('startDate=15/01/2026&endDate=15/01/2026')).body).toMatchObject({
      status: 'success',
      date: '2026-01-16T02:40:00+0530',
    });
  });

  it('answers 201 with an empty list where there is none', async () => {
    expect(await range('startDate=01/01/2026&endDate=02/01/2026')).toMatchObject({
      status: 201,
      body: { notifications: [] },
    });
  });

  it.each([
    ['endDate=15/01/2026', "'startDate' missing"],
    ['startDate=15/01/2026', "'endDate' missing"],
    ['startDate=&endDate=', "'startDate' missing"],
    ['startDate=16/01/2026&endDate=15/01/2026', 'startDate cannot be after endDate'],
    ['startDate=2026-01-15&endDate=15/01/2026', "Invalid 'startDate': '2026-01-15' is not a date DD/MM/YYYY"],
  ])('?%s is 1403: %s', async (query, message) => {
    expect(await range(query)).toMatchObject({ status: 400, body: { status_code: 1403, message } });
  });
});
