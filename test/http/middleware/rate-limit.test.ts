import { beforeAll, describe, expect, it } from 'vitest';
import { createRoute } from '@hono/zod-openapi';
import type { Register, RouteDeclaration } from '../../../src/http/route-declaration.ts';
import { ROUTES } from '../../../src/http/routes.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { testApp, type TestApp } from '../support/app-fixture.ts';

let context: TestContext;
beforeAll(async () => { context = await testContext(); });

const answering = (path: string): Register => (app) => {
  app.openapi(createRoute({ method: 'get', path, responses: { 200: { description: '' } } }), (c) => c.text('ok'));
};
const publicRoute = (surface: RouteDeclaration['surface'], name: string, rateLimit?: 'standard' | 'none'): RouteDeclaration => {
  const path = `/api/${surface}/${name}`;
  return { surface, method: 'get', path, access: 'public', effect: 'read', register: answering(path), ...(rateLimit === undefined ? {} : { rateLimit }) };
};
const PROBES = [publicRoute('user', 'probe'), publicRoute('admin', 'probe'), publicRoute('external', 'probe'), publicRoute('external', 'unlimited', 'none')];

const limited = (rateLimitPerHour: number, rateLimitPerDay: number): TestApp => testApp(context, { rateLimitPerHour, rateLimitPerDay, trustProxy: true }, [...ROUTES, ...PROBES]);
/** How many of `count` requests from an address were answered. */
async function answered(app: TestApp, path: string, count: number, address = '203.0.113.7'): Promise<number> {
  let done = 0;
  for (let index = 0; index < count; index += 1) {
    if ((await app.request(path, { headers: { 'x-forwarded-for': address } })).status !== 429) done += 1;
  }
  return done;
}

describe('the rate limit', () => {
  it('answers so many requests an hour and address, then 429 with the body of the specification', async () => {
    const app = limited(5, 100);
    expect(await answered(app, '/api/user/probe', 8)).toBe(5);
    const refused = await app.request('/api/user/probe', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(refused.status).toBe(429);
    expect(await refused.json()).toEqual({ message: 'Too many requests. Please try again later.', status: 'failed' });
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThan(3500);
    expect(wait).toBeLessThanOrEqual(3600);
  });

  it('counts each address for itself', async () => {
    const app = limited(2, 100);
    expect(await answered(app, '/api/user/probe', 3, '203.0.113.7')).toBe(2);
    expect(await answered(app, '/api/user/probe', 3, '203.0.113.8')).toBe(2);
  });

  it('limits the day as well, and says when the day is over', async () => {
    const app = limited(100, 3);
    expect(await answered(app, '/api/user/probe', 5)).toBe(3);
    const refused = await app.request('/api/user/probe', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(86_000);
  });

  it('counts all of the user surface together, unknown paths included', async () => {
    const app = limited(3, 100);
    await answered(app, '/api/user/docs', 1);
    await answered(app, '/api/user/no-such-endpoint', 1);
    expect(await answered(app, '/api/user/probe', 3)).toBe(1);
  });

  it.each(['/api/admin/probe', '/api/external/probe'])('is ten times as wide on %s', async (path) => {
    expect(await answered(limited(2, 100), path, 25)).toBe(20);
  });

  it.each(['/api/admin/auth/docsLogin', '/api/external/auth/docsLogin', '/api/admin/auth/login', '/api/external/docs'])('is the standard one on %s', async (path) => {
    expect(await answered(limited(2, 100), path, 5)).toBe(2);
  });

  it('does not count routes declared unlimited, nor health checks', async () => {
    const app = limited(2, 100);
    expect(await answered(app, '/api/external/unlimited', 10)).toBe(10);
    expect(await answered(app, '/healthz', 10)).toBe(10);
    expect(await answered(app, '/docs/assets/start.js', 10)).toBe(10);
  });
});
