import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page, Worker } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { mintUser, PASSWORD, testApp } from '../../service/support/app-fixture.ts';
import { openBrowser } from '../../support/browser.ts';

/*
 * Push messages in a browser. The browser of the tests hands the worker a message. It has no push service, no desk for
 * notifications and no person who clicks. So these three are played, and what the worker does with them is real.
 */

let browser: Browser;
let server: ReturnType<typeof createAdaptorServer>;
let username: string;
const base = (): string => `http://localhost:${(server.address() as AddressInfo).port}`; // listens on a port

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  ({ username } = await mintUser(context));
  server = createAdaptorServer({ fetch: testApp(context).fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
// This browser does not outlive its first context.
beforeEach(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.close());
afterAll(() => {
  server.close();
});

/** A page of a person who has logged in, and the worker beside it. */
async function entered(): Promise<{ readonly page: Page; readonly worker: Worker }> {
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 360, height: 800 } });
  await context.grantPermissions(['notifications'], { origin: base() });
  const page = await context.newPage();
  await page.goto(`${base()}/app/login`);
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`${base()}/app/today`);
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)');
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();
  return { page, worker };
}

/** Hands the worker a message, as the browser does that got one. */
async function deliver(page: Page, data: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const known = new Promise<string>((found) => {
    session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
      const active = versions.find(({ status }) => status === 'activated');
      if (active !== undefined) found(active.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const message = { origin: base(), registrationId: await known, data: JSON.stringify(data) };
  await session.send('ServiceWorker.deliverPushMessage', message);
}

it('a click on a message opens the incident that it tells of', { timeout: 30_000 }, async () => {
  const { page, worker } = await entered();
  await worker.evaluate(`(() => {
    self.shown = [];
    registration.showNotification = async (title, options) => { self.shown.push({ title, ...options }); };
  })()`);
  await deliver(page, { title: 'Main inlet', body: 'Flow rate too high', alertId: 'a/1 2' });
  await expect
    .poll(() => worker.evaluate('self.shown'))
    .toEqual([{ title: 'Main inlet', body: 'Flow rate too high', data: { alertId: 'a/1 2' } }]);
  const clicked = await worker.evaluate(`(async () => {
    let isClosed = false;
    const [{ data }] = self.shown;
    const asked = new Promise((found) => { clients.openWindow = async (path) => { found(path); return null; }; });
    const click = new ExtendableEvent('notificationclick');
    click.notification = { data, close: () => { isClosed = true; } };
    self.dispatchEvent(click);
    return { path: await asked, isClosed };
  })()`);
  expect(clicked).toEqual({ path: '/app/alerts/incident?id=a%2F1%202', isClosed: true });
});

it('the logout takes the subscription of the browser back, so that its messages end', { timeout: 30_000 }, async () => {
  const { page, worker } = await entered();
  await worker.evaluate(`(() => {
    self.left = 0;
    registration.pushManager.getSubscription = async () => ({ unsubscribe: async () => { self.left += 1; } });
  })()`);
  await page.getByText('Menu').click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL(`${base()}/`);
  expect(await worker.evaluate('self.left')).toBe(1);
});
