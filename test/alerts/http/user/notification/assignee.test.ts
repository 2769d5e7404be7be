import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import { mintUser, testApp, type TestApp } from '../../../../service/support/app-fixture.ts';
import { mintReader, NOBODYS, type Reader } from './support.ts';

const PATH = 'notification/assignee';
let context: TestContext;
let app: TestApp;
let manager: Reader;
beforeAll(async () => {
  context = await testContext('2026-01-16T03:10:00Z');
  app = testApp(context);
  manager = await mintReader(context, app, { permissions: ['alerts:write'] });
});

describe('a notification', () => {
  it('is handed to somebody of the industry, then to somebody else, and taken away', async () => {
    const colleague = await mintUser(context, { industryId: manager.user.industryId });
    const notificationId = await manager.add('2026-01-16T01:00:00Z');
    expect(await manager.send('POST', PATH, { assigneeId: colleague.userId, notificationId })).toEqual({
      status: 200,
      body: { status: 'success', message: 'Assignee added successfully' },
    });
    expect(await manager.one(notificationId)).toMatchObject({
      assigneeId: colleague.userId,
      assignedBy: manager.user.userId,
      resolved: false,
    });
    await manager.send('POST', PATH, { assigneeId: manager.user.userId, notificationId });
    expect((await manager.one(notificationId))['assigneeId']).toBe(manager.user.userId);
    expect(await manager.send('DELETE', PATH, { notificationId })).toEqual({
      status: 200,
      body: { status: 'success', message: 'Assignee deleted successfully' },
    });
    expect(await manager.one(notificationId)).toMatchObject({ assigneeId: null, assignedBy: null });
  });

  it('is told to open pages of the administrators of its industry when it is handed on, and in no other case', async () => {
    const told: unknown[] = [];
    const stop = await context.database.listen('web_event', (payload) => {
      if (payload.includes(manager.user.industryId)) told.push(JSON.parse(payload));
    });
    const notificationId = await manager.add('2026-01-16T01:00:00Z');
    const { userId, industryId } = manager.user;
    await manager.send('POST', PATH, { assigneeId: 'nobody', notificationId });
    await manager.send('POST', PATH, { assigneeId: userId, notificationId: NOBODYS });
    await manager.send('PATCH', PATH, { notificationId });
    await manager.send('POST', PATH, { assigneeId: userId, notificationId });
    await manager.send('DELETE', PATH, { notificationId });
    const second = await manager.add('2026-01-16T01:00:00Z');
    await manager.send('POST', PATH, { assigneeId: userId, notificationId: second });
    const event = (id: string) => ({
      channel: `ADMIN_${industryId}`,
      name: 'Notification Assigned',
      payload: { industryId, notificationId: id, assigneeId: userId, userId },
    });
    await expect.poll(() => told).toEqual([event(notificationId), event(second)]);
    await stop();
  });

  it('is resolved once, whether or not it was handed to anybody', async () => {
    const notificationId = await manager.add('2026-01-16T01:00:00Z');
    expect(await manager.send('PATCH', PATH, { notificationId })).toEqual({
      status: 200,
      body: { status: 'success', message: 'notifications marked as resolved successfully' },
    });
    context.clock.set('2026-01-16T04:00:00Z');
    await manager.send('PATCH', PATH, { notificationId });
    context.clock.set('2026-01-16T03:10:00Z');
    expect(await manager.one(notificationId)).toMatchObject({
      resolved: true,
      resolvedAt: '2026-01-16T03:10:00.000Z',
    });
  });

  it('is handed to nobody of another industry, and to nobody who was removed', async () => {
    const notificationId = await manager.add('2026-01-16T01:00:00Z');
    const [stranger, gone] = [
      await mintUser(context),
      await mintUser(context, { industryId: manager.user.industryId }),
    ];
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [gone.userKey]);
    for (const assigneeId of [stranger.userId, gone.userId, 'nobody'])
      expect(await manager.send('POST', PATH, { assigneeId, notificationId })).toMatchObject({
        status: 404,
        body: { message: `'assigneeId': '${assigneeId}' is not a user of your industry` },
      });
    expect((await manager.one(notificationId))['assigneeId']).toBeNull();
  });

  it('of another industry is like one that there is not', async () => {
    const other = await mintReader(context, app);
    const others = await other.add('2026-01-16T01:00:00Z');
    const assigneeId = manager.user.userId;
    for (const notificationId of [others, NOBODYS])
      for (const method of ['POST', 'DELETE', 'PATCH'])
        expect(await manager.send(method, PATH, { notificationId, assigneeId })).toMatchObject({
          status: 404,
          body: { message: 'There is no such notification' },
        });
    expect(await other.one(others)).toMatchObject({ assigneeId: null, resolved: false });
  });

  it.each(['POST', 'DELETE', 'PATCH'])('is left to those who may write alerts: %s', async (method) => {
    const reader = await mintReader(context, app);
    expect(await reader.send(method, PATH, { notificationId: NOBODYS, assigneeId: 'x' })).toMatchObject({
      status: 401,
      body: { message: 'Access denied. Missing required permissions: alerts:write' },
    });
  });

  it.each([
    ['POST', { notificationId: NOBODYS }, "'assigneeId' missing"],
    ['POST', { assigneeId: 'x' }, "'notificationId' missing"],
    ['DELETE', {}, "'notificationId' missing"],
    ['PATCH', { notificationId: 7 }, "Invalid 'notificationId': '7' is not text"],
  ])('%s with %j is 1430: %s', async (method, body, message) => {
    expect(await manager.send(method, PATH, body)).toMatchObject({ status: 400, body: { status_code: 1430, message } });
  });
});
