import { createAdaptorServer } from '@hono/node-server';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { bearer, login, PASSWORD, testApp, type TestApp } from '../../service/support/app-fixture.ts';
import { type DocumentedWorks, mintDocumentedWorks } from './support/documented-works.ts';
import { openBrowser } from '../../support/browser.ts';

/* The pages as people meet them: a real browser, a real server, nothing of another host. */

let app: TestApp;
let works: DocumentedWorks;
let browser: Browser;
let base: string;
let server: ReturnType<typeof createAdaptorServer>;
beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  app = testApp(context);
  works = await mintDocumentedWorks(context);
  server = createAdaptorServer({ fetch: app.fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, not on a socket file
});
// Each test has a browser of its own: this one runs in a single process, whose pages lose the cookies of any but its
// first context.
beforeEach(async () => {
  browser = await openBrowser();
});
afterEach(() => browser.close());
afterAll(() => {
  server.close();
});

/** Opens a page and keeps what it asked other hosts for and what it complained about. */
async function visit(path: string): Promise<{ page: Page; elsewhere: string[]; complaints: string[] }> {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
  const [elsewhere, complaints]: [string[], string[]] = [[], []];
  await page.route(
    (url) => url.origin !== base && !/^(?:data|blob):$/.test(url.protocol),
    (route) => {
      elsewhere.push(route.request().url());
      return route.abort();
    },
  );
  page.on('pageerror', (error) => {
    complaints.push(error.message);
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(message.text());
  });
  await page.goto(`${base}${path}`);
  return { page, elsewhere, complaints };
}

const operationsShown = (page: Page): Promise<void> =>
  expect.poll(() => page.locator('.opblock').count(), { timeout: 60_000 }).toBeGreaterThan(0);

/** Screenshots for whoever wants to look at the pages. */
const photograph = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png` });
};

/** Opens an operation, fills it in, sends it and gives the status that the page shows. */
async function tryOut(
  page: Page,
  operationId: string,
  fill: (operation: ReturnType<Page['locator']>) => Promise<void> = async () => {},
): Promise<string> {
  const operation = page.locator(`[id$="-${operationId}"].opblock`);
  await operation.locator('.opblock-summary-control').click();
  await operation.getByRole('button', { name: 'Try it out' }).click();
  await fill(operation);
  await operation.getByRole('button', { name: 'Execute' }).click();
  const status = operation.locator('.live-responses-table .response-col_status').last();
  await expect.poll(() => status.count(), { timeout: 60_000 }).toBeGreaterThan(0);
  return (await status.innerText()).trim();
}

const field = (operation: ReturnType<Page['locator']>, name: string) =>
  operation.locator(`tr[data-param-name="${name}"] input`);

describe('the documentation login', () => {
  it('is a labelled form that a keyboard can use at once', async () => {
    const { page, elsewhere, complaints } = await visit('/api/admin/docs');
    expect(new URL(page.url()).pathname).toBe('/api/admin/auth/docsLogin');
    expect(await page.title()).toBe('Log in to the admin documentation');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('username');
    expect(await page.getByLabel('Password').getAttribute('type')).toBe('password');
    await photograph(page, 'login');
    expect([elsewhere, complaints]).toEqual([[], []]);
  });

  it('says what was wrong, and lets the next try in', async () => {
    const { page, elsewhere, complaints } = await visit('/api/external/auth/docsLogin');
    await page.getByLabel('Username or e-mail address').fill(works.user.username);
    await page.getByLabel('Password').fill('wrong-password');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toBe('Invalid Credentials. Please check username and password.');
    await photograph(page, 'login-wrong');

    await page.getByLabel('Username or e-mail address').fill(works.user.username);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${base}/api/external/docs`);
    await operationsShown(page);
    expect([elsewhere, complaints]).toEqual([[], []]);
  });
});

describe('the interactive documentation', () => {
  it('of the external surface is open, lists every operation, takes a token and shows live answers', async () => {
    const { page, elsewhere, complaints } = await visit('/api/external/docs');
    await operationsShown(page);
    expect(await page.locator('.errors-wrapper').count()).toBe(0);
    const listed = await page
      .locator('.opblock-summary-path')
      .evaluateAll((paths: { dataset: Record<string, string> }[]) => paths.map((path) => path.dataset['path'] ?? ''));
    expect(new Set(listed)).toEqual(
      new Set([
        '/api/external/readings',
        '/api/external/sources/{sourceId}',
        '/api/external/readings/meterFile',
        '/api/external/latest/unit',
        '/api/external/latest/all',
        '/api/external/waterRatio',
        '/api/external/docs',
        '/api/external/openapi.json',
        '/api/external/auth/docsLogin',
        '/api/v2/write',
        '/write',
        '/query',
        '/ping',
        '/health',
      ]),
    );
    await photograph(page, 'external-docs');

    const { token } = await login(app, works.user, { 'x-device-id': 'page' });
    await page.getByRole('button', { name: 'Authorize' }).first().click();
    const bearerForm = page.locator('.auth-container form', { hasText: 'Access token of POST' }).first();
    await expect
      .poll(() =>
        bearerForm
          .locator('input')
          .evaluate((input: unknown) => input === Reflect.get(globalThis, 'document').activeElement),
      )
      .toBe(true);
    await photograph(page, 'authorize-open');
    await page.keyboard.insertText(token);
    await bearerForm.locator('button.authorize').click();
    await photograph(page, 'authorize');
    await page.locator('.btn-done').first().click();
    expect(await tryOut(page, 'getLatestAll')).toContain('200');
    await photograph(page, 'external-answer');
    expect([elsewhere, complaints]).toEqual([[], []]);
  });

  it('of the user surface is open, and logs in by its own login operation', async () => {
    const { page, elsewhere, complaints } = await visit('/api/user/docs');
    await operationsShown(page);
    expect(await page.title()).toBe('User surface: the web and mobile app');
    await photograph(page, 'user-docs');
    const status = await tryOut(page, 'postLogin', async (operation) => {
      await field(operation, 'username').fill(works.user.username);
      await field(operation, 'password').fill(PASSWORD);
    });
    expect(status).toContain('200');
    const answer = await page
      .locator('[id$="-postLogin"].opblock .live-responses-table .microlight')
      .first()
      .innerText();
    const token = /"access_token": "([^"]+)"/.exec(answer)?.[1] ?? '';
    expect((await app.request('/api/user/deviceDataV2?date1=15/01/2026', { headers: bearer(token) })).status).toBe(200);
    await photograph(page, 'user-login');
    expect([elsewhere, complaints]).toEqual([[], []]);
  });

  it('sends the body as it was edited, not credentials of an example', async () => {
    const { page } = await visit('/api/user/docs');
    await operationsShown(page);
    const status = await tryOut(page, 'postLogin', async (operation) => {
      await operation
        .locator('textarea.body-param__text')
        .fill(JSON.stringify({ email: works.user.email, password: PASSWORD }));
    });
    expect(status).toContain('200');
  });
});
