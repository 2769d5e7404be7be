import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { mintReader, NOBODYS, type Reader } from './notification/support.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-01-16T03:10:00Z');
  app = testApp(context);
});

const dataOf = async (reader: Reader, query = '') => {
  const { status, body } = await reader.send('GET', `notifications${query}`);
  expect([status, body['status'], body['status_code']]).toEqual([200, 'success', 200]);
  // Checked by each test.
  const data = body['data'] as { notifications: { title: string; read: boolean }[]; total: number; unread: number };
  return { ...data, notifications: data.notifications.map(({ title }) => title) };
};
const readOne = (reader: Reader, id: string) => reader.send('PUT', `notifications/${id}/read`);

describe('the older list of notifications', () => {
  it('has an answer of its own where there is none', async () => {
    expect(await dataOf(await mintReader(context, app))).toEqual({ notifications: [], total: 0, unread: 0 });
  });

  it('counts what there is and what is unread, whatever the page', async () => {
    const reader = await mintReader(context, app);
    const [first] = [
      await reader.add('2026-01-16T01:00:00Z', 'first'),
      await reader.add('2026-01-16T02:00:00Z', 'second'),
      await reader.add('2026-01-16T03:00:00Z', 'third'),
    ];
    // An id is the same in capitals.
    expect(await readOne(reader, first.toUpperCase())).toEqual({
      status: 200,
      body: { status: 'success', status_code: 200, message: 'Notification marked as read' },
    });
    expect(await dataOf(reader)).toEqual({ notifications: ['third', 'second', 'first'], total: 3, unread: 2 });
    expect(await dataOf(reader, '?unreadOnly=true')).toEqual({
      notifications: ['third', 'second'],
      total: 2,
      unread: 2,
    });
    expect(await dataOf(reader, '?limit=1&offset=1')).toEqual({ notifications: ['second'], total: 3, unread: 2 });
    expect(await dataOf(reader, '?unreadOnly=true&limit=1&offset=1')).toEqual({
      notifications: ['second'],
      total: 2,
      unread: 2,
    });
  });

  it('is in the language that is asked for, and in English unless one is', async () => {
    const reader = await mintReader(context, app);
    await reader.add('2026-01-16T01:00:00Z', 'first');
    expect((await dataOf(reader)).notifications).toEqual(['first']);
    expect((await dataOf(reader, '?language=hi')).notifications).toEqual(['first (hi)']);
    expect((await dataOf(reader, '?language=hi&unreadOnly=true')).notifications).toEqual(['first (hi)']);
    expect((await reader.send('GET', 'notifications?language=xx')).status).toBe(400);
    for (const query of ['notification', 'notificationRange?startDate=15/01/2026&endDate=16/01/2026'])
      expect(
        (await reader.send('GET', `${query}${query.includes('?') ? '&' : '?'}language=hi`)).body['notifications'],
      ).toMatchObject([{ title: 'first (hi)' }]);
  });

  it('has 50 on a page unless asked for others, and 500 at most', async () => {
    const reader = await mintReader(context, app);
    await context.database.execute(
      `INSERT INTO alerting.notification (industry_key, title, message, type, category, priority, created_at)
       SELECT $1, 'n' || i, '', 'unit_threshold', 'consumption', 'low', now() FROM generate_series(1, 60) i`,
      [reader.user.industryKey],
    );
    expect((await dataOf(reader)).notifications).toHaveLength(50);
    expect((await dataOf(reader, '?limit=500')).notifications).toHaveLength(60);
    // Of one instant, and no page shows what another has shown.
    const pages = await Promise.all(
      [0, 20, 40].map(async (offset) => (await dataOf(reader, `?limit=20&offset=${offset}`)).notifications),
    );
    expect(new Set(pages.flat()).size).toBe(60);
    expect(await reader.send('GET', 'notifications?limit=501')).toMatchObject({
      status: 400,
      body: { status_code: 1403, message: "Invalid 'limit': '501' is not a whole number from 1 to 500" },
    });
  });
});

describe('PUT /api/user/notifications/{notificationId}/read', () => {
  it('reads none of another industry', async () => {
    const [reader, other] = [await mintReader(context, app), await mintReader(context, app)];
    const others = await other.add('2026-01-16T01:00:00Z');
    for (const id of [others, NOBODYS])
      expect(await readOne(reader, id)).toMatchObject({
        status: 404,
        body: { message: 'There is no such notification' },
      });
    expect((await other.one(others))['read']).toBe(false);
  });

  it('names an id that is none', async () => {
    expect(await readOne(await mintReader(context, app), 'x')).toMatchObject({
      status: 400,
      body: {
        status_code: 1403,
        message: "Invalid 'notificationId': 'x' is not an id, which has the form 01234567-89ab-4cde-8f01-23456789abcd",
      },
    });
  });
});
