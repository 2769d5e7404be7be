import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { mintUser, PASSWORD, testApp } from '../../service/support/app-fixture.ts';
import { openBrowser } from '../../support/browser.ts';

/* Pages as a phone without a network shows them: a real browser, whose service is switched off and on. */

let browser: Browser;
let service: ReturnType<typeof switchable>;
let people: readonly string[];

/** The service on one port, which can be switched off as a network is. */
function switchable(fetch: Parameters<typeof createAdaptorServer>[0]['fetch']) {
  const server = createAdaptorServer({ fetch });
  let port = 0;
  return {
    base: () => `http://localhost:${port}`,
    async on() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port; // listening on a port, not on a socket file
    },
    async off() {
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) server.closeAllConnections();
      await closed;
    },
  };
}

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  people = [(await mintUser(context)).username, (await mintUser(context)).username];
  service = switchable(testApp(context).fetch);
});
beforeEach(async () => {
  await service.on();
  browser = await openBrowser();
});
afterEach(async () => {
  await browser.close();
  await service.off().catch(() => {});
});
afterAll(async () => {
  await service.off().catch(() => {});
});

const opened = async (): Promise<Page> =>
  (await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 800 } })).newPage();

async function enter(page: Page, username: string | undefined): Promise<void> {
  await page.goto(`${service.base()}/app/login`);
  await page.getByLabel('Username').fill(username ?? '');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${service.base()}/app/today`);
}

/** Paths of what a cache of the browser keeps. The code is a text, because it runs in the browser. */
const keptIn = (page: Page, cache: string): Promise<string[]> =>
  page.evaluate(
    `caches.open('${cache}').then((one) => one.keys()).then((keys) => keys.map(({ url }) => new URL(url).pathname).sort())`,
  );
const keptPages = (page: Page): Promise<string[]> => keptIn(page, 'last-seen');

const seen = (page: Page) => page.locator('#last-seen');
const go = (page: Page, path: string) => page.goto(`${service.base()}${path}`);

describe('a page without a network', () => {
  it('is the one that was seen last, and says when that was and that it is not current', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    expect(await seen(page).isVisible()).toBe(false);
    await service.off();
    for (const path of ['/app/today', '/app']) {
      await go(page, path);
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Today');
      expect(await seen(page).textContent()).toContain('Last seen at 16 Jan 2026 06:15, not current');
      expect(await seen(page).isVisible()).toBe(true);
      // The style is there, too.
      expect(await page.evaluate(`getComputedStyle(document.getElementById('last-seen')).position`)).toBe('sticky');
    }
  });

  it('is never an old one while the network answers, whatever it answers', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    await go(page, '/app/today');
    expect(await seen(page).isVisible()).toBe(false);
    await page.context().clearCookies();
    await go(page, '/app/today');
    expect(new URL(page.url()).pathname).toBe('/app/login');
    expect(await keptPages(page)).toEqual([]);
  });

  it('says that there is no network where nothing was seen, and keeps no forms, downloads and answers', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    for (const path of ['/app/account', '/app/units', '/app/alerts/rules', '/app/alerts']) await go(page, path);
    await page.evaluate(`fetch('/app/api/user/user').then((answer) => answer.text())`);
    await expect.poll(() => keptPages(page)).toEqual(['/app/alerts', '/app/today']);
    const kept = await keptIn(page, 'files');
    expect(kept.filter((path) => path !== '/app/offline' && !path.startsWith('/app/assets/'))).toEqual([]);
    await service.off();
    await go(page, '/app/account');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no network');
  });

  it('comes back by itself as the network does', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    await service.off();
    await go(page, '/app/today');
    expect(await seen(page).isVisible()).toBe(true);
    await service.on();
    await expect.poll(() => seen(page).isVisible()).toBe(false);
  });
});

describe('what was seen last', () => {
  it('is gone after the logout', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    await page.getByText('Menu').click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${service.base()}/`);
    await go(page, '/app/login');
    expect(await keptPages(page)).toEqual([]);
    await service.off();
    await go(page, '/app/today');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no network');
  });

  it('is shown to no other login of the same browser, also where nobody has logged out', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    await go(page, '/app/alerts');
    await expect.poll(() => keptPages(page)).toEqual(['/app/alerts', '/app/today']);
    await enter(page, people[1]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    await service.off();
    await go(page, '/app/alerts');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('There is no network');
    await go(page, '/app/today');
    expect(await page.content()).toContain(`>${people[1]}<`);
  });

  it('goes with the login that the cookies of a page belong to, whatever the worker has seen of it', async () => {
    const page = await opened();
    await enter(page, people[0]);
    await expect.poll(() => keptPages(page)).toEqual(['/app/today']);
    // Another login that came without a form: its pages have another mark.
    await page.evaluate(`(async () => {
      const pages = await caches.open('last-seen');
      for (const key of await pages.keys()) await pages.delete(key);
      const headers = { 'page-login': 'another', 'page-kept': 'yes', date: new Date().toUTCString() };
      await pages.put('/app/alerts', new Response('of another', { headers }));
    })()`);
    await go(page, '/app/account');
    await expect.poll(() => keptPages(page)).toEqual([]);
  });
});
