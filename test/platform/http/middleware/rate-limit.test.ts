import { createRoute } from '@hono/zod-openapi';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../../src/config.ts';
import { endpoint } from '../../../../src/platform/http/endpoint.ts';
import type { RouteDeclaration } from '../../../../src/platform/http/route-declaration.ts';
import { ROUTES } from '../../../../src/service/routes/routes.ts';
import { mintId, testContext, type TestContext } from '../../../support/database.ts';
import { from, testApp, type TestApp } from '../../../service/support/app-fixture.ts';
import { startServiceProcess } from '../../../service/support/service-process.ts';
import { databaseEnvironment } from '../../../support/database-environment.ts';

let context: TestContext;
beforeAll(async () => {
  context = await testContext();
});

const publicRoute = (
  surface: RouteDeclaration['surface'],
  name: string,
  rateLimit?: 'standard' | 'none',
): RouteDeclaration => {
  const answering = endpoint(
    createRoute({ method: 'get', path: `/api/${surface}/${name}`, responses: { 200: { description: '' } } }),
    () => (c) => c.text('ok'),
  );
  return { ...answering, surface, access: 'public', effect: 'read', ...(rateLimit === undefined ? {} : { rateLimit }) };
};
const PROBES = [
  publicRoute('user', 'probe'),
  publicRoute('admin', 'probe'),
  publicRoute('external', 'probe'),
  publicRoute('external', 'unlimited', 'none'),
];

const limited = (rateLimits: Partial<Config>): TestApp => testApp(context, rateLimits, [...ROUTES, ...PROBES]);
const perHour = (points: number): TestApp =>
  limited({ rateLimitPerHour: points, adminRateLimitPerHour: points * 2, externalRateLimitPerHour: points * 3 });

let minted = Math.floor(Math.random() * 65_536) * 256;
/** An address that no other test of any run on this database has asked from, as far as chance goes. */
const mintAddress = (): string => {
  minted += 1;
  return `10.${(minted >> 16) & 255}.${(minted >> 8) & 255}.${minted & 255}`;
};
/** How many of `count` requests from an address were answered. */
async function answered(app: TestApp, path: string, count: number, address: string): Promise<number> {
  let done = 0;
  for (let index = 0; index < count; index += 1)
    if ((await app.request(path, {}, from(address))).status !== 429) done += 1;
  return done;
}

