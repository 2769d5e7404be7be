import { beforeAll, describe, expect, it } from 'vitest';
import { mintWorks } from '../../../readings/works.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import {
  bearer,
  login,
  type MintedUser,
  mintUser,
  testApp,
  type TestApp,
} from '../../../service/support/app-fixture.ts';

const PATH = '/api/user/accounts';
const NEW = 'Another-horse-2';
let context: TestContext;
let app: TestApp;
let industryId: string;
let chief: MintedUser;
let asChief: Record<string, string>;
const jobs: unknown[] = [];

beforeAll(async () => {
  context = await testContext('2026-11-21T12:00:00Z');
  const queue = { send: async (_: string, payload: object) => void jobs.push(payload) };
  app = testApp(context, { publicUrl: 'https://water.example' }, undefined, { queue });
  industryId = (await mintWorks(context)).industryId;
  chief = await mintUser(context, { industryId, role: 'admin', permissions: ['accounts:write', 'reports:read'] });
  asChief = bearer((await login(app, chief)).token);
});

async function ask(method: string, path: string, body?: unknown, as = asChief) {
  const response = await app.request(path, {
    method,
    headers: { ...as, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as {
    message: string;
    errors?: readonly unknown[];
    data: { link: string | null; expiresAt: string | null; accounts: Record<string, unknown>[] };
  };
  return { ...answer, status: response.status };
}
const guest = (more: object = {}) => {
  const username = mintId('p').slice(-24).toLowerCase();
  return { email: `${username}@works.example`, username, permissions: ['reports:read'], ...more };
};
const found = async (userId: string) =>
  (await ask('GET', PATH)).data.accounts.find((person) => person['userId'] === userId);

describe('an invited person', () => {
  it('has no password until the link of seven days is used, and is seen once logged in', async () => {
    const invited = guest({ by: 'hand' });
    const { data, message } = await ask('POST', PATH, invited);
    expect([message, data.expiresAt]).toEqual(['Hand this link over', '2026-11-28T12:00:00.000Z']);
    expect(await found(invited.username)).toMatchObject({ role: 'user', disabled: false, lastSeen: null });
    const token = new URL(data.link ?? '').searchParams.get('token');
    const set = await app.request('/api/user/password/reset', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token, newPassword: NEW }),
    });
    const headers = { username: invited.username, password: NEW };
    const entered = await app.request('/api/user/login', { method: 'POST', headers });
    expect([set.status, entered.status]).toEqual([200, 200]);
    expect(await found(invited.username)).toMatchObject({ lastSeen: '2026-11-21T12:00:00.000Z' });
  });

  it('gets a mail that says who invites', async () => {
    jobs.length = 0;
    expect(await ask('POST', PATH, guest())).toMatchObject({ status: 200, data: { link: null, expiresAt: null } });
    expect(jobs).toEqual([
      {
        userKey: expect.any(Number),
        isTooMany: false,
        invitedBy: chief.userId,
        request: { requestId: expect.any(String), askedAt: expect.any(Number) },
      },
    ]);
  });

  it.each([
    ['a username that is taken', () => guest({ username: chief.username })],
    ['an address that is none', () => guest({ email: 'nobody' })],
    ['an unknown permission', () => guest({ permissions: ['water:drink'] })],
    ['a password', () => guest({ password: NEW })],
  ])('with %s is refused, and nobody is made', async (_, body) => {
    const before = (await ask('GET', PATH)).data.accounts.length;
    expect((await ask('POST', PATH, body())).status).toBe(400);
    expect((await ask('GET', PATH)).data.accounts).toHaveLength(before);
  });
});

