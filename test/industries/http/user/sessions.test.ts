import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../support/database.ts';
import { bearer, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
const NOW = '2026-11-21T00:00:00.000Z';
beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
});
beforeEach(() => {
  context.clock.set(NOW);
});

const list = async (token: string) => {
  const response = await app.request('/api/user/sessions', { headers: bearer(token) });
  return ((await response.json()) as { data: { sessionId: string; deviceId: string; current: boolean }[] }).data;
};
const end = async (token: string, sessionId?: string) => {
  const response = await app.request(`/api/user/sessions${sessionId === undefined ? '' : `/${sessionId}`}`, {
    method: 'DELETE',
    headers: bearer(token),
  });
  return { status: response.status, body: await response.json() };
};
const statusOf = async (token: string): Promise<number> =>
  (await app.request('/api/user/user', { headers: bearer(token) })).status;
const refresh = (token: string) => app.request('/api/user/refreshToken', { method: 'POST', headers: bearer(token) });

describe('GET /api/user/sessions', () => {
  it('lists the sessions of the user, the latest seen first, with what their clients said of themselves', async () => {
    const [user, other] = [await mintUser(context), await mintUser(context)];
    await login(app, other);
    const phone = await login(app, user, {
      'x-device-id': 'phone-1',
      'x-device-type': 'android',
      'x-os': 'Android 16',
    });
    context.clock.set('2026-11-21T01:00:00Z');
    const own = await login(app, user, {
      'x-device-id': 'desk',
      'x-browser-name': 'Firefox',
      'x-browser-version': '146',
    });
    context.clock.set('2026-11-21T02:00:00Z');
    await refresh(phone.refreshToken);
    expect(await list(own.token)).toEqual([
      {
        sessionId: decodeJwt(phone.token)['sid'],
        deviceId: 'phone-1',
        deviceType: 'android',
        browser: null,
        os: 'Android 16',
        since: NOW,
        lastSeen: '2026-11-21T02:00:00.000Z',
        current: false,
      },
      {
        sessionId: decodeJwt(own.token)['sid'],
        deviceId: 'desk',
        deviceType: null,
        browser: 'Firefox 146',
        os: null,
        since: '2026-11-21T01:00:00.000Z',
        lastSeen: '2026-11-21T01:00:00.000Z',
        current: true,
      },
    ]);
  });

  it('leaves out sessions that ended: replaced by a later login, logged out, signed out, expired', async () => {
    const user = await mintUser(context);
    await login(app, user, { 'x-device-id': 'replaced' });
    const loggedOut = await login(app, user, { 'x-device-id': 'logged out' });
    await login(app, user, { 'x-device-id': 'web' });
    await login(app, user, { 'x-device-id': 'phone', 'x-device-type': 'ios' });
    const later = await login(app, user, { 'x-device-id': 'replaced' });
    await app.request('/api/user/logout', { method: 'POST', headers: bearer(loggedOut.token) });
    const devices = async (token: string) => (await list(token)).map(({ deviceId }) => deviceId).sort();
    expect(await devices(later.token)).toEqual(['phone', 'replaced', 'web']);
    context.clock.set('2026-12-05T00:00:00Z');
    const much = await login(app, user, { 'x-device-id': 'much later' });
    expect(await devices(much.token)).toEqual(['much later', 'phone']);
  });
});

describe('DELETE /api/user/sessions/{sessionId}', () => {
  it('ends that session with 440, for access and refresh token, and no other', async () => {
    const user = await mintUser(context);
    const [own, phone, desk] = [
      await login(app, user),
      await login(app, user, { 'x-device-id': 'phone' }),
      await login(app, user, { 'x-device-id': 'desk' }),
    ];
    const sessionId = String(decodeJwt(phone.token)['sid']);
    expect(await end(own.token, sessionId)).toEqual({
      status: 200,
      body: { status: 'success', status_code: 200, message: 'Signed out' },
    });
    expect([
      await statusOf(own.token),
      await statusOf(phone.token),
      await statusOf(desk.token),
      (await refresh(phone.refreshToken)).status,
    ]).toEqual([200, 440, 200, 440]);
    expect((await end(own.token, sessionId)).status).toBe(404);
  });

  it('may end the own session', async () => {
    const { token } = await login(app, await mintUser(context));
    expect((await end(token, String(decodeJwt(token)['sid']))).status).toBe(200);
    expect(await statusOf(token)).toBe(440);
  });

  it("answers 404 to somebody else's session, which goes on", async () => {
    const [own, other] = [await login(app, await mintUser(context)), await login(app, await mintUser(context))];
    expect(await end(own.token, String(decodeJwt(other.token)['sid']))).toMatchObject({
      status: 404,
      body: { message: 'There is no such session' },
    });
    expect(await statusOf(other.token)).toBe(200);
  });

  it("ends an operator's session with 420, renewed or not", async () => {
    const user = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const [own, other] = [await login(app, user), await login(app, user, { 'x-device-id': 'other' })];
    const { token: renewed } = (await (await refresh(other.refreshToken)).json()) as { token: string };
    expect((await end(own.token, String(decodeJwt(other.token)['sid']))).status).toBe(200);
    expect([
      await statusOf(own.token),
      await statusOf(other.token),
      await statusOf(renewed),
      (await refresh(other.refreshToken)).status,
    ]).toEqual([200, 420, 420, 420]);
  });
});

describe('DELETE /api/user/sessions', () => {
  it('ends every other session with 440; the device may log in again', async () => {
    const user = await mintUser(context);
    const [own, phone, desk] = [
      await login(app, user),
      await login(app, user, { 'x-device-id': 'phone' }),
      await login(app, user, { 'x-device-id': 'desk' }),
    ];
    expect((await end(own.token)).status).toBe(200);
    expect([await statusOf(own.token), await statusOf(phone.token), await statusOf(desk.token)]).toEqual([
      200, 440, 440,
    ]);
    expect((await list(own.token)).map(({ current }) => current)).toEqual([true]);
    expect(await statusOf((await login(app, user, { 'x-device-id': 'phone' })).token)).toBe(200);
  });

  it('keeps the own session after it was refreshed, too', async () => {
    const user = await mintUser(context);
    const own = await login(app, user);
    const { token } = (await (await refresh(own.refreshToken)).json()) as { token: string };
    await end(token);
    expect(await statusOf(token)).toBe(200);
  });
});
