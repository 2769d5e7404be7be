import { beforeAll, describe, expect, it } from 'vitest';
import { testContext, type TestContext } from '../support/database.ts';
import {
  from,
  login,
  mintUser,
  type MintedUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../service/support/app-fixture.ts';
import { browserSession } from './support/browser-session.ts';

let context: TestContext;
let app: TestApp;
let user: MintedUser;
beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
  user = await mintUser(context, { role: 'admin', permissions: ['admin:*'] });
});

const loggedIn = async () => {
  const session = browserSession(app);
  await session.post('/app/login', { username: user.username, password: PASSWORD, next: '' });
  return session;
};

describe('the login of the pages', () => {
  it('leads back to where one was', async () => {
    const session = browserSession(app);
    const asked = await session.get('/app/today?date=15/01/2026');
    const login = asked.headers.get('location') ?? '';
    expect([asked.status, login]).toEqual([303, `/app/login?next=${encodeURIComponent('/app/today?date=15/01/2026')}`]);
    const form = await (await session.get(login)).text();
    expect(form).not.toContain('You were logged out');
    const next = /name="next" value="([^"]*)"/.exec(form)?.[1] ?? '';
    const answer = await session.post('/app/login', { username: user.username, password: PASSWORD, next });
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/today?date=15/01/2026']);
    expect((await session.get('/app/today')).status).toBe(200);
    await session.post('/app/logout', {});
    expect(await (await session.get(login)).text()).toContain('You were logged out. Log in to come back');
  });

  it.each([
    'https://else.example/',
    '//else.example',
    '/app//else.example',
    '/app/\\else',
    '/api/user/user',
    '/app/logout',
    '/app/./api/user/user',
    '/app/x/../api/user/user',
  ])('never leads to %s', async (next) => {
    const answer = await browserSession(app).post('/app/login', { username: user.username, password: PASSWORD, next });
    expect(answer.headers.get('location')).toBe('/app');
  });

  it('leads people of an industry to its day, and operators to the industries until they have chosen one', async () => {
    const begin = async (session: Awaited<ReturnType<typeof loggedIn>>) =>
      (await session.get('/app')).headers.get('location');
    expect(await begin(await loggedIn())).toBe('/app/today');
    const { username } = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
    const operator = browserSession(app);
    await operator.post('/app/login', { username, password: PASSWORD, next: '' });
    expect(await begin(operator)).toBe('/app/operations');
    await operator.post('/app/industry', { industry: user.industryId });
    expect(await begin(operator)).toBe('/app/today');
    expect(await begin(browserSession(app))).toBe('/app/login?next=%2Fapp');
  });

  it('says in the form why it was refused, and keeps the name alone', async () => {
    const session = browserSession(app);
    const answer = await session.post('/app/login', { username: user.username, password: 'Wrong-1', next: '' });
    const page = await answer.text();
    expect([answer.status, page]).toEqual([401, expect.stringContaining('role="alert"')]);
    expect([page.includes(`value="${user.username}"`), page.includes('Wrong-1')]).toEqual([true, false]);
    expect([...session.cookies.keys()]).not.toContain('access');
  });

  it('counts attempts as the API does, so that nobody tries more passwords by way of the pages', async () => {
    const few = testApp(context, { rateLimitPerHour: 2 });
    const attempt = async (): Promise<number> => {
      const body = new URLSearchParams({ username: `nobody-${user.userId}`, password: 'Wrong-1' });
      const headers = { origin: 'http://localhost', host: 'localhost' };
      return (await few.request('/app/login', { method: 'POST', headers, body }, from('198.51.100.77'))).status;
    };
    expect([await attempt(), await attempt(), await attempt()]).toEqual([401, 401, 429]);
  });

  it('gives cookies that no script and no endpoint of the API sees', async () => {
    const answer = await browserSession(app).post('/app/login', {
      username: user.username,
      password: PASSWORD,
      next: '',
    });
    const set = answer.headers.getSetCookie();
    expect(set.map((line) => line.split('=')[0]).sort()).toEqual(['access', 'device', 'renewal']);
    for (const line of set)
      expect(line).toMatch(/; Path=\/app; HttpOnly; SameSite=Lax|Path=\/app.*HttpOnly.*SameSite=Lax/);
  });

  it('gives a browser that logs in again another year of its name, because its push messages end with it', async () => {
    const session = await loggedIn();
    const name = session.cookies.get('device') ?? '';
    const answer = await session.post('/app/login', { username: user.username, password: PASSWORD, next: '' });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith('device='))).toMatch(
      `device=${name}; Max-Age=31536000; `,
    );
  });

  it('ends no session of an app that the same person has open', async () => {
    const { token } = await login(app, user);
    await loggedIn();
    expect((await app.request('/api/user/user', { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
  });

  it('is over after the logout, on the server, too', async () => {
    const session = await loggedIn();
    const token = session.cookies.get('access') ?? '';
    expect((await session.post('/app/logout', {})).headers.get('location')).toBe('/');
    expect((await app.request('/api/user/user', { headers: { authorization: `Bearer ${token}` } })).status).not.toBe(
      200,
    );
    expect((await session.get('/app/today')).status).toBe(303);
  });

  it.each(['/app/today', '/app/api/user/user'])(
    'is renewed unseen when the access token has expired, and the browser learns the new one from %s',
    async (path) => {
      const session = await loggedIn();
      const expired = 'eyJhbGciOiJIUzI1NiJ9.e30.eA';
      session.cookies.set('access', expired);
      const answer = await session.get(path);
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const renewed = session.cookies.get('access');
      expect(renewed).not.toBe(expired);
      await session.get(path);
      expect(session.cookies.get('access')).toBe(renewed);
    },
  );
});

describe('a session', () => {
  const EXPIRED = 'eyJhbGciOiJIUzI1NiJ9.e30.eA';
  const put = (session: Awaited<ReturnType<typeof loggedIn>>, body: string) =>
    session.send('/app/api/user/user', {
      method: 'PUT',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      body,
    });

  it('that is renewed sends what a module was saving', async () => {
    const session = await loggedIn();
    session.cookies.set('access', EXPIRED);
    expect((await put(session, JSON.stringify({ emailIds: ['asha@works.example'] }))).status).toBe(200);
  });

  it('that cannot be renewed is forgotten, so that a page left open does not ask for ever', async () => {
    const session = await loggedIn();
    session.cookies.set('access', EXPIRED);
    session.cookies.set('renewal', EXPIRED);
    expect((await session.get('/app/api/user/user')).status).toBe(440);
    expect([...session.cookies.keys()]).toEqual(['device']);
  });

  it('that is over when a form is sent leads back to the page of the form, with what its address asks for', async () => {
    const answer = await browserSession(app).post('/app/alerts/rule?id=7', { act: 'save' });
    expect(answer.headers.get('location')).toBe('/app/login?next=%2Fapp%2Falerts%2Frule%3Fid%3D7');
  });

  it('reads no body longer than what pages send', async () => {
    const anybody = browserSession(app);
    const long = { username: 'x'.repeat(70_000), password: 'x', next: '' };
    expect((await anybody.post('/app/login', long)).status).toBe(413);
    expect((await put(await loggedIn(), 'x'.repeat(4 * 1024 * 1024 + 1))).status).toBe(413);
  });

  it('of an operator survives an industry of any name, and leaves none to who logs in next', async () => {
    const operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] });
    const session = browserSession(app);
    await session.post('/app/login', { username: operator.username, password: PASSWORD, next: '' });
    const named = await session.post('/app/industry', { industry: 'उद्योग एक' });
    expect(named.headers.get('location')).toBe(`/app/operations?${new URLSearchParams({ search: 'उद्योग एक' })}`);
    expect((await session.get('/app/operations')).status).toBe(200);
    await session.post('/app/industry', { industry: user.industryId });
    await session.post('/app/login', { username: user.username, password: PASSWORD, next: '' });
    expect((await session.get('/app/api/user/units')).status).toBe(200);
  });
});

