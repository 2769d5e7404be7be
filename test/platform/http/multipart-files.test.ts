import { setTimeout as delay } from 'node:timers/promises';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import type { HttpEnv } from '../../../src/platform/http/environment.ts';
import { errorAnswer } from '../../../src/platform/http/errors.ts';
import { multipartFiles } from '../../../src/platform/http/multipart-files.ts';

const app = new Hono<HttpEnv>();
app.onError((error, c) => errorAnswer(c, error));
app.use(async (c, next) => {
  c.set('bodyCut', new AbortController().signal);
  c.set('holdBody', () => {});
  await next();
});
/** Reads each file only after the next one has begun to arrive. */
app.post('/', async (c) => {
  const lengths: Record<string, number> = {};
  for await (const { name, bytes } of multipartFiles(c, { field: 'files', maxFiles: 3, maxBytes: 1_000_000 })) {
    await delay(20);
    let length = 0;
    for await (const piece of bytes) length += piece.length;
    lengths[name] = length;
  }
  return c.json(lengths);
});

const partOf = (name: string, content: string): string =>
  `--x\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${content}`;
const BEGUN = `${partOf('a.csv', 'whole')}\r\n${partOf('b.csv', 'begun')}`;

async function send(body: string | ReadableStream<Uint8Array>, type = 'multipart/form-data; boundary=x') {
  const response = await app.request('/', {
    method: 'POST',
    headers: { 'content-type': type },
    body,
    // Duplex is not in the type yet.
    duplex: 'half',
  } as RequestInit);
  return [response.status, await response.json()];
}

/** Sends the text, and breaks off. */
const brokenOff = (text: string): ReadableStream<Uint8Array> =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      await delay(5);
      controller.error(new Error('the connection is gone'));
    },
  });

describe('a form of files', () => {
  it('gives them in order, wherever its boundary stands in the type', async () => {
    const body = `${BEGUN}\r\n--x--\r\n`;
    for (const type of [undefined, 'multipart/form-data; charset=utf-8; boundary="x"'])
      expect(await send(body, type)).toEqual([200, { 'a.csv': 5, 'b.csv': 5 }]);
  });

  it('that ends within a file which nobody reads yet is refused, and ends nothing else', async () => {
    expect(await send(BEGUN)).toMatchObject([400, { message: 'The form ended early or is not well formed' }]);
    expect(await send(brokenOff(BEGUN))).toMatchObject([
      400,
      { message: 'The request body ended early: the connection was closed' },
    ]);
  });

  it('that ends within the file that is read is refused with the same words', async () => {
    expect(await send(partOf('a.csv', 'x'.repeat(200_000)))).toMatchObject([
      400,
      { message: 'The form ended early or is not well formed' },
    ]);
  });

  it('without a boundary is none', async () => {
    for (const type of ['multipart/form-data', 'multipart/form-data; boundary=', 'multipart/form-data; boundary=""'])
      expect((await send(BEGUN, type))[0]).toBe(415);
  });
});