describe('an invitation', () => {
  it.each([
    ['that is there', () => chief.username, /^is "[^"]+", which is there: change it by PATCH$/],
    ['of commands', () => 'command', /^is "command", allowed is another id than command/],
    ['with a blank', () => 'asha rao', /^is "asha rao", allowed is 4 to 25 characters without blanks$/],
  ])('to a username %s is refused by that field, which alone was sent', async (_, username, problem) => {
    const refused = await ask('POST', PATH, guest({ username: username() }));
    expect([refused.status, refused.errors]).toEqual([
      400,
      [{ field: 'username', problem: expect.stringMatching(problem) }],
    ]);
  });

  it('to a disabled industry, by an operator, is refused before anybody is made', async () => {
    const { industryId: closed } = await mintWorks(context);
    await context.database.execute("INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, '')", [closed]);
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
    const as = { ...bearer((await login(app, operator)).token), targetIndustryId: closed };
    const invited = guest();
    expect(await ask('POST', PATH, invited, as)).toMatchObject({
      status: 400,
      message: `'${closed}' is disabled, so nobody can be invited into it`,
      errors: [{ field: 'industryId' }],
    });
    const names = (await ask('GET', PATH, undefined, as)).data.accounts.map(({ username }) => username);
    expect(names).not.toContain(invited.username);
  });
});

