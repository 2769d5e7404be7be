import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetExpiredRevocations } from '../../../../../src/platform/login/store/sessions.ts';
import { testContext, type TestContext } from '../../../../support/database.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let user: MintedUser;
const NOW = '2026-11-21T00:00:00Z';

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context);
  user = await mintUser(context, { permissions: ['reports:read'] });
});
beforeEach(() => {
  context.clock.set(NOW);
});

interface Answer {
  status_code: number;
  token: string;
  refreshToken: string;
  data: { access_token: string; refresh_token: string; expiresIn: number };
}

const ask = async (path: string, headers: Record<string, string>, body?: unknown) => {
  const init =
    body === undefined
      ? { method: 'POST', headers }
      : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await app.request(path, init);
  return { status: response.status, body: (await response.json()) as Answer };
};
const answers = async (token: string): Promise<number> =>
  (await app.request('/api/user/sessions', { headers: bearer(token) })).status;
const works = async (token: string): Promise<number> =>
  (await app.request('/api/user/logout', { method: 'POST', headers: bearer(token) })).status;

describe('POST /api/user/refreshToken and /api/user/refresh', () => {
  it.each(
    [
      ['header', (token: string) => ({ headers: bearer(token), query: '', body: undefined })],
      ['header beside an empty body', (token: string) => ({ headers: bearer(token), query: '', body: {} })],
      ['parameter jwt', (token: string) => ({ headers: {}, query: `?jwt=${token}`, body: undefined })],
      ['body refresh_token', (token: string) => ({ headers: {}, query: '', body: { refresh_token: token } })],
      ['body refreshToken', (token: string) => ({ headers: {}, query: '', body: { refreshToken: token } })],
    ].flatMap(([form, asked]) =>
      ['/api/user/refreshToken', '/api/user/refresh'].map(
        (path) =>
          [form, path, asked] as [
            string,
            string,
            (token: string) => { headers: Record<string, string>; query: string; body: unknown },
          ],
      ),
    ),
  )('give a new access token with the same claims and the same refresh token (%s, %s)', async (_, path, form) => {
    const before = await login(app, user);
    context.clock.set('2026-11-21T01:00:00Z');
    const { headers, query, body } = form(before.refreshToken);
    const answer = await ask(`${path}${query}`, headers, body);
    expect(answer.status).toBe(200);
    expect(answer.body.refreshToken).toBe(before.refreshToken);
    const { jti: oldJti, iat: _oldIat, exp: _oldExp, sid_exp: _oldEnd, ...oldClaims } = decodeJwt(before.token);
    const { jti, iat: _iat, exp, sid_exp: _end, ...claims } = decodeJwt(answer.body.token);
    expect(claims).toEqual(oldClaims);
    expect(jti).not.toBe(oldJti);
    expect(exp).toBe(Date.parse('2026-11-21T05:00:00Z') / 1000);
    expect(await works(answer.body.token)).toBe(200);
  });

  it('move the session record to the new token: the earlier one is taken for a minute more, then gets 440', async () => {
    const before = await login(app, user);
    const { body } = await ask('/api/user/refresh', {}, { refreshToken: before.refreshToken });
    context.clock.set('2026-11-21T00:00:59Z');
    expect([await answers(before.token), await answers(body.token)]).toEqual([200, 200]);
    context.clock.set('2026-11-21T00:01:00Z');
    expect([await answers(before.token), await answers(body.token)]).toEqual([440, 200]);
  });

  it.each([2, 3, 12])(
    'at the same moment, %i of them, leave all of their access tokens valid for a minute, then one',
    async (count) => {
      const before = await login(app, user, { 'x-device-id': `many ${count}` });
      const all = await Promise.all(
        Array.from({ length: count }, () => ask('/api/user/refresh', {}, { refreshToken: before.refreshToken })),
      );
      const tokens = all.map(({ body }) => body.token);
      context.clock.set('2026-11-21T00:00:59Z');
      expect(await Promise.all([before.token, ...tokens].map(answers))).toEqual(
        [before.token, ...tokens].map(() => 200),
      );
      context.clock.set('2026-11-21T00:01:00Z');
      expect((await Promise.all(tokens.map(answers))).sort()).toEqual([
        200,
        ...Array.from({ length: count - 1 }, () => 440),
      ]);
      expect(await answers(before.token)).toBe(440);
    },
  );

  it('one after the other leave each token valid for a minute from when it was replaced', async () => {
    const { token: first, refreshToken } = await login(app, user, { 'x-device-id': 'series' });
    const refreshAt = async (instant: string): Promise<string> => {
      context.clock.set(instant);
      return (await ask('/api/user/refresh', {}, { refreshToken })).body.token;
    };
    const second = await refreshAt('2026-11-21T00:00:10Z');
    const third = await refreshAt('2026-11-21T00:00:40Z');
    const seen = async (instant: string): Promise<number[]> => {
      context.clock.set(instant);
      return Promise.all([first, second, third].map(answers));
    };
    expect(await seen('2026-11-21T00:01:09Z')).toEqual([200, 200, 200]);
    expect(await seen('2026-11-21T00:01:10Z')).toEqual([440, 200, 200]);
    expect(await seen('2026-11-21T00:01:40Z')).toEqual([440, 440, 200]);
  });

  it.each(['logout', 'sign-out elsewhere'])('leave nothing of the earlier token after %s', async (way) => {
    const [own, other] = [
      await login(app, user, { 'x-device-id': 'own' }),
      await login(app, user, { 'x-device-id': 'other' }),
    ];
    const { body } = await ask('/api/user/refresh', {}, { refreshToken: other.refreshToken });
    const ended =
      way === 'logout'
        ? await works(body.token)
        : (await app.request('/api/user/sessions', { method: 'DELETE', headers: bearer(own.token) })).status;
    expect(ended).toBe(200);
    const code = way === 'logout' ? 420 : 440;
    expect([
      await answers(other.token),
      await answers(body.token),
      (await ask('/api/user/refresh', {}, { refreshToken: other.refreshToken })).status,
    ]).toEqual([code, code, code]);
  });

  it('answer exactly token and refreshToken on the short form', async () => {
    const { refreshToken } = await login(app, user);
    expect(Object.keys((await ask('/api/user/refresh', {}, { refreshToken })).body).sort()).toEqual([
      'refreshToken',
      'token',
    ]);
  });

  it.each(['/api/user/refreshToken', '/api/user/refresh'])(
    '%s answers 401 to a missing, unreadable or forged token',
    async (path) => {
      expect((await ask(path, {})).status).toBe(401);
      expect((await ask(path, {}, {})).status).toBe(401);
      const { refreshToken } = await login(app, user);
      const key = path.endsWith('refresh') ? 'refreshToken' : 'refresh_token';
      expect((await ask(path, {}, { [key]: 'x.y.z' })).status).toBe(401);
      const [header, payload, signature = ''] = refreshToken.split('.');
      expect((await ask(path, {}, { [key]: `${header}.${payload}.${[...signature].reverse().join('')}` })).status).toBe(
        401,
      );
    },
  );

  it('go on for 14 days after the last use on the web', async () => {
    const { refreshToken } = await login(app, user);
    const day = (days: number) => context.clock.set(new Date(Date.parse(NOW) + days * 86_400_000).toISOString());
    day(13);
    expect((await ask('/api/user/refreshToken', bearer(refreshToken))).body.refreshToken).toBe(refreshToken);
    day(13 + 13);
    expect((await ask('/api/user/refreshToken', bearer(refreshToken))).status).toBe(200);
    day(13 + 13 + 15);
    expect(await ask('/api/user/refreshToken', bearer(refreshToken))).toMatchObject({
      status: 401,
      body: { message: 'Refresh token has expired' },
    });
  });

  it('go on as long as they are used daily, until the logout', async () => {
    const { refreshToken } = await login(app, user);
    let token = '';
    for (let days = 1; days <= 60; days += 1) {
      context.clock.set(new Date(Date.parse(NOW) + days * 86_400_000).toISOString());
      const answer = await ask('/api/user/refreshToken', bearer(refreshToken));
      expect(answer.status).toBe(200);
      token = answer.body.token;
    }
    expect(await works(token)).toBe(200);
    expect((await ask('/api/user/refreshToken', bearer(refreshToken))).status).toBe(420);
    context.clock.set('2027-06-01T00:00:00Z');
    await forgetExpiredRevocations(context.database, context.clock.now());
    expect((await ask('/api/user/refreshToken', bearer(refreshToken))).status).toBe(401);
  });

  it('stay ended by a logout with the replaced token after revocations of the day were forgotten', async () => {
    const before = await login(app, user);
    context.clock.set('2026-11-21T03:59:30Z');
    await ask('/api/user/refreshToken', bearer(before.refreshToken));
    expect(await works(before.token)).toBe(200);
    context.clock.set('2026-12-05T02:00:00Z');
    await forgetExpiredRevocations(context.database, context.clock.now());
    expect((await ask('/api/user/refreshToken', bearer(before.refreshToken))).status).toBe(420);
  });

  it('never end by age on mobile devices', async () => {
    const mobile = await login(app, user, { 'x-device-id': 'phone', 'x-device-type': 'ios' });
    for (const instant of ['2036-12-05T00:00:00Z', '2046-12-05T00:00:00Z']) {
      context.clock.set(instant);
      expect((await ask('/api/user/refreshToken', bearer(mobile.refreshToken))).status).toBe(200);
    }
  });

  it('take the body before the header, which clients fill with their access token', async () => {
    const { token, refreshToken } = await login(app, user);
    expect((await ask('/api/user/refreshToken', bearer(token), { refresh_token: refreshToken })).status).toBe(200);
    expect((await ask('/api/user/refreshToken', bearer(refreshToken), { refresh_token: '' })).status).toBe(200);
  });

  it('answer 422 to an access token', async () => {
    const { token } = await login(app, user);
    expect(await ask('/api/user/refreshToken', bearer(token))).toMatchObject({
      status: 422,
      body: { status_code: 422 },
    });
  });

  it('answer 420 to a blocked user', async () => {
    const blocked = await mintUser(context);
    const { refreshToken } = await login(app, blocked);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      blocked.industryId,
      blocked.userId,
    ]);
    expect((await ask('/api/user/refreshToken', bearer(refreshToken))).status).toBe(420);
  });

  it('answer 440 to a refresh token whose session was taken over by a later login or ended', async () => {
    const first = await login(app, user);
    await login(app, user);
    expect((await ask('/api/user/refreshToken', bearer(first.refreshToken))).status).toBe(440);
  });

  it('end every access token of a login with its logout, those issued before a refresh included', async () => {
    const someone = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const before = await login(app, someone);
    const { body } = await ask('/api/user/refreshToken', bearer(before.refreshToken));
    expect(await works(body.token)).toBe(200);
    expect(await works(before.token)).toBe(420);
  });
});

