import { connect } from 'node:net';
import { Hono } from 'hono';
import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it } from 'vitest';
import type { HttpEnv } from '../../src/http/environment.ts';
import { startServer } from '../../src/http/server.ts';

/** A gate a handler waits at, and word that it has arrived. */
function gate() {
  const arrived = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  return { arrived, opened };
}

const appWith = (register: (app: OpenAPIHono<HttpEnv>) => Hono<HttpEnv> | void): OpenAPIHono<HttpEnv> => {
  const app = new OpenAPIHono<HttpEnv>();
  register(app);
  return app;
};

describe('the server', () => {
  it('listens where it says it does, and knows the address of its client', async () => {
    const server = await startServer(appWith((app) => { app.get('/', (c) => c.text(c.env.incoming?.socket.remoteAddress ?? 'none')); }), '127.0.0.1', 0);
    expect(await (await fetch(server.url)).text()).toBe('127.0.0.1');
    await server.stop();
  });

  it('lets a running request finish when it stops, and accepts no other', async () => {
    const { arrived, opened } = gate();
    const server = await startServer(appWith((app) => {
      app.get('/slow', async (c) => {
        arrived.resolve();
        await opened.promise;
        return c.text('finished');
      });
    }), '127.0.0.1', 0);
    const running = fetch(`${server.url}/slow`);
    await arrived.promise;
    const stopped = server.stop();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    opened.resolve();
    expect(await (await running).text()).toBe('finished');
    await stopped;
  });

  it('is not held up by a kept-alive connection', async () => {
    const server = await startServer(appWith((app) => { app.get('/', (c) => c.text('ok')); }), '127.0.0.1', 0);
    await (await fetch(server.url)).text();
    const started = performance.now();
    await server.stop();
    expect(performance.now() - started).toBeLessThan(2000);
  });

  it('cuts what has not finished within the grace period', async () => {
    const { arrived, opened } = gate();
    const server = await startServer(appWith((app) => {
      app.get('/stuck', async (c) => {
        arrived.resolve();
        await opened.promise;
        return c.text('never seen');
      });
    }), '127.0.0.1', 0);
    const running = fetch(`${server.url}/stuck`);
    const failed = expect(running).rejects.toThrow('fetch failed');
    await arrived.promise;
    await server.stop(50);
    await failed;
    opened.resolve();
  });

  it('says so when its address is taken', async () => {
    const first = await startServer(appWith(() => {}), '127.0.0.1', 0);
    await expect(startServer(appWith(() => {}), '127.0.0.1', Number(new URL(first.url).port))).rejects.toThrow('EADDRINUSE');
    await first.stop();
  });

  it('answers a request that is no HTTP without falling', async () => {
    const server = await startServer(appWith((app) => { app.get('/', (c) => c.text('ok')); }), '127.0.0.1', 0);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end('this is not http\r\n\r\n');
    const [answer] = await Array.fromAsync(socket);
    expect(String(answer)).toContain('400 Bad Request');
    expect((await fetch(server.url)).status).toBe(200);
    await server.stop();
  });
});
