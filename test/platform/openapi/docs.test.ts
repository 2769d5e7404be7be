import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../../src/service/routes/routes.ts';
import type { RouteDeclaration } from '../../../src/platform/http/route-declaration.ts';
import { SURFACES } from '../../../src/platform/http/route-terms.ts';
import { endOtherSessions } from '../../../src/platform/login/store/sessions.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import {
  bearer,
  from,
  login,
  type MintedUser,
  mintUser,
  PASSWORD,
  testApp,
  type TestApp,
} from '../../service/support/app-fixture.ts';

let context: TestContext;
let app: TestApp;
let user: MintedUser;
let operator: MintedUser;
beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
  user = await mintUser(context);
  operator = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
});

type Closed = 'admin' | 'external';
const logIn = (surface: Closed, username: string, password = PASSWORD, headers: Record<string, string> = {}) =>
  app.request(`/api/${surface}/auth/docsLogin`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: new URLSearchParams({ username, password }).toString(),
  });
const cookieOf = (response: Response): string => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';

const EXTERNAL_DOCUMENT = '/api/external/openapi.json';
/** Operators share one industry, which no test may disable, so the documents of others are closed for one test. */
const behindLogin = (route: RouteDeclaration): RouteDeclaration =>
  route.path === EXTERNAL_DOCUMENT && route.access === 'public' ? { ...route, access: 'docs' } : route;

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { description: string; security?: unknown }>>;
}

