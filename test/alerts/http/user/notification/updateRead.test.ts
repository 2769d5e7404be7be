import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { mintReader, NOBODYS } from './support.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext('2026-01-16T03:10:00Z');
  app = testApp(context);
});

describe('PATCH /api/user/notification/updateRead', () => {
  it('marks several at once, each as it says', async () => {
    const reader = await mintReader(context, app);
    const [first, second] = [await reader.add('2026-01-16T01:00:00Z'), await reader.add('2026-01-16T02:00:00Z')];
    const mark = (notifications: unknown) => reader.send('PATCH', 'notification/updateRead', { notifications });
    expect(
      await mark([
        { id: first, read: true },
        { id: second, read: false },
      ]),
    ).toEqual({
      status: 200,
      body: { status: 'success', message: 'notifications updated successfully', notFound: [] },
    });
    expect([(await reader.one(first))['read'], (await reader.one(second))['read']]).toEqual([true, false]);
    await mark([
      { id: first, read: false },
      { id: second.toUpperCase(), read: false },
      { id: second, read: true },
    ]);
    expect([(await reader.one(first))['read'], (await reader.one(second))['read']]).toEqual([false, true]);
  });

  it("changes the own industry's alone, and names the others as it names those that nobody has", async () => {
    const [reader, other] = [await mintReader(context, app), await mintReader(context, app)];
    const [own, others] = [await reader.add('2026-01-16T01:00:00Z'), await other.add('2026-01-16T01:00:00Z')];
    const { status, body } = await reader.send('PATCH', 'notification/updateRead', {
      notifications: [others, own, NOBODYS].map((id) => ({ id, read: true })),
    });
    expect([status, body['notFound']]).toEqual([200, [others, NOBODYS]]);
    expect([(await reader.one(own))['read'], (await other.one(others))['read']]).toEqual([true, false]);
  });

  it('changes nothing by an empty list', async () => {
    const reader = await mintReader(context, app);
    const own = await reader.add('2026-01-16T01:00:00Z');
    expect(await reader.send('PATCH', 'notification/updateRead', { notifications: [] })).toEqual({
      status: 200,
      body: { status: 'success', message: 'notifications updated successfully', notFound: [] },
    });
    expect((await reader.one(own))['read']).toBe(false);
  });

  it.each([
    [{}, "'notifications' missing"],
    [{ notifications: [{ id: NOBODYS }] }, "'notifications[0].read' missing"],
    [
      { notifications: [{ id: 'x', read: true }] },
      "Invalid 'notifications[0].id': 'x' is not an id, which has the form 01234567-89ab-4cde-8f01-23456789abcd",
    ],
    [{ notifications: [{ id: NOBODYS, read: 'yes' }] }, "Invalid 'notifications[0].read': 'yes' is not true or false"],
  ])('the body %j is 1430: %s', async (body, message) => {
    const reader = await mintReader(context, app);
    expect(await reader.send('PATCH', 'notification/updateRead', body)).toMatchObject({
      status: 400,
      body: { status_code: 1430, message },
    });
  });
});
