import { beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../../support/database.ts';
import { bearer, from, login, mintUser, testApp, type TestApp } from '../../../service/support/app-fixture.ts';

const APP = 'https://app.example';
let app: TestApp;
let token: string;
beforeAll(async () => {
  const context = await testContext();
  app = testApp(context, { corsOrigins: [APP, 'http://localhost:8080'] });
  token = (await login(app, await mintUser(context))).token;
});

const GRANTS = [
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-methods',
  'access-control-allow-headers',
  'access-control-expose-headers',
];
const grantsOf = (response: Response): string[] => GRANTS.filter((name) => response.headers.has(name));
const preflight = (path: string, origin: string, asked: TestApp = app) =>
  asked.request(path, {
    method: 'OPTIONS',
    headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

describe('a page of a listed origin', () => {
  it("may read answers, with its cookies, and is told so in no other origin's name", async () => {
    for (const origin of [APP, 'http://localhost:8080']) {
      const { headers } = await app.request('/api/user/docs', { headers: { origin } });
      expect([headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')]).toEqual([
        origin,
        'true',
      ]);
      expect(headers.get('access-control-expose-headers')).toBe(
        'Content-Disposition, ETag, Link, Retry-After, x-request-id',
      );
      expect(headers.get('vary')).toContain('Origin');
    }
  });

  it('may read errors too: no token, no such endpoint, too many requests, injection', async () => {
    const limited = testApp(await testContext(), { corsOrigins: [APP], rateLimitPerHour: 1 });
    const headers = { origin: APP };
    await limited.request('/api/user/docs', {}, from('198.51.100.200'));
    const answers = [
      await app.request('/api/user/logout', { method: 'POST', headers }),
      await app.request('/api/user/none', { headers }),
      await limited.request('/api/user/docs', { headers }, from('198.51.100.200')),
      await app.request('/api/user/docs?x=%3Cscript%3E', { headers }),
    ];
    expect(answers.map((answer) => [answer.status, answer.headers.get('access-control-allow-origin')])).toEqual([
      [401, APP],
      [404, APP],
      [429, APP],
      [405, APP],
    ]);
  });

  it('may ask beforehand, without a token, for every header clients send', async () => {
    const response = await preflight('/api/user/logout', APP);
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-methods')).toBe('POST');
    expect(response.headers.get('access-control-max-age')).toBe('600');
    const allowed = (response.headers.get('access-control-allow-headers') ?? '').toLowerCase().split(', ');
    for (const name of [
      'authorization',
      'content-type',
      'content-encoding',
      'tid',
      'logintype',
      'username',
      'password',
      'otp',
      'targetindustryid',
      'x-browser-name',
      'x-browser-version',
      'x-device-type',
      'x-os',
      'x-device-id',
      'if-match',
    ])
      expect(allowed).toContain(name);
    expect(allowed).not.toContain('x-internal-secret');
  });

  it('still needs a token', async () => {
    expect((await app.request('/api/user/logout', { method: 'POST', headers: { origin: APP } })).status).toBe(401);
    expect(
      (await app.request('/api/user/logout', { method: 'POST', headers: { origin: APP, ...bearer(token) } })).status,
    ).toBe(200);
  });
});

describe('a page of any other origin', () => {
  it.each([
    'https://evil.example',
    'https://app.example.evil.example',
    'http://app.example',
    'https://app.example:8443',
    'https://APP.example',
    'null',
    '',
  ])('%j is granted nothing', async (origin) => {
    expect(grantsOf(await app.request('/api/user/docs', { headers: { origin } }))).toEqual([]);
    expect(grantsOf(await preflight('/api/user/logout', origin))).toEqual([]);
  });

  it('is granted nothing where no origin is listed', async () => {
    const closed = testApp(await testContext());
    expect(grantsOf(await closed.request('/api/user/docs', { headers: { origin: APP } }))).toEqual([]);
    expect(grantsOf(await preflight('/api/user/logout', APP, closed))).toEqual([]);
  });
});
