import { createRoute } from '@hono/zod-openapi';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openDatabase } from '../../src/platform/database/database.ts';
import { createApp } from '../../src/service/app.ts';
import type { Endpoint } from '../../src/platform/http/endpoint.ts';
import type { RouteDeclaration } from '../../src/platform/http/route-declaration.ts';
import { ROUTES } from '../../src/service/routes/routes.ts';
import { createHttpServices } from '../../src/service/services.ts';
import type { Readiness } from '../../src/platform/readiness.ts';
import { testContext, type TestContext } from '../support/database.ts';
import {
  bearer,
  from,
  login,
  mintUser,
  PASSWORD,
  testApp,
  testFoundation,
  APPS,
  type TestApp,
} from './support/app-fixture.ts';
import { answering, textRoute } from './support/probes.ts';

let context: TestContext;

let app: TestApp;

beforeAll(async () => {
  context = await testContext();
  app = testApp(context);
});

/** A request to a declared route, with something in place of path parameters. */
const requestTo = (declared: RouteDeclaration, headers: Record<string, string> = {}) =>
  app.request(declared.path.replaceAll(/\{.+?\}/g, 'x'), { method: declared.method.toUpperCase(), headers });

describe('the access matrix of all routes', () => {
  const needing = (...kinds: readonly RouteDeclaration['access'][]) =>
    ROUTES.filter((declared) => kinds.includes(declared.access)).map(
      (declared) => [`${declared.method.toUpperCase()} ${declared.path}`, declared] as const,
    );

  it.each(needing('token', 'operator'))('%s answers 401 without a token', async (_, declared) => {
    const response = await requestTo(declared);
    const message = 'Token is missing';
    const told = { v1: { error: message }, v2: { code: 'unauthorized', message } };
    expect([response.status, await response.json()]).toMatchObject([
      401,
      declared.influx === undefined ? { status: 'failed', status_code: 401, message } : told[declared.influx],
    ]);
  });

  it.each(needing('token', 'operator'))('%s answers 440 to a token that was never issued', async (_, declared) => {
    const claims = {
      sub: 'X',
      userId: 'x',
      email: '',
      username: '',
      role: 'admin',
      permissions: ['admin:*'],
      loginType: 'DEFAULT',
      jti: 'x',
      sid: 'x',
      token_use: 'access',
      iat: 1,
    };
    const foreign = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.eA`;
    // Clients of InfluxDB do not know 440.
    expect((await requestTo(declared, bearer(foreign))).status).toBe(declared.influx === undefined ? 440 : 401);
  });

  const acting = ROUTES.filter((declared) => declared.method === 'get' && declared.effect === 'acts').map(
    (declared) => [declared.path, declared] as const,
  );
  it.each(acting)('HEAD %s is refused, because GET acts', async (_, declared) => {
    const response = await app.request(declared.path.replaceAll(/\{.+?\}/g, 'x'), { method: 'HEAD' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
  });

  it('HEAD of a route that acts never runs its handler; of one that reads it does', async () => {
    const ran: string[] = [];
    const noting = (path: string, effect: 'acts' | 'read') =>
      textRoute(path, '', {
        effect,
        register: (registering) => {
          registering.openapi(createRoute({ method: 'get', path, responses: { 200: { description: '' } } }), (c) => {
            ran.push(path);
            return c.text('');
          });
        },
      });
    const noted = testApp(context, {}, [noting('/api/user/acting', 'acts'), noting('/api/user/reading', 'read')]);
    await noted.request('/api/user/acting', { method: 'HEAD' });
    expect((await noted.request('/api/user/reading', { method: 'HEAD' })).status).toBe(200);
    expect(ran).toEqual(['/api/user/reading']);
  });

  it.each([
    [null, 1],
    ['a-shared-secret', 0],
  ] as const)('with INTERNAL_SECRET %s open endpoints are warned of %d times at the start', (internalSecret, times) => {
    const warn = vi.spyOn(context.log, 'warn');
    onTestFinished(() => {
      warn.mockRestore();
    });
    testApp(context, { internalSecret });
    expect(warn.mock.calls.length).toBe(times * APPS);
  });

  it.each(needing('operator'))('%s answers 403 to an admin of an industry', async (_, declared) => {
    const admin = await mintUser(context, { role: 'admin', permissions: ['admin:*'] });
    expect((await requestTo(declared, bearer((await login(app, admin)).token))).status).toBe(403);
  });

  it.each(
    ROUTES.filter((declared) => declared.access === 'token' && declared.permission !== null).map(
      (declared) => [`${declared.method.toUpperCase()} ${declared.path}`, declared] as const,
    ),
  )('%s answers 401 without its permission', async (_, declared) => {
    const nobody = await mintUser(context, { role: 'admin' });
    const response = await requestTo(declared, bearer((await login(app, nobody)).token));
    const message = expect.stringContaining('Access denied. Missing required permissions: ');
    const told = { v1: { error: message }, v2: { code: 'unauthorized', message } };
    expect([response.status, await response.json()]).toMatchObject([
      401,
      declared.influx === undefined ? { status_code: 401, message } : told[declared.influx],
    ]);
  });

  it.each(needing('docs'))('%s is closed without the docs login', async (_, declared) => {
    expect([302, 401]).toContain((await requestTo(declared)).status);
  });

  it('has no public route beyond logins, forgotten passwords, refreshes, links of mails, documentation and probes', () => {
    const publicPaths = ROUTES.filter((declared) => declared.access === 'public').map((declared) => declared.path);
    expect(
      publicPaths.filter(
        (path) =>
          !/login$|docsLogin$|refresh(?:Token)?$|\/docs$|\/openapi\.json$|\/otp\/|\/sso\/|^\/api\/user\/password\/(?:forgot|reset|form)|^\/api\/user\/reports\/(?:unsubscribe|confirm)$|^\/(?:ping|health)$/.test(
            path,
          ),
      ),
    ).toEqual([]);
  });
});

describe('the table of routes', () => {
  it('stops the start when a handler is not declared', () => {
    const undeclared: Endpoint['register'] = (registering, services) => {
      answering('/api/user/a', 'a')(registering, services);
      answering('/api/user/hidden', 'b')(registering, services);
    };
    expect(() => testApp(context, {}, [textRoute('/api/user/a', '', { register: undeclared })])).toThrow(
      'GET /api/user/hidden is registered but not declared',
    );
  });

  it('stops the start when a declared route has no handler, or is declared twice', () => {
    expect(() => testApp(context, {}, [textRoute('/api/user/a', '', { register: () => {} })])).toThrow(
      'GET /api/user/a is declared in src/service/routes/routes.ts but not registered',
    );
    expect(() => testApp(context, {}, [textRoute('/api/user/a', ''), textRoute('/api/user/a', '')])).toThrow(
      'Two routes are declared for GET /api/user/a',
    );
  });

  it('applies the declaration of the handler that answers when a fixed path and a parameter both match', async () => {
    const overlapping = testApp(context, {}, [
      textRoute('/api/user/x/fixed', 'fixed'),
      textRoute('/api/user/x/{id}', 'by id', { access: 'token', permission: null }),
    ]);
    expect(await (await overlapping.request('/api/user/x/fixed')).text()).toBe('fixed');
    expect((await overlapping.request('/api/user/x/5')).status).toBe(401);
  });
});

describe('every answer', () => {
  it('is 404 for what does not exist, below and beside the surfaces', async () => {
    for (const path of ['/api/user/no-such-endpoint', '/api/none', '/none', '/api/user']) {
      const response = await app.request(path);
      expect([response.status, await response.json()]).toMatchObject([404, { status: 'failed', status_code: 404 }]);
    }
    expect((await app.request('/api/user/login', { method: 'DELETE' })).status).toBe(404);
  });

  it('is the same with and without a trailing slash, and for HEAD', async () => {
    expect((await app.request('/api/user/docs/')).status).toBe(200);
    const head = await app.request('/api/user/docs', { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect((await app.request('/api/user/logout/', { method: 'POST' })).status).toBe(401);
  });

  it('tells the methods of a path to OPTIONS, without a token', async () => {
    const response = await app.request('/api/user/logout', { method: 'OPTIONS' });
    expect([response.status, response.headers.get('allow')]).toEqual([204, 'POST, OPTIONS']);
    expect((await app.request('/api/user/none', { method: 'OPTIONS' })).status).toBe(404);
  });

  it("carries a request identity, the client's own when it is harmless", async () => {
    expect((await app.request('/api/user/docs')).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(
      (await app.request('/api/user/docs', { headers: { 'x-request-id': 'abc-1' } })).headers.get('x-request-id'),
    ).toBe('abc-1');
    expect(
      (await app.request('/api/user/docs', { headers: { 'x-request-id': '"}\\evil' } })).headers.get('x-request-id'),
    ).not.toContain('evil');
    expect(
      (await app.request('/api/user/none', { headers: { 'x-request-id': 'abc-2' } })).headers.get('x-request-id'),
    ).toBe('abc-2');
  });

  it.each([
    '/',
    '/api/external/auth/docsLogin',
    '/api/user/docs',
    '/api/user/none',
    '/api/user/logout',
    '/healthz',
    '/docs/assets/start.js',
    '/none',
  ])('carries security headers: %s', async (path) => {
    const { headers } = await app.request(path);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe(path === '/' ? 'same-origin' : 'no-referrer');
    const strict =
      "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";
    const docs =
      "default-src 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; script-src 'self'; connect-src 'self'";
    const page = `${strict}; script-src 'self'; connect-src 'self'; font-src 'self'; manifest-src 'self'`;
    expect(headers.get('content-security-policy')).toBe(
      path === '/api/user/docs' ? docs : path === '/' ? page : strict,
    );
  });

  it('demands https for the future only of clients that came by https', async () => {
    const behindProxy = testApp(context, { trustedProxies: ['10.0.0.1'] });
    const demandOf = async (path: string, peer: string): Promise<string | null> =>
      (await behindProxy.request(path, { headers: { 'x-forwarded-proto': 'https' } }, from(peer))).headers.get(
        'strict-transport-security',
      );
    expect(await demandOf('/api/user/docs', '10.0.0.1')).toBe('max-age=15552000');
    expect(await demandOf('/api/user/none', '10.0.0.1')).toBe('max-age=15552000');
    expect(await demandOf('/api/user/docs', '10.0.0.2')).toBeNull();
    expect((await app.request('/api/user/docs')).headers.get('strict-transport-security')).toBeNull();
  });

  it('says nothing of an internal fault but the request', async () => {
    const failing: Endpoint['register'] = (registering) => {
      registering.openapi(
        createRoute({ method: 'get', path: '/api/user/fails', responses: { 200: { description: '' } } }),
        () => {
          throw new Error('secret detail');
        },
      );
    };
    const response = await testApp(context, {}, [textRoute('/api/user/fails', '', { register: failing })]).request(
      '/api/user/fails',
      { headers: { 'x-request-id': 'r-9' } },
    );
    expect([response.status, await response.text()]).toEqual([
      500,
      '{"status":"failed","status_code":500,"message":"Internal error. Please quote request r-9."}',
    ]);
  });
});

describe('a database that cannot be reached', () => {
  it('is answered with 503 and a time to try again, to logins and to tokens alike', async () => {
    const { token } = await login(app, await mintUser(context));
    const database = openDatabase({ host: '127.0.0.1', port: 1, user: 'nobody', database: 'none' }, () => {});
    const cutOff = testApp({ ...context, database });
    const answers = [
      await cutOff.request('/api/user/login', { method: 'POST', headers: { username: 'someone', password: PASSWORD } }),
      await cutOff.request('/api/user/logout', { method: 'POST', headers: bearer(token) }),
    ];
    for (const answer of answers) {
      expect([answer.status, await answer.json()]).toMatchObject([503, { status: 'failed', status_code: 503 }]);
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    await database.close();
  });
});

describe('operations', () => {
  it('answer whether the process lives', async () => {
    expect((await app.request('/healthz')).status).toBe(200);
  });

  const READINESS: readonly [readiness: () => Promise<Readiness>, status: number, answer: object][] = [
    [async () => ({ problems: [], details: [], broker: null }), 200, { status: 'success' }],
    [async () => ({ problems: [], details: [], broker: 'away' }), 200, { status: 'success', broker: 'away' }],
    [
      async () => ({ problems: [], details: ['Half set up.'], broker: null }),
      200,
      { status: 'success', details: ['Half set up.'] },
    ],
    [
      async () => ({ problems: ['The one.', 'The other.'], details: [], broker: 'connected' }),
      503,
      { status: 'failed', message: 'The one. The other.', broker: 'connected' },
    ],
    [
      () => Promise.reject(new Error('no database')),
      503,
      { status: 'failed', message: 'Readiness could not be told.' },
    ],
  ];
  it.each(READINESS)(
    'answer whether it can serve, and what keeps it from that (%#)',
    async (readiness, status, answer) => {
      const response = await createApp(createHttpServices({ ...testFoundation(context), readiness })).request(
        '/readyz',
      );
      expect([response.status, await response.json()]).toEqual([status, answer]);
    },
  );

  it('greet a visitor with what keeps the service from its work, as text', async () => {
    const readiness = async (): Promise<Readiness> => ({
      problems: ['The disk is full.', '<b>away</b>'],
      details: [],
      broker: null,
    });
    const response = await createApp(createHttpServices({ ...testFoundation(context), readiness })).request('/');
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'text/html; charset=UTF-8',
      'no-store',
    ]);
    expect(await response.text()).toContain('Not ready. The disk is full. &lt;b&gt;away&lt;/b&gt;');
  });

  it('answer within 2 s that it cannot serve while the database says nothing', async () => {
    const silent = createApp(
      createHttpServices({ ...testFoundation(context), readiness: () => new Promise(() => undefined) }),
    );
    await silent.request('/healthz');
    // Two timers of one process: a busy machine makes both late and keeps their order.
    const answer = await Promise.race([silent.request('/readyz'), delay(2_000, null)]);
    expect([answer?.status, await answer?.json()]).toEqual([
      503,
      { status: 'failed', message: 'The database is too busy to answer.' },
    ]);
  });

  it('measure requests by declared route, never by what a client put into the path', async () => {
    const measured = testApp(context, {}, [textRoute('/api/user/m/{id}', 'ok')]);
    // Each process has measures of its own.
    for (const path of ['/api/user/m/12345', '/api/user/unknown-98765'])
      for (let app = 0; app < APPS; app += 1) await measured.request(path);
    const text = await (await measured.request('/metrics')).text();
    expect(text).toContain(
      'water_http_request_duration_seconds_count{method="GET",route="/api/user/m/{id}",status="200"} 1',
    );
    expect(text).toContain('water_http_request_duration_seconds_count{method="GET",route="none",status="404"} 1');
    expect(text).not.toContain('12345');
  });
});