describe('the documentation', () => {
  it.each(['user', 'external'])('of the %s surface is open', async (surface) => {
    const page = await app.request(`/api/${surface}/docs`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect((await app.request(`/api/${surface}/openapi.json`)).status).toBe(200);
  });

  it('loads everything from this service, and all of it is there', async () => {
    const html = await (await app.request('/api/user/docs')).text();
    const references = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1] ?? '');
    expect(references.length).toBeGreaterThanOrEqual(4);
    for (const reference of references) {
      expect(reference).toMatch(/^(?:\/docs\/assets\/|\/api\/user\/openapi\.json$)/);
      const asset = await app.request(reference);
      expect(asset.status).toBe(200);
      expect((await asset.arrayBuffer()).byteLength).toBeGreaterThan(100);
    }
    expect(html).not.toMatch(/<script>[^<]/);
  });

  it('of the admin surface leads people to its login and refuses programs', async () => {
    const page = await app.request('/api/admin/docs');
    expect([page.status, page.headers.get('location')]).toEqual([302, '/api/admin/auth/docsLogin']);
    expect((await app.request('/api/admin/openapi.json')).status).toBe(401);
  });

  it.each(['admin', 'external'])('of the %s surface has a form to log in', async (surface) => {
    const form = await app.request(`/api/${surface}/auth/docsLogin`);
    expect(await form.text()).toContain(`<form method="post" action="/api/${surface}/auth/docsLogin">`);
  });

  it.each(['admin', 'external'] as const)('of the %s surface has a login, which is for one hour', async (surface) => {
    const response = await logIn(surface, operator.username);
    expect([response.status, response.headers.get('location')]).toEqual([302, `/api/${surface}/docs`]);
    const cookie = response.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/^access_token_cookie=/);
    expect(cookie).toContain('HttpOnly');
    expect(cookie).toContain('Max-Age=3600');
    expect(cookie).toContain(`Path=/api/${surface};`);
  });

  it('of the admin surface opens by its login for one hour', async () => {
    const headers = { cookie: cookieOf(await logIn('admin', operator.username)) };
    expect((await app.request('/api/admin/docs', { headers })).status).toBe(200);
    expect((await app.request('/api/admin/openapi.json', { headers })).status).toBe(200);
    context.clock.set('2026-11-21T01:00:00Z');
    expect((await app.request('/api/admin/openapi.json', { headers })).status).toBe(401);
    context.clock.set('2026-11-21T00:00:00Z');
  });

  it.each([
    [
      'is disabled',
      (someone: MintedUser) =>
        context.database.execute('INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, $2)', [
          someone.industryId,
          someone.userId,
        ]),
    ],
    [
      'belongs to a disabled industry',
      (someone: MintedUser) =>
        context.database.execute("INSERT INTO tenant.disabled (industry_id, user_id) VALUES ($1, '')", [
          someone.industryId,
        ]),
    ],
    [
      'is removed',
      (someone: MintedUser) =>
        context.database.execute('UPDATE tenant.app_user SET removed_at = now() WHERE user_key = $1', [
          someone.userKey,
        ]),
    ],
    [
      'signs out everywhere',
      (someone: MintedUser) => endOtherSessions(context.database, someone.userKey, null, context.clock.now() + 1000),
    ],
  ])('that asks for its login closes at once when its user %s', async (_, end) => {
    const closed = testApp(context, {}, ROUTES.map(behindLogin));
    const someone = await mintUser(context);
    const headers = { cookie: cookieOf(await logIn('external', someone.username)) };
    expect((await closed.request(EXTERNAL_DOCUMENT, { headers })).status).toBe(200);
    await end(someone);
    expect((await closed.request(EXTERNAL_DOCUMENT, { headers })).status).toBe(401);
  });

  it('of the external surface opens for any user, that of the admin surface for operators', async () => {
    expect((await logIn('external', user.username)).status).toBe(302);
    expect((await logIn('admin', user.username)).status).toBe(401);
  });

  it('of the admin surface opens for no guest of the operators, also not for one who became it after the login', async () => {
    const guest = await mintUser(context, { industryId: 'INTERNAL', role: 'guest' });
    expect((await logIn('admin', guest.username)).status).toBe(401);
    const someone = await mintUser(context, { industryId: 'INTERNAL', role: 'admin' });
    const headers = { cookie: cookieOf(await logIn('admin', someone.username)) };
    expect((await app.request('/api/admin/openapi.json', { headers })).status).toBe(200);
    await context.database.execute("UPDATE tenant.app_user SET role = 'guest' WHERE user_key = $1", [someone.userKey]);
    expect((await app.request('/api/admin/openapi.json', { headers })).status).toBe(401);
  });

  it('does not open by the login of the other surface, by an access token in the cookie, or by nonsense', async () => {
    const external = cookieOf(await logIn('external', operator.username));
    const { token } = await login(app, operator);
    for (const cookie of [external, `access_token_cookie=${token}`, 'access_token_cookie=x'])
      expect((await app.request('/api/admin/openapi.json', { headers: { cookie } })).status).toBe(401);
  });

  it('token opens nothing but documentation', async () => {
    const token = cookieOf(await logIn('external', user.username)).split('=')[1] ?? '';
    expect(
      await (await app.request('/api/user/logout', { method: 'POST', headers: bearer(token) })).json(),
    ).toMatchObject({ status_code: 401, message: 'A docs token cannot be used as an access token' });
  });

  it('shows the form again after a wrong password, without a cookie', async () => {
    const response = await logIn('external', user.username, 'wrong-password');
    expect(response.status).toBe(401);
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(await response.text()).toContain('Invalid Credentials');
  });

  it('shows the form again for a name that no account can have, saying why', async () => {
    const response = await logIn('external', `${user.username}\u200B`);
    expect([response.status, response.headers.get('content-type'), response.headers.get('set-cookie')]).toEqual([
      401,
      expect.stringContaining('text/html'),
      null,
    ]);
    expect(await response.text()).toContain('holds a character that cannot be seen, U+200B');
  });

  it('marks its cookie Secure where a declared proxy says the client came by https, and believes nobody else', async () => {
    const behindProxy = testApp(context, { trustedProxies: ['10.0.0.1'] });
    const cookieFrom = async (peer: string): Promise<string> =>
      (
        await behindProxy.request(
          '/api/external/auth/docsLogin',
          {
            method: 'POST',
            headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-proto': 'https' },
            body: new URLSearchParams({ username: user.username, password: PASSWORD }).toString(),
          },
          from(peer),
        )
      ).headers.get('set-cookie') ?? '';
    expect(await cookieFrom('10.0.0.1')).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await cookieFrom('10.0.0.2')).toMatch(/; HttpOnly; SameSite=Lax$/);
  });
});

describe('the OpenAPI description', () => {
  const descriptionOf = async (surface: (typeof SURFACES)[number]): Promise<OpenApi> => {
    const headers = surface === 'user' ? {} : { cookie: cookieOf(await logIn(surface, operator.username)) };
    return (await (await app.request(`/api/${surface}/openapi.json`, { headers })).json()) as OpenApi;
  };

  it.each(SURFACES)('of the %s surface is version 3.1 and holds its declared routes and no others', async (surface) => {
    const { openapi, paths } = await descriptionOf(surface);
    expect(openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(described.sort()).toEqual(
      ROUTES.filter((route) => route.surface === surface)
        .map((route) => `${route.method} ${route.path}`)
        .sort(),
    );
  });

  it('says what a route asks for', async () => {
    const { paths } = await descriptionOf('user');
    expect(paths['/api/user/logout']?.['post']).toMatchObject({
      security: [{ token: [] }],
      description: expect.stringContaining('Needs an access token.'),
    });
    expect(paths['/api/user/login']?.['post']?.security).toEqual([]);
    expect(paths['/api/user/user/login']?.['get']?.description).toContain('This GET changes or sends something.');
  });
});
