import { gunzipSync, createGunzip } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '../../src/kernel/errors.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { testApp, type TestApp } from '../service/support/app-fixture.ts';
import { mintWorks, type Works } from '../service/support/device-data-works.ts';
import { asLoggedIn, type Look } from './support/look.ts';

/* Today asks for much. Its frame is there before, and the page is the same whether or not it came in pieces. */

/** A statement of the content of Today, and of nothing that is asked before. */
const HELD = 'ledger.stale_days';

let context: TestContext;
let app: TestApp;
let works: Works;
let look: Look;
/** What the held statement waits for. */
let gate: Promise<void> = Promise.resolve();

beforeAll(async () => {
  context = await testContext('2026-06-11T06:00:00Z');
  const held = new Proxy(context.database, {
    get: (target, name) => {
      const found: unknown = Reflect.get(target, name, target);
      if (typeof found !== 'function') return found;
      const call = (...given: unknown[]): unknown => Reflect.apply(found, target, given);
      return (...given: unknown[]): unknown => (given[0] === HELD ? gate.then(() => call(...given)) : call(...given));
    },
  });
  app = testApp({ ...context, database: held });
  works = await mintWorks(context, app);
  look = await asLoggedIn(app, works);
});

/** The page Today whose content waits until it is let go. */
async function begun(headers: Record<string, string> = {}) {
  const waiting = Promise.withResolvers<void>();
  gate = waiting.promise;
  // On a busy machine the frame may come before anything waits for the gate.
  gate.catch(() => {});
  const answer = await look.session.send('/app/today', { headers: { 'sec-fetch-site': 'same-origin', ...headers } });
  const reader = answer.body?.getReader();
  if (reader === undefined) throw new Error('The page has no body');
  const first = (await reader.read()).value ?? new Uint8Array();
  const rest = async (): Promise<Uint8Array> => {
    const pieces = [first];
    for (let read = await reader.read(); !read.done; read = await reader.read()) pieces.push(read.value);
    return Buffer.concat(pieces);
  };
  return { answer, first, rest, waiting };
}

describe('a page whose content takes long', () => {
  it('begins with its frame, and is the page that it would have been at once', async () => {
    const whole = (await look('/app/today')).html;
    const { answer, first, rest, waiting } = await begun();
    const frame = Buffer.from(first).toString();
    expect(answer.status).toBe(200);
    expect(frame).toContain('<h1>Today</h1>');
    expect(frame).toContain('href="/app/units"');
    expect(frame).not.toContain('</main>');
    waiting.resolve();
    const pieces = Buffer.from(await rest()).toString();
    expect(pieces).toBe(whole);
    // Also where the other page came in pieces.
    expect(pieces).toContain('chart-mark.js');
  });

  it('is compressed piece by piece, so that the frame does not wait in the compressor', async () => {
    const { answer, first, rest, waiting } = await begun({ 'accept-encoding': 'gzip' });
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const unpacking = createGunzip();
    const frame = new Promise<string>((resolve) => unpacking.once('data', (piece: Buffer) => resolve(String(piece))));
    unpacking.write(first);
    expect(await frame).toContain('<h1>Today</h1>');
    waiting.resolve();
    expect(gunzipSync(await rest()).toString()).toMatch(/id="compared"[\s\S]*<\/html>\s*$/);
  });

  it('tells in its place what went wrong after the frame, and leads on', async () => {
    const { rest, waiting } = await begun();
    waiting.reject(unavailable());
    const html = Buffer.from(await rest()).toString();
    expect(html).toContain('The database is not available at the moment.');
    // A browser keeps no such page for the time without a network.
    expect(html).toContain('<!--failed-->');
    expect(html).toMatch(/<a class="button" href="\/app\/today">Try again<\/a>/);
    expect(html.trimEnd()).toMatch(/<\/html>$/);
  });

  it('says nothing of a fault of ours but the request, which the log explains', async () => {
    const { rest, waiting } = await begun();
    waiting.reject(new Error('an inner word'));
    const html = Buffer.from(await rest()).toString();
    expect(html).toMatch(/Please quote request [\w-]+\./);
    expect(html).not.toContain('an inner word');
  });

  it('keeps the status of what is refused at once', async () => {
    gate = Promise.resolve();
    expect((await look('/app/today?date=41/01/2026')).status).toBe(400);
    expect((await look('/app/today?date=01/01/2027')).status).toBe(404);
  });
});
