import { decodeJwt, SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../../src/service/routes/routes.ts';
import { testContext, type TestContext } from '../../../support/database.ts';
import {
  bearer,
  from,
  login,
  type MintedUser,
  mintUser,
  SECRET,
  testApp,
  type TestApp,
} from '../../../service/support/app-fixture.ts';
import { PROBES } from '../../../service/support/probes.ts';

let context: TestContext;
let app: TestApp;
let user: MintedUser;
let operator: MintedUser;
const NOW = '2026-11-21T00:00:00Z';

beforeAll(async () => {
  context = await testContext(NOW);
  app = testApp(context, {}, [...ROUTES, ...PROBES]);
  user = await mintUser(context, { permissions: ['readings:write'] });
  operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
});
beforeEach(() => {
  context.clock.set(NOW);
});

const ask = async (headers: Record<string, string>, path = '/api/external/probe') => {
  const response = await app.request(path, { headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};
const failed = (status: number, message: string) => ({
  status,
  body: { status: 'failed', status_code: status, message },
});

/** A token as its payload says, signed with the secret of the tests or another one. */
const sign = (claims: Record<string, unknown>, secret = SECRET) =>
  new SignJWT({
    email: '',
    username: '',
    role: 'user',
    permissions: [],
    loginType: 'DEFAULT',
    jti: 'never-issued',
    sid: 'never-issued',
    token_use: 'access',
    iat: 1,
    ...claims,
  })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(Buffer.from(secret));

describe('the request check', () => {
  it('lets a token through, as Bearer or as query parameter jwt', async () => {
    const { token } = await login(app, user);
    expect((await ask(bearer(token))).status).toBe(200);
    expect((await ask({}, `/api/external/probe?jwt=${token}`)).status).toBe(200);
  });

  it('takes the token of the header where both are given', async () => {
    const [inHeader, inQuery] = [
      await login(app, user, { 'x-device-id': 'both' }),
      await login(app, await mintUser(context)),
    ];
    expect((await ask(bearer(inHeader.token), `/api/external/probe?jwt=${inQuery.token}`)).body).toMatchObject({
      userId: user.userId,
    });
    expect((await ask(bearer('a.b.c'), `/api/external/probe?jwt=${inQuery.token}`)).status).toBe(401);
  });

  it('2: answers 401 without a token', async () => {
    expect(await ask({})).toMatchObject(failed(401, 'Token is missing'));
    expect(await ask({ authorization: 'Basic dTpw' })).toMatchObject(failed(401, 'Token is missing'));
  });

  it.each(['x', 'a.b.c', 'eyJhbGciOiJIUzI1NiJ9.e30.x'])(
    '3: answers 401 to a token from which user and industry cannot be read (%s)',
    async (token) => {
      expect(await ask(bearer(token))).toMatchObject(failed(401, 'Invalid token format'));
    },
  );

  it("3: needs no more than the user and the industry: the specification's claims alone lead to 440, for operators to 420", async () => {
    const bare = (claims: Record<string, unknown>, more: Record<string, unknown> = {}) =>
      new SignJWT({ ...claims, ...more }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));
    const tenant = { sub: user.industryId, userId: user.userId };
    const inFull = {
      email: user.email,
      username: user.username,
      role: 'user',
      permissions: [],
      loginType: 'DEFAULT',
      iat: 1,
    };
    for (const more of [{}, inFull, { jti: 5 }, { sid: 'a\0b' }])
      expect((await ask(bearer(await bare(tenant, more)))).status).toBe(440);
    const ofOperator = { sub: 'INTERNAL', userId: operator.userId };
    for (const more of [{}, { ...inFull, role: 'admin', industryId: 'INTERNAL', jti: 'x', sid: 'x' }])
      expect(await ask(bearer(await bare(ofOperator, more)))).toMatchObject(failed(420, 'Invalid token'));
    for (const claims of [
      { sub: user.industryId },
      { userId: user.userId },
      { sub: '', userId: 'x' },
      { sub: 'a\0b', userId: 'x' },
    ])
      expect(await ask(bearer(await bare(claims)))).toMatchObject(failed(401, 'Invalid token format'));
  });

  it('5: takes no token for an access token that does not say it is one, not even that of a session', async () => {
    const { refreshToken } = await login(app, user, { 'x-device-id': 'unsaid' });
    const { token_use: _use, ...claims } = decodeJwt(refreshToken);
    expect(
      await ask(bearer(await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET)))),
    ).toMatchObject(failed(420, 'Invalid token'));
  });

  it('4: answers 440 to a token no session record holds, before looking at its signature', async () => {
    const forged = await sign({ sub: user.industryId, userId: user.userId }, 'another-secret-of-some-length-here');
    expect((await ask(bearer(forged))).status).toBe(440);
    expect((await ask(bearer(await sign({ sub: 'NO_SUCH_INDUSTRY', userId: 'nobody' })))).status).toBe(440);
  });

  it('4: answers 440 when the record is inactive, or holds a later token of the same device', async () => {
    const first = await login(app, user, { 'x-device-id': 'four' });
    const second = await login(app, user, { 'x-device-id': 'four' });
    expect((await ask(bearer(first.token))).status).toBe(440);
    expect((await ask(bearer(second.token))).status).toBe(200);
    await context.database.execute(
      "UPDATE tenant.session SET active = false WHERE user_key = $1 AND device_id = 'four'",
      [user.userKey],
    );
    expect((await ask(bearer(second.token))).status).toBe(440);
  });

  it('4: keeps sessions of different devices and addresses apart', async () => {
    const tokens = [
      await login(app, user, { 'x-device-id': 'a' }),
      await login(app, user, { 'x-device-id': 'b' }),
      await login(app, user, { 'x-device-id': 'a', host: 'other.example.org' }),
    ];
    for (const { token } of tokens) expect((await ask(bearer(token))).status).toBe(200);
  });

  it('4: skips the session record for INTERNAL', async () => {
    const { token } = await login(app, operator);
    await context.database.execute('DELETE FROM tenant.session WHERE user_key = $1', [operator.userKey]);
    expect((await ask(bearer(token))).status).toBe(200);
  });

  it('5: answers 420 to an expired token', async () => {
    const { token } = await login(app, user, { 'x-device-id': 'five' });
    context.clock.set('2026-11-21T03:59:59Z');
    expect((await ask(bearer(token))).status).toBe(200);
    context.clock.set('2026-11-21T04:00:00Z');
    expect(await ask(bearer(token))).toMatchObject(failed(420, 'Token has expired'));
  });

  it('5: answers 420 to a token signed with another secret, changed, or not signed', async () => {
    const { token } = await login(app, user, { 'x-device-id': 'sig' });
    const [header, payload, signature = ''] = token.split('.');
    const damaged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect(await ask(bearer(`${header}.${payload}.${damaged}`))).toMatchObject(failed(420, 'Invalid token'));
    const claims = { sub: 'INTERNAL', userId: operator.userId };
    expect((await ask(bearer(await sign(claims, 'another-secret-of-some-length-here')))).status).toBe(420);
    const unsigned = new UnsecuredJWT({
      email: '',
      username: '',
      role: 'admin',
      permissions: [],
      loginType: 'DEFAULT',
      jti: 'x',
      sid: 'x',
      token_use: 'access',
      iat: 1,
      ...claims,
    }).encode();
    expect((await ask(bearer(unsigned))).status).toBe(420);
  });

  it('5: answers 420 after logout, to the token and to its refresh token', async () => {
    const { token, refreshToken } = await login(app, user, { 'x-device-id': 'out' });
    const loggedOut = await app.request('/api/user/logout', { method: 'POST', headers: bearer(token) });
    expect(await loggedOut.json()).toMatchObject({ status: 'success', status_code: 200 });
    expect((await ask(bearer(token))).status).toBe(420);
    expect(
      (await app.request('/api/user/refreshToken', { method: 'POST', headers: bearer(refreshToken) })).status,
    ).toBe(420);
  });

  it('answers 440 instead to a token logged out of whose device has logged in again: the session is looked at first', async () => {
    const before = await login(app, user, { 'x-device-id': 'again' });
    await app.request('/api/user/logout', { method: 'POST', headers: bearer(before.token) });
    const after = await login(app, user, { 'x-device-id': 'again' });
    expect([(await ask(bearer(before.token))).status, (await ask(bearer(after.token))).status]).toEqual([440, 200]);
  });

  it('checks in the order 401, 440, 420: each step hides the later ones', async () => {
    const someone = await mintUser(context);
    const forged = await sign(
      { sub: someone.industryId, userId: someone.userId },
      'another-secret-of-some-length-here',
    );
    const { token } = await login(app, someone);
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
      someone.industryId,
      someone.userId,
    ]);
    expect([
      (await ask(bearer('a.b.c'))).status,
      (await ask(bearer(forged))).status,
      (await ask(bearer(token))).status,
    ]).toEqual([401, 440, 420]);
    await context.database.execute('UPDATE tenant.session SET active = false WHERE user_key = $1', [someone.userKey]);
    expect((await ask(bearer(token))).status).toBe(440);
    context.clock.set('2026-11-22T00:00:00Z');
    expect((await ask(bearer(token))).status).toBe(440);
  });

  it.each(['user', 'industry'] as const)('6: answers 420 Invalid token while the %s is disabled', async (kind) => {
    const someone = await mintUser(context);
    const { token } = await login(app, someone);
    const disabled = [someone.industryId, kind === 'user' ? someone.userId : ''];
    await context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', disabled);
    expect(await ask(bearer(token))).toMatchObject(failed(420, 'Invalid token'));
    await context.database.execute('DELETE FROM tenant.disabled WHERE industry_id = $1 AND user_id = $2', disabled);
    expect((await ask(bearer(token))).status).toBe(200);
  });

  it('answers 420 to an operator who was removed', async () => {
    const former = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const { token } = await login(app, former);
    await context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [
      former.userKey,
    ]);
    expect((await ask(bearer(token))).status).toBe(420);
  });

  it("7: loads today's permissions and today's industry, whatever the token says", async () => {
    const someone = await mintUser(context, { permissions: ['reports:read'] });
    const { token } = await login(app, someone);
    expect((await ask(bearer(token))).body).toMatchObject({
      permissions: ['reports:read'],
      industryId: someone.industryId,
      units: [],
    });
    await context.database.execute("UPDATE tenant.app_user SET permissions = '{batch:run}' WHERE user_key = $1", [
      someone.userKey,
    ]);
    await context.database.execute(
      "INSERT INTO tenant.unit (industry_key, unit_id, display_name, si_unit, position) VALUES ($1, 'M1', 'Meter', 'KL', 0)",
      [someone.industryKey],
    );
    await context.database.execute(
      `INSERT INTO tenant.unit_version (unit_key, effective_from, standard_category_id, flow_factor, min_non_zero_threshold, data_update_frequency_seconds, params, meta)
       SELECT unit_key, '2000-01-01', 'FLOW_CATEGORY', 1, 0, 300, '{}', '{}' FROM tenant.unit WHERE industry_key = $1`,
      [someone.industryKey],
    );
    expect((await ask(bearer(token))).body).toMatchObject({ permissions: ['batch:run'], units: ['M1'] });
  });

  it('refuses a refresh token where an access token belongs', async () => {
    const { refreshToken } = await login(app, user, { 'x-device-id': 'kinds' });
    expect(await ask(bearer(refreshToken))).toMatchObject(
      failed(401, 'A refresh token cannot be used as an access token'),
    );
  });
});

