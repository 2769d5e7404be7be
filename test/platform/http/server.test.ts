import { createHook } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { Hono } from 'hono';
import { OpenAPIHono } from '@hono/zod-openapi';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { HttpEnv } from '../../../src/platform/http/environment.ts';
import { type ConnectionLimits, startServer } from '../../../src/platform/http/server.ts';

/** Longer than any test runs. */
const HOUR_MILLISECONDS = 3_600_000;
const HOURS: ConnectionLimits = {
  headersMs: HOUR_MILLISECONDS,
  silenceMs: HOUR_MILLISECONDS,
  idleMs: HOUR_MILLISECONDS,
  grantedIdleMs: HOUR_MILLISECONDS,
  requestMs: HOUR_MILLISECONDS,
  headerBytes: 16 * 1024,
  headerCount: 100,
};

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
    const server = await startServer(
      appWith((app) => {
        app.get('/', (c) => c.text(c.env.incoming?.socket.remoteAddress ?? 'none'));
      }),
      '127.0.0.1',
      0,
    );
    expect(await (await fetch(server.url)).text()).toBe('127.0.0.1');
    await server.stop();
  });

  it('lets a running request finish when it stops, and accepts no other', async () => {
    const { arrived, opened } = gate();
    const server = await startServer(
      appWith((app) => {
        app.get('/slow', async (c) => {
          arrived.resolve();
          await opened.promise;
          return c.text('finished');
        });
      }),
      '127.0.0.1',
      0,
    );
    const running = fetch(`${server.url}/slow`);
    await arrived.promise;
    const stopped = server.stop();
    await expect(fetch(server.url)).rejects.toThrow('fetch failed');
    opened.resolve();
    expect(await (await running).text()).toBe('finished');
    await stopped;
  });

  it.each(['before it stops', 'while it stops'])(
    'is not held up by a kept-alive connection whose request is answered %s',
    { timeout: 60_000 },
    async (when) => {
      // Nothing closes the connection but the stop, or the test fails by its time.
      const { arrived, opened } = gate();
      const server = await startServer(
        appWith((app) => {
          app.get('/', async (c) => {
            arrived.resolve();
            await opened.promise;
            return c.text('ok');
          });
        }),
        '127.0.0.1',
        0,
        HOURS,
      );
      const client = connect(Number(new URL(server.url).port), '127.0.0.1');
      onTestFinished(() => void client.destroy());
      client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      await arrived.promise;
      const stop = (): Promise<void> => server.stop(HOUR_MILLISECONDS);
      const stopped = when === 'while it stops' ? stop() : null;
      opened.resolve();
      const [answer] = await once(client, 'data');
      expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
      await (stopped ?? stop());
    },
  );

  it('answers the first request of a connection that comes while it stops, and is held up by none that never comes', async () => {
    const server = await startServer(
      appWith((app) => {
        app.get('/', (c) => c.text('ok'));
      }),
      '127.0.0.1',
      0,
      HOURS,
    );
    const fresh = [1, 2].map(() => connect(Number(new URL(server.url).port), '127.0.0.1'));
    onTestFinished(() => fresh.forEach((client) => client.destroy()));
    await Promise.all(fresh.map((client) => once(client, 'connect')));
    // Connections are taken in their order, so the server has these two.
    await (await fetch(server.url)).text();
    const stopped = server.stop(HOUR_MILLISECONDS);
    fresh[0]?.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    const [answer] = await once(fresh[0] ?? new EventEmitter(), 'data');
    expect(String(answer)).toMatch(/^HTTP\/1\.1 200 OK/);
    await stopped;
  });

  it('leaves no timer behind, because each would keep a stopped server in memory', async () => {
    const running = new Set<number>();
    const hook = createHook({
      init: (id, type) => void (type === 'Timeout' && running.add(id)),
      destroy: (id) => void running.delete(id),
    }).enable();
    onTestFinished(() => void hook.disable());
    const server = await startServer(
      appWith(() => {}),
      '127.0.0.1',
      0,
      HOURS,
    );
    const ofServer = new Set(running);
    expect(ofServer.size).toBeGreaterThan(0);
    await server.stop();
    await vi.waitFor(() => expect([...running].filter((id) => ofServer.has(id))).toEqual([]), { timeout: 60_000 });
  });

  it('answers what comes on kept connections while it stops, and each of these answers ends its connection', async () => {
    const { arrived, opened } = gate();
    const server = await startServer(
      appWith((app) => {
        app.get('/', (c) => c.text('quick'));
        app.get('/slow', async (c) => {
          arrived.resolve();
          await opened.promise;
          return c.text('slow');
        });
      }),
      '127.0.0.1',
      0,
    );
    const ask = async (path: string, agent: Agent): Promise<[text: string, connection: string | undefined]> => {
      const [answer] = (await once(get(`${server.url}${path}`, { agent }), 'response')) as [IncomingMessage];
      return [await text(answer), answer.headers.connection];
    };
    const agents = [1, 2, 3].map(() => new Agent({ keepAlive: true, maxSockets: 1 }));
    onTestFinished(() => agents.forEach((agent) => agent.destroy()));
    const [idle = new Agent(), busy = new Agent(), silent = new Agent()] = agents;
    expect(await Promise.all([ask('/', idle), ask('/', silent)])).toEqual(Array(2).fill(['quick', 'keep-alive']));
    const running = ask('/slow', busy);
    await arrived.promise;
    const stopped = server.stop();
    expect(await ask('/', idle)).toEqual(['quick', 'close']);
    opened.resolve();
    expect(await running).toEqual(['slow', 'close']);
    await stopped;
  });

  it('cuts what has not finished within the grace period', async () => {
    const { arrived, opened } = gate();
    const server = await startServer(
      appWith((app) => {
        app.get('/stuck', async (c) => {
          arrived.resolve();
          await opened.promise;
          return c.text('never seen');
        });
      }),
      '127.0.0.1',
      0,
    );
    const running = fetch(`${server.url}/stuck`);
    const failed = expect(running).rejects.toThrow('fetch failed');
    await arrived.promise;
    await server.stop(50);
    await failed;
    opened.resolve();
  });

  it('says so when its address is taken', async () => {
    const first = await startServer(
      appWith(() => {}),
      '127.0.0.1',
      0,
    );
    await expect(
      startServer(
        appWith(() => {}),
        '127.0.0.1',
        Number(new URL(first.url).port),
      ),
    ).rejects.toThrow('EADDRINUSE');
    await first.stop();
  });

  it('answers a request that is no HTTP without falling', async () => {
    const server = await startServer(
      appWith((app) => {
        app.get('/', (c) => c.text('ok'));
      }),
      '127.0.0.1',
      0,
    );
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.end('this is not http\r\n\r\n');
    const [answer] = await Array.fromAsync(socket);
    expect(String(answer)).toContain('400 Bad Request');
    expect((await fetch(server.url)).status).toBe(200);
    await server.stop();
  });
});