describe('people of an industry', () => {
  it('are changed, disabled, enabled and removed by one of their own', async () => {
    const { username } = guest();
    await ask('POST', PATH, guest({ username }));
    const one = `${PATH}/${username}`;
    expect((await ask('PATCH', one, { permissions: [], phoneNo: '+919999900077' })).status).toBe(200);
    expect((await ask('PUT', `${one}/disabled`, { disabled: true })).message).toBe('Disabled');
    expect(await found(username)).toMatchObject({ permissions: [], phoneNo: '+919999900077', disabled: true });
    expect((await ask('PUT', `${one}/disabled`, { disabled: false })).message).toBe('Enabled');
    expect((await ask('POST', `${one}/resetPassword`, { by: 'hand' })).data.expiresAt).toBe('2026-11-21T12:30:00.000Z');
    expect((await ask('DELETE', one)).message).toBe('Person removed');
    expect(await found(username)).toBeUndefined();
  });

  it('get no link while they are disabled, because none would work, and are enabled as new people', async () => {
    const { username } = guest();
    await ask('POST', PATH, guest({ username }));
    const one = `${PATH}/${username}`;
    await ask('PUT', `${one}/disabled`, { disabled: true });
    jobs.length = 0;
    for (const by of ['mail', 'hand'])
      expect(await ask('POST', `${one}/resetPassword`, { by })).toMatchObject({
        status: 400,
        message: `Invalid 'userId': '${username}' is disabled, allowed is a user who may log in`,
      });
    expect(jobs).toEqual([]);
    await ask('DELETE', one);
    expect((await ask('POST', PATH, guest({ username }))).message).toBe('The invitation is being mailed');
    expect(await found(username)).toMatchObject({ disabled: false });
  });

  it('are given no right that the giver does not hold, and those with more rights are left alone', async () => {
    const mighty = await mintUser(context, { industryId, permissions: ['alerts:write'] });
    const one = `${PATH}/${mighty.userId}`;
    const refusal = [401, 'Access denied. Missing required permissions: alerts:write'];
    const answers = [
      await ask('POST', PATH, guest({ permissions: ['alerts:write'] })),
      await ask('PATCH', `${PATH}/${chief.userId}`, { permissions: ['accounts:write', 'alerts:write'] }),
      await ask('PATCH', one, { permissions: [] }),
      await ask('DELETE', one),
      await ask('PUT', `${one}/disabled`, { disabled: true }),
      await ask('POST', `${one}/resetPassword`, { by: 'hand' }),
    ];
    expect(answers.map(({ status, message }) => [status, message])).toEqual(answers.map(() => refusal));
  });

  it('do not lock themselves out', async () => {
    const own = `${PATH}/${chief.userId}`;
    const answers = [
      await ask('PATCH', own, { permissions: ['reports:read'] }),
      await ask('PUT', `${own}/disabled`, { disabled: true }),
      await ask('DELETE', own),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
  });

  it('of another industry are nobody', async () => {
    const stranger = await mintUser(context, { industryId: (await mintWorks(context)).industryId, permissions: [] });
    const one = `${PATH}/${stranger.userId}`;
    expect((await ask('PATCH', one, { permissions: [] })).status).toBe(404);
    expect((await ask('DELETE', one)).status).toBe(404);
    expect((await ask('GET', PATH, undefined, { ...asChief, targetIndustryId: stranger.industryId })).status).not.toBe(
      200,
    );
  });

  it('get no telephone number of anybody else, with or without its country, because a code would log in nobody', async () => {
    const stranger = await mintUser(context);
    const phoneNo = `+9188${String(process.pid).padStart(8, '0')}`;
    await context.database.execute('UPDATE tenant.app_user SET phone_no = $1 WHERE user_key = $2', [
      phoneNo,
      stranger.userKey,
    ]);
    const { username } = guest();
    await ask('POST', PATH, guest({ username }));
    for (const taken of [phoneNo, phoneNo.slice(-10), `+1${phoneNo.slice(-10)}`])
      expect(await ask('PATCH', `${PATH}/${username}`, { phoneNo: taken })).toMatchObject({
        status: 400,
        message: expect.stringContaining('which belongs to another user'),
      });
    const own = `+9177${String(process.pid).padStart(8, '0')}`;
    expect((await ask('PATCH', `${PATH}/${username}`, { phoneNo: own })).status).toBe(200);
    expect((await ask('PATCH', `${PATH}/${username}`, { phoneNo: own, role: 'admin' })).status).toBe(200);
  });

  it('are managed by no guest, who would make himself an operator', async () => {
    const permissions = ['accounts:write'];
    const visitor = await mintUser(context, { industryId: 'INTERNAL', role: 'guest', permissions });
    const as = bearer((await login(app, visitor)).token);
    const answers = [
      await ask('PATCH', `${PATH}/${visitor.userId}`, { role: 'admin' }, as),
      await ask('POST', PATH, guest({ permissions, role: 'admin' }), as),
    ];
    expect(answers.map(({ status, message }) => [status, message])).toEqual(
      answers.map(() => [403, 'A guest manages no accounts']),
    );
    expect((await app.request('/api/admin/industry', { headers: as })).status).toBe(403);
  });

  it('who come back by the id of somebody who has left get none of his devices', async () => {
    const { username } = guest();
    await ask('POST', PATH, guest({ username }));
    const of = [industryId, username];
    await context.database.execute(
      `INSERT INTO alerting.push_token (industry_key, user_key, device_id, token, updated_at)
       SELECT u.industry_key, u.user_key, 'phone', 'token of ' || u.user_id, now()
       FROM tenant.app_user u JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1 AND u.user_id = $2`,
      of,
    );
    await context.database.execute(
      `INSERT INTO alerting.browser (industry_key, user_key, endpoint, p256dh, auth, browser_name, least_severity,
                                     added_at)
       SELECT u.industry_key, u.user_key, 'https://push.example/' || u.user_id, 'p', 'a', 'Firefox', 'low', now()
       FROM tenant.app_user u JOIN tenant.industry i USING (industry_key) WHERE i.industry_id = $1 AND u.user_id = $2`,
      of,
    );
    const devices = async (): Promise<unknown> =>
      (
        await context.database.execute(
          `SELECT (SELECT count(*)::int FROM alerting.push_token p WHERE p.user_key = u.user_key) AS applications,
                  (SELECT count(*)::int FROM alerting.browser b WHERE b.user_key = u.user_key) AS browsers
           FROM tenant.app_user u JOIN tenant.industry i USING (industry_key)
           WHERE i.industry_id = $1 AND u.user_id = $2`,
          of,
        )
      )[0];
    await ask('PATCH', `${PATH}/${username}`, { permissions: [] });
    expect(await devices()).toEqual({ applications: 1, browsers: 1 });
    await ask('DELETE', `${PATH}/${username}`);
    expect((await ask('POST', PATH, guest({ username }))).status).toBe(200);
    expect(await devices()).toEqual({ applications: 0, browsers: 0 });
  });
});