describe('a request that a page of somebody else sends', () => {
  it.each([
    ['form', { origin: 'https://else.example' }],
    ['fetch', { 'sec-fetch-site': 'cross-site', origin: 'http://localhost' }],
    ['nothing said', {}],
  ])('is refused (%s)', async (_, headers: Record<string, string>) => {
    const session = await loggedIn();
    expect((await session.send('/app/logout', { method: 'POST', headers })).status).toBe(403);
    expect((await session.get('/app/today')).status).toBe(200);
  });

  it('reaches no endpoint through the gateway, a GET neither', async () => {
    const session = await loggedIn();
    expect((await session.send('/app/api/user/user', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(
      403,
    );
    const own = await session.send('/app/api/user/user', { headers: { 'sec-fetch-site': 'same-origin' } });
    expect([own.status, await own.json()]).toEqual([200, expect.objectContaining({ status: 'success' })]);
  });
});

describe('pages', () => {
  it('carry a policy that allows modules and answers of this service alone', async () => {
    const policy = (await browserSession(app).get('/app/login')).headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('are in the language that was chosen, and stay in it', async () => {
    const session = browserSession(app);
    const chosen = await session.get('/app/login?language=hi');
    expect([await chosen.text(), chosen.headers.getSetCookie()]).toEqual([
      expect.stringContaining('<html lang="hi">'),
      [expect.stringMatching(/^language=hi/)],
    ]);
    expect(await (await session.get('/app/login')).text()).toContain('लॉग इन');
  });

  it('that do not exist are told, not shown to operators alone', async () => {
    expect((await (await loggedIn()).get('/app/nothing')).status).toBe(404);
  });
});