const MOST_WAITING = '/proc/sys/net/core/somaxconn';

describe('a connection', () => {
  it.runIf(existsSync(MOST_WAITING) && Number(readFileSync(MOST_WAITING, 'utf8')) >= 1024)(
    'that comes while the process is busy waits for it, with hundreds of others',
    async () => {
      const server = await startServer(
        appWith(() => {}),
        '127.0.0.1',
        0,
      );
      const connected = new Int32Array(new SharedArrayBuffer(4));
      const { port } = new URL(server.url);
      // A thread of its own, because this one is busy.
      const clients = new Worker(
        `const { connect } = require('node:net');
         const { workerData: { port, connected } } = require('node:worker_threads');
         for (let client = 0; client < 700; client += 1)
           connect(port, '127.0.0.1').on('error', () => {}).once('connect', () => {
             Atomics.add(connected, 0, 1);
             Atomics.notify(connected, 0);
           });`,
        { eval: true, workerData: { port: Number(port), connected } },
      );
      onTestFinished(async () => {
        await clients.terminate();
        await server.stop(0);
      });
      await once(clients, 'online');
      const patientUntil = performance.now() + 30_000;
      for (let count = 0; count < 700 && performance.now() < patientUntil; count = Atomics.load(connected, 0))
        Atomics.wait(connected, 0, count, 100);
      expect(Atomics.load(connected, 0)).toBe(700);
    },
  );

  // Long beside the stalls of a busy machine.
  const SILENCE_MILLISECONDS = 900;
  const LIMITS: ConnectionLimits = {
    headersMs: 1000,
    silenceMs: SILENCE_MILLISECONDS,
    idleMs: 1000,
    grantedIdleMs: HOUR_MILLISECONDS,
    requestMs: 10_000,
    headerBytes: 16 * 1024,
    headerCount: 100,
  };
  const echo = appWith((app) => {
    app.onError((_, c) => c.text('the body ended early', 400));
    app.get('/', (c) => c.text(String([...c.req.raw.headers].length)));
    app.post('/', async (c) => c.text(await c.req.text()));
    app.on(['GET', 'POST'], '/slow', async (c) => {
      await delay(2 * SILENCE_MILLISECONDS);
      return c.text('after all');
    });
  });
  /** What the server answers to these bytes until it closes the connection, and after how many milliseconds. */
  async function answerTo(pieces: readonly string[], limits = LIMITS): Promise<{ text: string; milliseconds: number }> {
    const server = await startServer(echo, '127.0.0.1', 0, limits);
    const started = performance.now();
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    const text = Array.fromAsync(socket).then(
      (chunks) => Buffer.concat(chunks as Buffer[]).toString(),
      () => 'reset',
    ); // a socket without encoding gives bytes
    for (const piece of pieces) socket.write(piece);
    const answer = await text;
    const milliseconds = performance.now() - started;
    await server.stop(0);
    return { text: answer, milliseconds };
  }

  it('of HTTP/1.0 needs no Host, as health checks send none', async () => {
    expect((await answerTo(['GET / HTTP/1.0\r\n\r\n'])).text).toMatch(/^HTTP\/1\.1 200 OK/);
  });

  it('takes a second request after the pause that it was told, because a busy process reads late', async () => {
    const server = await startServer(echo, '127.0.0.1', 0, { ...LIMITS, idleMs: 1 });
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    for (const _ of ['first', 'second']) {
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 OK/);
      // Node of itself grants a second more than it tells.
      await delay(1500);
    }
    await server.stop(0);
  });

  // Each time every other limit is an hour: what closes the connection before the test's time ends is the one that is
  // meant.
  it('whose headers do not end is closed', async () => {
    const { text } = await answerTo(['GET / HTTP/1.1\r\nHost: a\r\nX-A: '], {
      ...LIMITS,
      silenceMs: HOUR_MILLISECONDS,
      requestMs: HOUR_MILLISECONDS,
    });
    expect(text).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('whose body stops arriving is closed', async () => {
    const { text, milliseconds } = await answerTo(
      ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nonly this'],
      { ...LIMITS, requestMs: HOUR_MILLISECONDS },
    );
    expect(text).not.toContain('200 OK');
    expect(milliseconds).toBeGreaterThanOrEqual(SILENCE_MILLISECONDS - 10);
  });

  it('may wait for a slow answer as long as it takes', async () => {
    const { text } = await answerTo(['GET /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']);
    expect(text).toContain('after all');
  });

  it('may send a body slowly, as long as it sends', async () => {
    const server = await startServer(echo, '127.0.0.1', 0, LIMITS);
    const pieces = Readable.from(
      (async function* () {
        for (let piece = 0; piece < 8; piece += 1) {
          yield Buffer.from('x');
          await delay(SILENCE_MILLISECONDS / 6);
        }
      })(),
    );
    const response = await fetch(server.url, {
      method: 'POST',
      body: Readable.toWeb(pieces),
      duplex: 'half',
    } as RequestInit); // duplex is not in the type yet
    expect(await response.text()).toBe('xxxxxxxx');
    await server.stop(0);
  });

  it('may wait for a slow answer to a body that nobody reads', async () => {
    const { text } = await answerTo([
      'POST /slow HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody',
    ]);
    expect(text).toContain('after all');
  });

  it('gets 431 for headers of more than 16 KB, and for more than 100 of them', async () => {
    const withHeaders = async (headers: string): Promise<string> =>
      (await answerTo([`GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`])).text.split('\r\n')[0]
      ?? '';
    const many = (count: number): string => Array.from({ length: count }, (_, index) => `X-${index}: 1\r\n`).join('');
    expect(await withHeaders(`X-Long: ${'x'.repeat(15_000)}\r\n`)).toBe('HTTP/1.1 200 OK');
    expect(await withHeaders(`X-Long: ${'x'.repeat(17_000)}\r\n`)).toBe('HTTP/1.1 431 Request Header Fields Too Large');
    expect(await withHeaders(many(90))).toBe('HTTP/1.1 200 OK');
    expect(await withHeaders(many(110))).toBe('HTTP/1.1 431 Request Header Fields Too Large');
  });
});
