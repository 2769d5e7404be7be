import { Hono } from 'hono';
import { expect, it } from 'vitest';
import { TooManyRequests } from '../../src/kernel/errors.ts';
import { askingAs } from '../../src/window/api-client.ts';
import { troublePage } from '../../src/window/trouble.ts';
import type { HttpEnv } from '../../src/platform/http/environment.ts';

/** A page that asks the API, which answers so. */
async function pageOver(answer: () => Promise<Response>) {
  const app = new Hono<HttpEnv>();
  app.onError((error, c) => troublePage(c, error));
  app.get('/app/today', async (c) => c.json(await askingAs(answer, null, 'en').ask('/api/user/units')));
  const page = await app.request('/app/today');
  return { status: page.status, retryAfter: page.headers.get('retry-after'), html: await page.text() };
}

const refusal = (status: number, headers: Record<string, string> = {}) =>
  pageOver(async () => Response.json({ message: 'Not now' }, { status, headers }));

it.each([429, 503])('a page that the API refused for now (%i) says when to try again', async (status) => {
  const told = await refusal(status, { 'Retry-After': '17' });
  expect(told).toMatchObject({ status, retryAfter: '17' });
  expect(told.html).toContain('Try again');
  expect((await refusal(status)).retryAfter).toBe('5');
});

it('a page of its own too many requests does so as well', async () => {
  expect(await pageOver(() => Promise.reject(new TooManyRequests(60)))).toMatchObject({
    status: 429,
    retryAfter: '60',
  });
});

it('a page that was refused for good does not', async () => {
  expect(await refusal(400)).toMatchObject({ status: 400, retryAfter: null });
});
