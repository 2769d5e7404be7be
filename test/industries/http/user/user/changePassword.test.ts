import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../../../../support/database.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
});

const NEW = 'River-bank-2';
const change = async (token: string, body: unknown) => {
  const response = await app.request('/api/user/user/changePassword', {
    method: 'POST',
    headers: { ...bearer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const statusOf = async (token: string): Promise<number> =>
  (await app.request('/api/user/user', { headers: bearer(token) })).status;
const refreshStatusOf = async (token: string): Promise<number> =>
  (await app.request('/api/user/refreshToken', { method: 'POST', headers: bearer(token) })).status;
const loginStatus = async (user: MintedUser, password: string): Promise<number> =>
  (
    await app.request('/api/user/login', {
      method: 'POST',
      headers: { username: user.username, password, 'x-device-id': 'check' },
    })
  ).status;

describe('POST /api/user/user/changePassword', () => {
  it('replaces the password', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    expect(await change(token, { oldPassword: PASSWORD, newPassword: NEW })).toEqual({
      status: 200,
      body: { status: 'success', status_code: 200, message: 'Password changed' },
    });
    expect([await loginStatus(user, PASSWORD), await loginStatus(user, NEW)]).toEqual([401, 200]);
  });

  it('ends every other session of the user with 440, its refresh tokens too, and keeps its own', async () => {
    const [user, other] = [await mintUser(context), await mintUser(context)];
    const own = await login(app, user, { 'x-device-id': 'own' });
    const phone = await login(app, user, { 'x-device-id': 'phone', 'x-device-type': 'ios' });
    const others = await login(app, other);
    await change(own.token, { oldPassword: PASSWORD, newPassword: NEW });
    expect([await statusOf(own.token), await statusOf(phone.token), await statusOf(others.token)]).toEqual([
      200, 440, 200,
    ]);
    expect([await refreshStatusOf(phone.refreshToken), await refreshStatusOf(own.refreshToken)]).toEqual([440, 200]);
  });

  it("ends an operator's other logins with 420, those replaced on the same device too, though no session record binds them", async () => {
    const user = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    context.clock.set('2026-11-21T00:00:00Z');
    const replaced = await login(app, user, { 'x-device-id': 'desk' });
    context.clock.set('2026-11-21T00:00:10Z');
    const earlier = await login(app, user, { 'x-device-id': 'desk' });
    const own = await login(app, user, { 'x-device-id': 'own' });
    context.clock.set('2026-11-21T00:00:10.500Z');
    expect([await statusOf(replaced.token), await statusOf(earlier.token)]).toEqual([200, 200]);
    await change(own.token, { oldPassword: PASSWORD, newPassword: NEW });
    const later = await app.request('/api/user/login', {
      method: 'POST',
      headers: { username: user.username, password: NEW, 'x-device-id': 'later' },
    });
    const { token } = (await later.json()) as { token: string };
    expect([
      await statusOf(replaced.token),
      await statusOf(earlier.token),
      await statusOf(own.token),
      await statusOf(token),
    ]).toEqual([420, 420, 200, 200]);
    expect([
      await refreshStatusOf(replaced.refreshToken),
      await refreshStatusOf(earlier.refreshToken),
      await refreshStatusOf(own.refreshToken),
    ]).toEqual([420, 420, 200]);
  });

  it('changes nothing when the old password is wrong', async () => {
    const user = await mintUser(context);
    const [own, phone] = [await login(app, user), await login(app, user, { 'x-device-id': 'phone' })];
    expect(await change(own.token, { oldPassword: 'wrong-password', newPassword: NEW })).toEqual({
      status: 401,
      body: { status: 'failed', status_code: 1401, message: 'Invalid Credentials' },
    });
    expect([await loginStatus(user, PASSWORD), await loginStatus(user, NEW), await statusOf(phone.token)]).toEqual([
      200, 401, 200,
    ]);
  });

  it.each([
    [
      { oldPassword: PASSWORD, newPassword: 'four' },
      "Invalid 'newPassword': '[not shown]' is not 5 to 30 characters without blanks",
    ],
    [
      { oldPassword: PASSWORD, newPassword: 'x'.repeat(31) },
      "Invalid 'newPassword': '[not shown]' is not 5 to 30 characters without blanks",
    ],
    [
      { oldPassword: PASSWORD, newPassword: 'with blanks in it' },
      "Invalid 'newPassword': '[not shown]' is not 5 to 30 characters without blanks",
    ],
    [{ oldPassword: PASSWORD, newPassword: PASSWORD }, "Invalid 'newPassword': is the old password"],
    [{ oldPassword: PASSWORD }, "'newPassword' missing"],
    [{ newPassword: NEW }, "'oldPassword' missing"],
  ])('refuses %j', async (body, message) => {
    const { token } = await login(app, await mintUser(context));
    expect(await change(token, body)).toMatchObject({ status: 400, body: { status_code: 1430, message } });
  });

  it('answers 429 after ten attempts in a quarter of an hour, and no other user', async () => {
    const [own, other] = [await login(app, await mintUser(context)), await login(app, await mintUser(context))];
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await change(own.token, { oldPassword: 'wrong-password', newPassword: NEW })).status).toBe(401);
    expect((await change(own.token, { oldPassword: PASSWORD, newPassword: NEW })).status).toBe(429);
    expect((await change(other.token, { oldPassword: PASSWORD, newPassword: NEW })).status).toBe(200);
    context.clock.set(new Date(context.clock.now() + 15 * 60_000).toISOString());
    expect((await change(own.token, { oldPassword: PASSWORD, newPassword: NEW })).status).toBe(200);
  });

  it('lets one of two changes at once win', async () => {
    const user = await mintUser(context);
    const { token } = await login(app, user);
    const answers = await Promise.all(
      ['First-new-1', 'Second-new-2'].map((newPassword) => change(token, { oldPassword: PASSWORD, newPassword })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it('takes passwords that look like an injection', async () => {
    const user = await mintUser(context);
    const newPassword = "';DROP/**/TABLE--x";
    expect((await change((await login(app, user)).token, { oldPassword: PASSWORD, newPassword })).status).toBe(200);
    expect(await loginStatus(user, newPassword)).toBe(200);
  });
});
