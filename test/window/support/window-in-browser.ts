import { createAdaptorServer } from '@hono/node-server';
import chromium from '@sparticuz/chromium';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium as browsers, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../../platform/openapi/support/documented-works.ts';
import { AS_DOCUMENTED, FIRST_HOUR } from '../../platform/openapi/support/works-like.ts';
import { demonstrationOf, mintUser, PASSWORD, testApp } from '../../service/support/app-fixture.ts';
import { NARROW } from './looks.ts';

export const EVIL = '<script>alert(1)</script>';
export const WELL = `${EVIL}Well`;

type Kind = 'user' | 'manager' | 'operator';

/** The well sent in every hour of 15/01/2026 but the fourth, from 09:00 to 10:00. */
async function sendWithDryHour(context: TestContext, { industry }: DocumentedWorks): Promise<void> {
  const rows = Array.from({ length: 24 }, (_, hour) => hour)
    .filter((hour) => hour !== 3)
    .map((hour) => ({
      row: {
        unitId: 'WELL',
        createdOn: new Date(FIRST_HOUR + (24 + hour) * 3_600_000 + 300_000).toISOString(),
        value: 5,
      },
    }));
  await ingestReadings({ context, onStaleDays: async () => {} }, industry, [rows], 'http');
}

/** A small works behind a real service, and a real browser for each test of the file that calls. */
export function windowInBrowser() {
  let works: DocumentedWorks;
  let browser: Browser;
  let base: string;
  let server: ReturnType<typeof createAdaptorServer>;
  /** Username by kind. */
  let people: Readonly<Record<Kind, string>>;

  beforeAll(async () => {
    const context = await testContext('2026-01-16T00:45:00Z');
    works = await mintDocumentedWorks(context, {
      ...AS_DOCUMENTED,
      // A rule of such a title would be refused when it is tried.
      name: (text) => (text === 'Takes too much' ? text : `${EVIL}${text}`),
      moreUnits: [
        {
          unitId: 'WELL',
          displayName: WELL,
          standardCategoryId: 'FLOW_CATEGORY',
          siUnit: 'KL',
          dataUpdateFrequency: 3600,
        },
      ],
      moreCategories: {
        ID_RAIN_WATER: {
          standardCategoryId: 'FLOW_CATEGORY',
          subCategories: [{ id: 'WELLS', displayName: 'Wells', units: ['WELL'] }],
        },
      },
    });
    await sendWithDryHour(context, works);
    const { industryId } = works.user;
    const mint = async (options: Parameters<typeof mintUser>[1]): Promise<string> =>
      (await mintUser(context, options)).username;
    people = {
      user: await mint({ industryId }),
      manager: await mint({ industryId, role: 'admin', permissions: ['admin:*'] }),
      operator: await mint({ industryId: 'INTERNAL', role: 'admin', permissions: ['admin:*'] }),
    };
    const demoLogins = Object.entries(people).map(([label, username]) => ({ label, username, password: PASSWORD }));
    server = createAdaptorServer({
      fetch: testApp(context, {}, undefined, { demonstration: demonstrationOf(demoLogins) }).fetch,
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, not on a socket file
  });
  // A browser for each test: it runs in a single process, whose pages lose the cookies of any but its first context.
  beforeEach(async () => {
    browser = await browsers.launch({
      executablePath: await chromium.executablePath(),
      args: [...chromium.args, '--lang=en-GB'],
      headless: true,
    });
  });
  afterEach(() => browser.close());
  afterAll(() => {
    server.close();
  });

  /** A page that keeps what is wrong with it: other hosts, complaints of the console, dialogs. */
  async function opened(): Promise<{ page: Page; troubles: string[] }> {
    // axe is put into the page, whose policy allows no script of others.
    const context = await browser.newContext({
      bypassCSP: true,
      locale: 'en-GB',
      timezoneId: 'UTC',
      // What a worker keeps would stand between the pages and the test.
      serviceWorkers: 'block',
      viewport: { width: NARROW, height: 900 },
    });
    const page = await context.newPage();
    const troubles: string[] = [];
    const trouble = (text: string): void => {
      troubles.push(`${new URL(page.url()).pathname}: ${text}`);
    };
    await page.route(
      (url) => url.origin !== base && !/^(?:data|blob):$/.test(url.protocol),
      (route) => {
        trouble(`asks ${route.request().url()}`);
        return route.abort();
      },
    );
    page.on('pageerror', (error) => trouble(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) trouble(message.text());
    });
    page.on('dialog', (dialog) => {
      trouble(`dialog ${dialog.message()}`);
      void dialog.dismiss();
    });
    return { page, troubles };
  }

  async function enter(page: Page, kind: Kind): Promise<void> {
    await page.goto(base);
    await page.getByRole('button', { name: kind }).click();
    await page.waitForURL(`${base}/app/${kind === 'operator' ? 'operations' : 'today'}`);
  }

  /** The industry that an operator looks at. */
  async function lookAt(page: Page, industryId: string): Promise<void> {
    await page.goto(`${base}/app/operations`);
    await page.locator('.top summary').click();
    await page.locator('.top form[action="/app/industry"] input').fill(industryId);
    await page.locator('.top form[action="/app/industry"] button').click();
    await page.waitForURL(`${base}/app/today`);
  }

  /** The browser keeps tokens that nobody takes. */
  async function forgetSession(page: Page): Promise<void> {
    const cookies = await page.context().cookies(`${base}/app`);
    await page
      .context()
      .addCookies(
        cookies
          .filter(({ name }) => name !== 'device')
          .map((cookie) => ({ ...cookie, value: 'eyJhbGciOiJIUzI1NiJ9.e30.eA' })),
      );
  }

  return {
    works: () => works,
    people: () => people,
    base: () => base,
    opened,
    enter,
    lookAt,
    forgetSession,
  };
}
