import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createGzip, gunzip, gzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpEnv } from '../../../src/platform/http/environment.ts';
import { errorAnswer } from '../../../src/platform/http/errors.ts';
import { budgetBodies } from '../../../src/platform/http/middleware/body-budget.ts';
import { streamedBody } from '../../../src/platform/http/streamed-body.ts';

let cut = new AbortController();
const app = new Hono<HttpEnv>();
app.onError((error, c) => errorAnswer(c, error));
app.use(async (c, next) => {
  c.set('client', { network: 'local', isInside: true, https: false });
  c.set('bodyCut', cut.signal);
  c.set('deviceKey', null);
  await next();
});
app.use(budgetBodies());
const OTHER = gzipSync(Buffer.alloc(100_000));
let handed = 0;
app.post('/', async (c) => {
  handed = 0;
  for await (const piece of streamedBody(c, 'in pieces')) handed += piece.length;
  return c.text(String(handed));
});
/** Reads the body only after others have decompressed theirs: whatever the stream does by itself has happened then. */
app.post('/late', async (c) => {
  const body = streamedBody(c, 'in pieces');
  for (let other = 0; other < 20; other += 1) await promisify(gunzip)(OTHER);
  for await (const piece of body) handed += piece.length;
  return c.text(String(handed));
});
const post = (body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>, encoding: string, path = '/') =>
  // Duplex is not in the type yet.
  app.request(path, { method: 'POST', body, headers: { 'content-encoding': encoding }, duplex: 'half' } as RequestInit);
const MEGABYTE = 1024 * 1024;

describe('a compressed body', () => {
  it('that expands beyond 200 times is refused from the first megabyte on', async () => {
    const response = await post(gzipSync(Buffer.alloc(64 * MEGABYTE, 0x0a)), 'gzip');
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        status: 'failed',
        status_code: 413,
        message: 'The request body expands to more than 200 times its compressed size',
      },
    ]);
    expect(handed).toBeLessThanOrEqual(MEGABYTE);
  });

  it('that is cut off or damaged is refused, whenever it is read, and harms nobody else', async () => {
    const whole = gzipSync(Buffer.from('x'.repeat(100_000)));
    for (const path of ['/', '/late']) {
      for (const broken of [
        whole.subarray(0, 30),
        Buffer.concat([whole.subarray(0, 12), Buffer.from('no gzip at all')]),
      ]) {
        const response = await post(new Uint8Array(broken), 'gzip', path);
        expect([response.status, await response.json()]).toMatchObject([
          400,
          { status_code: 1430, message: 'The request body is not valid gzip' },
        ]);
      }
    }
  });

  it('may expand as it likes while it is small', async () => {
    expect(await (await post(gzipSync(Buffer.alloc(MEGABYTE)), 'gzip')).text()).toBe(String(MEGABYTE));
  });

  it('whose readers take more memory than there is for all bodies is answered 503, and leaves the memory to others', async () => {
    const body = gzipSync(randomBytes(1000).toString('hex').repeat(20));
    const holding = Promise.withResolvers<void>();
    const waiting = Promise.withResolvers<void>();
    const small = new Hono<HttpEnv>();
    small.onError((error, c) => errorAnswer(c, error));
    small.use(async (c, next) => {
      c.set('client', { network: c.req.header('network') ?? '', isInside: true, https: false });
      c.set('deviceKey', null);
      c.set('bodyCut', cut.signal);
      await next();
    });
    small.use(budgetBodies(200_000));
    small.post('/', async (c) => {
      for await (const _piece of streamedBody(c, 'whole'))
        if (c.req.header('waits') === 'yes') {
          holding.resolve();
          await waiting.promise;
        }
      return c.text('read');
    });
    const send = (network: string, waits: 'yes' | 'no') =>
      small.request('/', { method: 'POST', body, headers: { 'content-encoding': 'gzip', network, waits } });
    // 40,000 bytes of text are held twice; one client may hold 100,000.
    const first = send('A', 'yes');
    await holding.promise;
    expect(
      await Promise.all(
        [send('A', 'no'), send('B', 'no')].map(async (response) => [
          (await response).status,
          (await response).headers.get('retry-after'),
        ]),
      ),
    ).toEqual([
      [503, '5'],
      [200, null],
    ]);
    waiting.resolve();
    expect((await first).status).toBe(200);
    expect((await send('A', 'no')).status).toBe(200);
  });

  it('of the most regular readings there are passes whatever its length', async () => {
    const lines = (function* () {
      for (let slot = 0; slot < 300; slot += 1) {
        const createdOn = new Date(1_767_225_600_000 + slot * 300_000).toISOString();
        let text = '';
        for (let meter = 0; meter < 1000; meter += 1)
          text += `{"unitId":"METER_${meter}","createdOn":"${createdOn}","value":0,"summedValue":0,"interpolated":false,"offlinePeriod":null}\n`;
        yield text;
      }
    })();
    const response = await post(
      Readable.toWeb(Readable.from(lines).pipe(createGzip({ level: 9 }))) as ReadableStream<Uint8Array>,
      'gzip',
    ); // Node's own class of the same shape
    expect(response.status).toBe(200);
    expect(Number(await response.text())).toBeGreaterThan(30 * MEGABYTE);
  });
});

describe('a body whose sender takes its time', () => {
  it.each(['identity', 'gzip'])('is given up with 503 when the process ends (%s)', async (encoding) => {
    cut = new AbortController();
    const ending = cut;
    const begun = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(encoding === 'gzip' ? gzipSync('begun') : Buffer.from('begun')),
      pull: () => {
        begun.resolve();
        return new Promise(() => {});
      },
    });
    const answer = post(endless, encoding);
    await begun.promise;
    ending.abort();
    const response = await answer;
    expect([response.status, await response.json()]).toEqual([
      503,
      { status: 'failed', status_code: 503, message: 'The service is being stopped. Please send the request again.' },
    ]);
    // Nor is one waited for that comes even later.
    expect((await post(Buffer.from('late'), 'identity')).status).toBe(503);
    cut = new AbortController();
  });
});
