import { Hono } from 'hono';
import { describe, expect, it, vi } from 'vitest';
import type { HttpEnv } from '../../../../src/platform/http/environment.ts';
import { errorAnswer } from '../../../../src/platform/http/errors.ts';
import { limitSenders } from '../../../../src/platform/http/middleware/limit-senders.ts';
import type { RouteDeclaration } from '../../../../src/platform/http/route-declaration.ts';

/** An application whose senders wait until the test lets them go. */
function application() {
  const app = new Hono<HttpEnv>();
  const inside: (() => void)[] = [];
  app.onError((error, c) => errorAnswer(c as never, error)); // the tests' environment is the application's
  app.use(async (c, next) => {
    c.set('client', { network: '198.51.100.7' } as never); // nothing else of it is looked at
    const ofDevices = c.req.path === '/send' ? { deviceKeys: true } : {};
    const body = c.req.path === '/read' ? 'limited' : 'streamed';
    c.set('route', { access: 'token', body, ...ofDevices } as RouteDeclaration); // the rest is not read
    await next();
  });
  app.use(limitSenders({ atOnce: 1, countedMilliseconds: 60_000, mostWaiting: 2, waitMilliseconds: 20 }));
  app.post('/send', async (c) => {
    await new Promise<void>((resolve) => inside.push(resolve));
    return c.text('stored');
  });
  app.post('/upload', (c) => c.text('read by a thread'));
  app.get('/read', (c) => c.text('read'));
  return { app, inside };
}

describe('people first', () => {
  it('a sender for whom there is no room hears 503 and when to come again, and people go on', async () => {
    const { app, inside } = application();
    const send = async (): Promise<Response> => app.request('/send', { method: 'POST', body: '{}' });
    const first = send();
    await vi.waitUntil(() => inside.length === 1, { timeout: 60_000 });
    const [second, third] = [await send(), await send()];
    for (const refused of [second, third]) {
      expect(refused.status).toBe(503);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await (await app.request('/read')).text()).toBe('read');
    expect((await app.request('/upload', { method: 'POST', body: 'a;b' })).status).toBe(200);
    inside[0]?.();
    expect((await first).status).toBe(200);
    const fourth = send();
    await vi.waitUntil(() => inside.length === 2, { timeout: 60_000 });
    inside[1]?.();
    expect((await fourth).status).toBe(200);
  });
});