describe('permissions', () => {
  it('are refused with 401 naming what is missing', async () => {
    const { token } = await login(app, user, { 'x-device-id': 'permissions' });
    expect((await ask(bearer(token), '/api/external/probe/write')).status).toBe(200);
    expect(await ask(bearer(token), '/api/external/probe/both')).toMatchObject(
      failed(401, 'Access denied. Missing required permissions: reports:read'),
    );
  });

  it('are not implied by the role admin of an industry', async () => {
    const admin = await mintUser(context, { role: 'admin' });
    const { token } = await login(app, admin);
    expect(await ask(bearer(token), '/api/external/probe/both')).toMatchObject(
      failed(401, 'Access denied. Missing required permissions: readings:write, reports:read'),
    );
  });
});

describe('targetIndustryId', () => {
  it('lets an operator act on another industry, named by header or query', async () => {
    const { token } = await login(app, operator, { 'x-device-id': 'target' });
    expect((await ask({ ...bearer(token), targetIndustryId: user.industryId })).body).toMatchObject({
      industryId: user.industryId,
      industryName: `${user.industryId} Ltd`,
      homeIndustryId: 'INTERNAL',
    });
    expect((await ask(bearer(token), `/api/external/probe?targetIndustryId=${user.industryId}`)).body).toMatchObject({
      industryId: user.industryId,
    });
    expect((await ask(bearer(token))).body).toMatchObject({ industryId: 'INTERNAL' });
  });

  it('counts as absent when it is empty, for everybody', async () => {
    const tokens = [
      await login(app, operator, { 'x-device-id': 'empty' }),
      await login(app, user, { 'x-device-id': 'empty' }),
    ];
    for (const { token } of tokens) {
      const own = (await ask(bearer(token))).body['homeIndustryId'];
      expect(
        await ask({ ...bearer(token), targetIndustryId: '' }, '/api/external/probe?targetIndustryId='),
      ).toMatchObject({ status: 200, body: { industryId: own } });
    }
    const { token } = await login(app, operator, { 'x-device-id': 'empty' });
    expect(
      (await ask({ ...bearer(token), targetIndustryId: '' }, `/api/external/probe?targetIndustryId=${user.industryId}`))
        .body,
    ).toMatchObject({ industryId: user.industryId });
  });

  it('is refused with 403 to everybody else, admins of an industry included', async () => {
    const admin = await mintUser(context, { role: 'admin', permissions: ['admin:*'] });
    const { token } = await login(app, admin);
    expect((await ask({ ...bearer(token), targetIndustryId: user.industryId })).status).toBe(403);
    expect((await ask({ ...bearer(token), targetIndustryId: 'NO_SUCH_INDUSTRY' })).status).toBe(403);
    expect((await ask({ ...bearer(token), targetIndustryId: admin.industryId })).status).toBe(200);
  });

  it('is 1403 when it names no industry', async () => {
    const { token } = await login(app, operator, { 'x-device-id': 'target' });
    expect((await ask({ ...bearer(token), targetIndustryId: 'NO_SUCH_INDUSTRY' })).body).toMatchObject({
      status_code: 1403,
      message: "Invalid 'targetIndustryId': 'NO_SUCH_INDUSTRY' is not an industry",
    });
  });
});