describe('the rate limit', () => {
  it('answers so many requests an hour and address, then 429 with the body of the specification', async () => {
    const app = perHour(5);
    const address = mintAddress();
    expect(await answered(app, '/api/user/probe', 8, address)).toBe(5);
    const refused = await app.request('/api/user/probe', {}, from(address));
    expect(refused.status).toBe(429);
    expect(await refused.text()).toBe('{"message":"Too many requests. Please try again later.","status":"failed"}');
    expect(refused.headers.get('retry-after')).toBe('3600');
  });

  it('is 200 a day and 50 an hour on the user surface unless set otherwise, ten times that on the others', async () => {
    const {
      rateLimitPerHour,
      rateLimitPerDay,
      adminRateLimitPerHour,
      adminRateLimitPerDay,
      externalRateLimitPerHour,
      externalRateLimitPerDay,
    } = context.config;
    expect([rateLimitPerHour, rateLimitPerDay]).toEqual([50, 200]);
    const app = limited({
      rateLimitPerHour,
      rateLimitPerDay,
      adminRateLimitPerHour,
      adminRateLimitPerDay,
      externalRateLimitPerHour,
      externalRateLimitPerDay,
    });
    const address = mintAddress();
    expect(await answered(app, '/api/user/probe', 52, address)).toBe(50);
    expect(await answered(app, '/api/admin/probe', 502, address)).toBe(500);
    expect(await answered(app, '/api/external/probe', 502, address)).toBe(500);
  });

  it('counts each address for itself', async () => {
    const app = perHour(2);
    expect(await answered(app, '/api/user/probe', 3, mintAddress())).toBe(2);
    expect(await answered(app, '/api/user/probe', 3, mintAddress())).toBe(2);
  });

  it('begins anew an hour after the first request', async () => {
    const app = perHour(2);
    const address = mintAddress();
    await answered(app, '/api/user/probe', 3, address);
    context.clock.set('2026-11-21T01:00:00Z');
    onTestFinished(() => context.clock.set('2026-11-21T00:00:00Z'));
    expect(await answered(app, '/api/user/probe', 3, address)).toBe(2);
  });

  it('limits the day as well, and says when the day is over', async () => {
    const app = limited({ rateLimitPerDay: 3 });
    const address = mintAddress();
    expect(await answered(app, '/api/user/probe', 5, address)).toBe(3);
    expect((await app.request('/api/user/probe', {}, from(address))).headers.get('retry-after')).toBe('86400');
  });

  it('counts all of the user surface together, unknown paths included', async () => {
    const app = perHour(3);
    const address = mintAddress();
    await answered(app, '/api/user/docs', 1, address);
    await answered(app, '/api/user/no-such-endpoint', 1, address);
    expect(await answered(app, '/api/user/probe', 3, address)).toBe(1);
  });

  it('is another one on each surface', async () => {
    const app = perHour(2);
    const address = mintAddress();
    expect(await answered(app, '/api/user/probe', 9, address)).toBe(2);
    expect(await answered(app, '/api/admin/probe', 9, address)).toBe(4);
    expect(await answered(app, '/api/external/probe', 9, address)).toBe(6);
  });

  it.each(['/api/admin/auth/docsLogin', '/api/external/auth/docsLogin', '/api/admin/auth/login', '/api/external/docs'])(
    "is the user surface's on %s",
    async (path) => {
      expect(await answered(perHour(2), path, 5, mintAddress())).toBe(2);
    },
  );

  it('does not count routes declared unlimited, health checks, nor preflights of listed origins', async () => {
    const app = limited({ rateLimitPerHour: 2, externalRateLimitPerHour: 2, corsOrigins: ['https://app.example'] });
    const address = mintAddress();
    expect(await answered(app, '/api/external/unlimited', 10, address)).toBe(10);
    expect(await answered(app, '/healthz', 10, address)).toBe(10);
    expect(await answered(app, '/docs/assets/start.js', 10, address)).toBe(10);
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example', 'access-control-request-method': 'GET' },
    };
    for (let index = 0; index < 5; index += 1)
      expect((await app.request('/api/user/probe', preflight, from(address))).status).toBe(204);
    expect(await answered(app, '/api/user/probe', 3, address)).toBe(2);
  });
});

describe('two service processes on one database', () => {
  it('count requests and failed logins of a client together', async () => {
    const environment = {
      ...databaseEnvironment(),
      TRUST_PROXY: 'loopback',
      RATE_LIMIT_PER_HOUR: '13',
      JWT_SECRET: 'a-secret-for-two-processes-of-one-service',
    };
    const services = await Promise.all([startServiceProcess(environment), startServiceProcess(environment)]);
    onTestFinished(async () => {
      await Promise.all(services.map((service) => service.stop()));
    });
    const statuses = (count: number, path: string, init: RequestInit): Promise<number[]> =>
      Promise.all(
        Array.from(
          { length: count },
          async (_, index) => (await fetch(`${services[index % 2]?.url}${path}`, init)).status,
        ),
      );
    const count = (given: readonly number[], status: number): number => given.filter((one) => one === status).length;

    const asked = await statuses(20, '/api/user/openapi.json', { headers: { 'x-forwarded-for': mintAddress() } });
    expect([count(asked, 200), count(asked, 429)]).toEqual([13, 7]);

    const attempts = await statuses(13, '/api/user/login', {
      method: 'POST',
      headers: { 'x-forwarded-for': mintAddress(), username: mintId('nobody'), password: 'wrong-password' },
    });
    expect([count(attempts, 401), count(attempts, 429)]).toEqual([10, 3]);
  });
});
