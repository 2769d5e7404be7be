import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { mintId, testContext, type TestContext } from '../../../../support/database.ts';
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
let user: MintedUser;

beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
  user = await mintUser(context, { permissions: ['reports:read'] });
});

const post = (headers: Record<string, string>, body?: unknown) =>
  app.request('/api/user/login', {
    method: 'POST',
    headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

describe('POST /api/user/login', () => {
  it('answers with the keys of both response forms', async () => {
    const response = await post({ username: user.username, password: PASSWORD, LoginType: 'DEFAULT' });
    expect(response.status).toBe(200);
    const body = (await response.json()) as { data: { access_token: string; refresh_token: string } };
    expect(body).toEqual({
      status: 'success',
      status_code: 200,
      message: 'Login successful',
      data: {
        access_token: expect.any(String),
        refresh_token: expect.any(String),
        expiresIn: 14400,
        user: {
          userId: user.userId,
          email: user.email,
          username: user.username,
          role: 'user',
          industryId: user.industryId,
          industryName: `${user.industryId} Ltd`,
        },
      },
      token: body.data.access_token,
      refreshToken: body.data.refresh_token,
      loginData: { userId: user.userId, name: user.username, email: user.email, role: 'user' },
      permissions: ['reports:read'],
    });
  });

  it('puts the claims of the specification into the token', async () => {
    const { token } = await login(app, user);
    const now = context.clock.now() / 1000;
    expect(decodeJwt(token)).toMatchObject({
      sub: user.industryId,
      userId: user.userId,
      email: user.email,
      username: user.username,
      role: 'user',
      permissions: ['reports:read'],
      loginType: 'DEFAULT',
      token_use: 'access',
      exp: now + 4 * 3600,
      jti: expect.any(String),
    });
  });

  it('can be refreshed for 14 days on the web and without end on mobile devices; the refresh token itself bears no expiry', async () => {
    const [web, mobile] = [
      await login(app, user),
      await login(app, user, { 'x-device-type': 'android', 'x-device-id': 'phone' }),
    ];
    expect([web, mobile].map(({ refreshToken }) => decodeJwt(refreshToken).exp)).toEqual([undefined, undefined]);
    expect(decodeJwt(web.token)['sid_exp']).toBe(context.clock.now() / 1000 + 14 * 86_400);
    expect(decodeJwt(mobile.token)['sid_exp']).toBeUndefined();
  });

  it.each([
    ['e-mail address', () => user.email],
    ['username in capitals', () => user.username.toUpperCase()],
  ])('takes the %s as name', async (_, name) => {
    expect((await post({ username: name(), password: PASSWORD })).status).toBe(200);
  });

  it('takes a JSON body', async () => {
    expect((await post({}, { email: user.email, password: PASSWORD, loginType: 'DEFAULT' })).status).toBe(200);
    expect((await post({}, { email: user.email, username: mintId('another'), password: PASSWORD })).status).toBe(200);
  });

  it('is not stored by caches', async () => {
    expect((await post({ username: user.username, password: PASSWORD })).headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['a wrong password', () => ({ username: user.username, password: 'wrong-password' })],
    ['an unknown user', () => ({ username: mintId('nobody'), password: PASSWORD })],
    ["an unknown O'Brien", () => ({ username: `${mintId('nobody')} O'Brien`, password: PASSWORD })],
  ])('answers %s with 1401 Invalid Credentials', async (_, headers) => {
    const response = await post(headers());
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ status: 'failed', status_code: 1401, message: 'Invalid Credentials' });
  });

  it.each([
    ['username', { password: PASSWORD }],
    ['password', { username: 'someone' }],
  ])('names the missing header %s', async (name, headers) => {
    const response = await post(headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status_code: 1403, message: `'${name}' missing` });
  });

  it.each([
    ['SSO', "'Authorization' missing"],
    ['social', "'Authorization' missing"],
    ['otp', "Invalid 'username': it is not a phone number"],
  ])('takes no password with login type %s', async (type, message) => {
    const response = await post({ LoginType: type, username: user.username, password: PASSWORD });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ status_code: 1403, message: expect.stringContaining(message) });
  });

  it.each(['DOCS', 'MAGIC'])('refuses login type %s, naming what is allowed', async (type) => {
    expect(await (await post({ LoginType: type })).json()).toMatchObject({
      status_code: 1403,
      message: `Invalid 'LoginType': '${type}' is not one of DEFAULT, SSO, SOCIAL, OTP`,
    });
  });

  it('answers malformed JSON and a body of the wrong shape with 1430', async () => {
    const broken = await app.request('/api/user/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":',
    });
    expect(broken.status).toBe(400);
    expect(await broken.json()).toMatchObject({ status_code: 1430 });
    expect(await (await post({}, { email: 5, password: PASSWORD })).json()).toMatchObject({
      status_code: 1430,
      errors: [{ field: 'email' }],
    });
  });

  it.each([
    ['headers', (name: string) => post({ username: Buffer.from(name, 'utf8').toString('latin1'), password: PASSWORD })],
    ['a body', (name: string) => post({}, { email: name, password: PASSWORD })],
  ])('refuses a name that no account can have, in %s, saying why', async (_, ask) => {
    const response = await ask(`${user.username}\u200B`);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      status_code: 1403,
      errors: [{ field: 'username', problem: 'holds a character that cannot be seen, U+200B' }],
    });
  });

  it('counts failed attempts by username and e-mail address together', async () => {
    const guessed = await mintUser(context);
    const statuses: number[] = [];
    for (let time = 0; time < 12; time += 1)
      statuses.push(
        (await post({ username: time % 2 === 0 ? guessed.username : guessed.email, password: 'wrong-password' }))
          .status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  it('lets a password hold anything, an e-mail address not', async () => {
    expect(await (await post({}, { email: user.email, password: "' OR 1=1 --" })).json()).toMatchObject({
      status_code: 1401,
    });
    expect(await (await post({}, { email: "' OR 1=1 --", password: PASSWORD })).json()).toMatchObject({
      status_code: 405,
    });
  });

  it('understands a password in UTF-8 and in Latin-1 headers', async () => {
    const accented = await mintUser(context);
    const { hashPassword } = await import('../../../../../src/platform/login/rules/password.ts');
    await context.database.execute('UPDATE tenant.app_user SET password_hash = $2 WHERE user_key = $1', [
      accented.userKey,
      await hashPassword('Wässer-ok'),
    ]);
    const utf8AsNodeReadsIt = Buffer.from('Wässer-ok', 'utf8').toString('latin1');
    expect((await post({ username: accented.username, password: utf8AsNodeReadsIt })).status).toBe(200);
    expect((await post({ username: accented.username, password: 'Wässer-ok' })).status).toBe(200);
  });

  it('tells a disabled user so, but only with the right password', async () => {
    const disabled = await mintUser(context);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      disabled.industryId,
      disabled.userId,
    ]);
    expect((await post({ username: disabled.username, password: PASSWORD })).status).toBe(420);
    expect((await post({ username: disabled.username, password: 'wrong-password' })).status).toBe(401);
  });

  it('does not know a removed user', async () => {
    const removed = await mintUser(context);
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [
      removed.userKey,
    ]);
    expect((await post({ username: removed.username, password: PASSWORD })).status).toBe(401);
  });

  it('gives an e-mail address to its owner, whatever name another user chose', async () => {
    const impostor = await mintUser(context);
    await context.database.execute('UPDATE tenant.app_user SET username = $2 WHERE user_key = $1', [
      impostor.userKey,
      user.email,
    ]);
    expect(await (await post({ username: user.email, password: PASSWORD })).json()).toMatchObject({
      loginData: { userId: user.userId },
    });
  });
});

describe('GET /api/user/user/login', () => {
  it('is the same login', async () => {
    const response = await app.request('/api/user/user/login', {
      headers: { username: user.username, password: PASSWORD, logintype: 'DEFAULT' },
    });
    expect(response.status).toBe(200);
    const { token } = (await response.json()) as { token: string };
    expect((await app.request('/api/user/logout', { method: 'POST', headers: bearer(token) })).status).toBe(200);
  });
});