describe('routes for operators', () => {
  it('answer 403 to users of industries and to guests of INTERNAL', async () => {
    const admin = await mintUser(context, { role: 'admin', permissions: ['admin:*'] });
    const guest = await mintUser(context, { industryId: 'INTERNAL', role: 'guest' });
    for (const someone of [admin, guest])
      expect(await ask(bearer((await login(app, someone)).token), '/api/admin/probe')).toMatchObject(
        failed(403, 'This endpoint is for operators'),
      );
    expect(
      (await ask(bearer((await login(app, operator, { 'x-device-id': 'operators' })).token), '/api/admin/probe'))
        .status,
    ).toBe(200);
  });
});

describe('routes that need no token', () => {
  it('answer this machine and private networks alone unless a shared secret is set', async () => {
    const answerTo = (address: string, headers: Record<string, string> = {}, path = '/api/admin/probe/open') =>
      app.request(path, { headers }, from(address));
    for (const inside of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '10.1.2.3', '192.168.0.9', 'fd00::9', 'fe80::9%eth0'])
      expect((await answerTo(inside)).status, inside).toBe(200);
    const { token } = await login(app, operator, { 'x-device-id': 'outside' });
    for (const headers of [{}, { 'x-forwarded-for': '127.0.0.1' }, { 'x-internal-secret': 'guessed' }, bearer(token)]) {
      const answer = await answerTo('203.0.113.7', headers);
      expect([answer.status, await answer.json()]).toEqual([
        401,
        { status: 'failed', status_code: 401, message: expect.stringContaining('private networks only') },
      ]);
    }
    for (const { method, path } of ROUTES.filter(({ access }) => access === 'open')) {
      const answer = await app.request(path, { method: method.toUpperCase() }, from('198.51.100.9'));
      expect(answer.status, path).toBe(401);
    }
  });

  it('answer no page of others that a browser within the network has open', async () => {
    for (const [site, status] of Object.entries({ 'cross-site': 401, 'same-site': 401, 'same-origin': 200, none: 200 }))
      expect(
        (await app.request('/api/admin/probe/open', { headers: { 'sec-fetch-site': site } }, from('127.0.0.1'))).status,
        site,
      ).toBe(status);
  });

  it('ask for the shared secret where one is set', async () => {
    const closed = testApp(context, { internalSecret: 'a-shared-secret' }, [...ROUTES, ...PROBES]);
    const status = async (headers: Record<string, string>) =>
      (await closed.request('/api/admin/probe/open', { headers })).status;
    expect(await status({})).toBe(401);
    expect(await status({ 'x-internal-secret': 'a-shared-secreT' })).toBe(401);
    expect(await status({ 'x-internal-secret': 'a-shared-secret' })).toBe(200);
  });
});
