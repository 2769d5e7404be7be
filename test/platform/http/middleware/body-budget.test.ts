import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { OpenAPIHono } from '@hono/zod-openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpEnv } from '../../../../src/platform/http/environment.ts';
import { errorAnswer } from '../../../../src/platform/http/errors.ts';
import { boundUnfinishedBody } from '../../../../src/platform/http/middleware/body-budget.ts';
import { type RunningServer, startServer } from '../../../../src/platform/http/server.ts';
import { ServiceError } from '../../../../src/kernel/errors.ts';
import { testContext } from '../../../support/database.ts';
import { testApp } from '../../../service/support/app-fixture.ts';

/** Long beside the stalls of a busy machine. */
const DEADLINE_MS = 1000;
const BYTE_EVERY_MS = 60;

let server: RunningServer;
let handled = 0;
beforeAll(async () => {
  const app = new OpenAPIHono<HttpEnv>();
  app.onError((error, c) => errorAnswer(c, error));
  app.use(async (c, next) => {
    const path = c.req.path;
    // Of a declaration the middleware reads how its body is taken.
    c.set(
      'route',
      path.startsWith('/streamed')
        ? { surface: 'user', method: 'post', path, access: 'public', effect: 'acts', body: 'streamed' }
        : null,
    );
    await next();
  });
  app.use(boundUnfinishedBody(new AbortController().signal, DEADLINE_MS));
  app.post('/streamed/refused', () => {
    throw new ServiceError(415, 'not this');
  });
  app.post('/whole/refused', () => {
    throw new ServiceError(415, 'not this');
  });
  for (const path of ['/begun/refused', '/streamed/begun/refused']) {
    app.post(path, async (c) => {
      for await (const piece of c.req.raw.body ?? []) if (piece.length > 0) throw new ServiceError(415, 'not this');
      return c.text('');
    });
  }
  app.post('/slow-answer', async (c) => {
    const text = await c.req.text();
    await new Promise((resolve) => {
      setTimeout(resolve, 2 * DEADLINE_MS);
    });
    return c.text(text);
  });
  app.post('*', async (c) => {
    const text = await c.req.text();
    handled += 1;
    return c.text(text);
  });
  server = await startServer(app, '127.0.0.1', 0);
});
afterAll(() => server.stop(0));

/**
 * Sends the head of a request of 20 bytes, then a byte every 60 ms until `bytes` are sent or the connection ends; what
 * was answered.
 */
async function trickle(path: string, bytes: number, asked = server): Promise<string> {
  const socket: Socket = connect(Number(new URL(asked.url).port), '127.0.0.1');
  await once(socket, 'connect');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
    // A kept connection is closed from this side.
    if (!/connection: close/i.test(answer)) socket.end();
  });
  socket.on('error', () => {});
  const closed = once(socket, 'close');
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 20\r\n\r\n`);
  let sent = 0;
  const sender = setInterval(() => {
    if (sent === bytes || !socket.writable) return clearInterval(sender);
    socket.write('x');
    sent += 1;
  }, BYTE_EVERY_MS);
  await closed;
  clearInterval(sender);
  return answer;
}

/** Sends a request whose body has `bytes` bytes to its end, and reads what is answered only then. */
async function answerAfterSending(path: string, bytes: number): Promise<string> {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const broken = Promise.withResolvers<never>();
  socket.on('error', broken.reject);
  socket.on('close', () => broken.reject(new Error('The connection ended')));
  await once(socket, 'connect');
  socket.pause();
  socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${bytes}\r\n\r\n`);
  const piece = Buffer.alloc(256 * 1024, 'x');
  for (let sent = 0; sent < bytes; sent += piece.length) {
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain'), broken.promise]);
  }
  let answer = '';
  const answered = Promise.withResolvers<string>();
  socket.on('data', (chunk) => {
    answer += String(chunk);
    if (answer.includes('not this')) answered.resolve(answer);
  });
  socket.resume();
  const whole = await Promise.race([answered.promise, broken.promise]);
  socket.destroy();
  return whole;
}

describe('a body that arrives slowly', () => {
  it('is given up at the deadline with 408 and the end of the connection, and its handler does not run', async () => {
    const before = handled;
    const answer = await trickle('/read', 19);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(answer).toMatch(/^connection: close\r$/im);
    expect(answer).toContain('The request body did not arrive within 1 s');
    expect(handled).toBe(before);
  });

  it('may take its time where it is streamed', async () => {
    expect(await trickle('/streamed/read', 20)).toMatch(/^HTTP\/1\.1 200 [^]*x{20}$/);
  });

  it('that is whole may wait for its answer longer than the deadline', async () => {
    const response = await fetch(`${server.url}/slow-answer`, { method: 'POST', body: 'whole' });
    expect([response.status, await response.text()]).toEqual([200, 'whole']);
  });
});

describe('an answer before the end of a streamed body', () => {
  it('says that the connection is closed', async () => {
    const answer = await trickle('/streamed/refused', 1);
    expect(answer).toMatch(/^HTTP\/1\.1 415 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it('says so on the service itself, too', async () => {
    const service = await startServer(testApp(await testContext()), '127.0.0.1', 0);
    const answer = await trickle('/api/external/readings', 1, service);
    await service.stop(0);
    expect(answer).toMatch(/^HTTP\/1\.1 401 /);
    expect(answer).toMatch(/^connection: close\r$/im);
  });

  it.each(['/streamed/refused', '/whole/refused', '/begun/refused', '/streamed/begun/refused'])(
    'reaches a client that sends all of its body before it listens: %s',
    async (path) => {
      expect(await answerAfterSending(path, 8 * 1024 * 1024)).toMatch(/^HTTP\/1\.1 415 [^]*not this/);
    },
  );

  it('ends the connection when far more is sent than was refused', async () => {
    await expect(answerAfterSending('/streamed/refused', 200 * 1024 * 1024)).rejects.toThrow(/EPIPE|ECONNRESET|ended/);
  });

  it('keeps the connection when the body had arrived', async () => {
    const response = await fetch(`${server.url}/streamed/read`, { method: 'POST', body: 'x' });
    expect(response.headers.get('connection')).toBe('keep-alive');
  });
});