describe('GET /api/admin/auth/refresh', () => {
  const refresh = async (token: string) => {
    const response = await app.request('/api/admin/auth/refresh', { headers: bearer(token) });
    return {
      status: response.status,
      body: (await response.json()) as { access_token: string; refresh_token: string },
    };
  };

  it('answers in the shape of the login', async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const { refreshToken } = await login(app, operator);
    expect((await refresh(refreshToken)).body).toEqual({
      access_token: expect.any(String),
      refresh_token: refreshToken,
      userId: operator.userId,
      email: operator.email,
      username: operator.username,
      role: 'admin',
      loginType: 'DEFAULT',
    });
  });

  it('returns the refresh token unchanged until 7 days before its expiry, and a renewed one from then on', async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const { refreshToken } = await login(app, operator);
    context.clock.set('2026-11-27T23:59:59Z');
    expect((await refresh(refreshToken)).body.refresh_token).toBe(refreshToken);
    context.clock.set('2026-11-28T00:00:01Z');
    const renewed = (await refresh(refreshToken)).body;
    expect(decodeJwt(renewed.refresh_token).exp).toBe(Date.parse('2026-12-12T00:00:01Z') / 1000);
    expect((await refresh(renewed.refresh_token)).status).toBe(200);
  });

  it('ends with the logout, renewed or not', async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const { refreshToken } = await login(app, operator);
    context.clock.set('2026-11-30T00:00:00Z');
    const renewed = (await refresh(refreshToken)).body;
    expect(await works(renewed.access_token)).toBe(200);
    expect((await refresh(refreshToken)).status).toBe(420);
    expect((await refresh(renewed.refresh_token)).status).toBe(420);
  });

  it('answers 422 to an access token', async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    expect((await refresh((await login(app, operator)).token)).status).toBe(422);
  });
});
