import { createAdaptorServer } from '@hono/node-server';
import chromium from '@sparticuz/chromium';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium as browsers, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGES } from '../../../src/http/app/page-list.ts';
import { ingestReadings } from '../../../src/services/readings/ingest.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../docs/support/documented-works.ts';
import { AS_DOCUMENTED, FIRST_HOUR } from '../docs/support/works-like.ts';
import { mintUser, PASSWORD, testApp } from '../support/app-fixture.ts';

/*
 * Every page as people of each kind meet it: a real browser, narrow and wide, light and dark, with axe looking on. The
 * way goes along the links of the pages themselves. With SCREENSHOTS=folder it leaves pictures to be looked at.
 */

const EVIL = '<script>alert(1)</script>';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What axe calls minor is left to judgement. */
const WRONG = ['moderate', 'serious', 'critical'];
const [NARROW, WIDE] = [360, 1440];
/** A file, and the report itself as it is mailed and printed: documents of their own. */
const DOCUMENTS: readonly string[] = ['/app/reports/file', '/app/reports/preview'];

const WELL = `${EVIL}Well`;

let works: DocumentedWorks;
let browser: Browser;
let base: string;
let server: ReturnType<typeof createAdaptorServer>;
/** Username by kind. */
let people: Readonly<Record<'user' | 'manager' | 'operator', string>>;

beforeAll(async () => {
  const context = await testContext('2026-01-16T00:45:00Z');
  works = await mintDocumentedWorks(context, {
    ...AS_DOCUMENTED,
    name: (text) => `${EVIL}${text}`,
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
  server = createAdaptorServer({ fetch: testApp(context, {}, undefined, { demoLogins }).fetch });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, not on a socket file
});
// A browser for each test: it runs in a single process, whose pages lose the cookies of any but its first context.
beforeEach(async () => {
  browser = await browsers.launch({
    executablePath: await chromium.executablePath(),
    args: chromium.args,
    headless: true,
  });
});
afterEach(() => browser.close());
afterAll(() => {
  server.close();
});

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

/** A page that keeps what is wrong with it: other hosts, complaints of the console, dialogs. */
async function opened(): Promise<{ page: Page; troubles: string[] }> {
  // axe is put into the page, whose policy allows no script of others.
  const context = await browser.newContext({ bypassCSP: true, viewport: { width: NARROW, height: 900 } });
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

async function enter(page: Page, kind: keyof typeof people): Promise<void> {
  await page.goto(base);
  await page.getByRole('button', { name: kind }).click();
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

/** Runs in the page. */
const violationsHere = async (rules: readonly string[]): Promise<string[]> => {
  const { axe } = globalThis as unknown as {
    axe: {
      run(options: unknown): Promise<{
        violations: { id: string; impact: string; nodes: { target: string[]; html: string }[] }[];
      }>;
    };
  }; // put into the page
  const only = rules.length === 0 ? {} : { runOnly: { type: 'rule', values: rules } };
  const { violations } = await axe.run({ resultTypes: ['violations'], ...only });
  return violations.flatMap(({ id, impact, nodes }) =>
    nodes.slice(0, 3).map(({ target, html }) => `${impact} ${id} at ${target.join(' ')}: ${html.slice(0, 120)}`),
  );
};

async function photograph(page: Page, name: string): Promise<void> {
  const folder = process.env['SCREENSHOTS'];
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** What is wrong with the page as it is shown now. */
async function wrongs(page: Page, look: 'narrow, light' | 'wide, dark', rules: readonly string[]): Promise<string[]> {
  const [width, colorScheme] = look === 'narrow, light' ? ([NARROW, 'light'] as const) : ([WIDE, 'dark'] as const);
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  const found: string[] = [];
  const sideways = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
  if (Number(sideways) > 0) found.push(`scrolls ${String(sideways)} px sideways`);
  found.push(
    ...(await page.evaluate(violationsHere, rules)).filter((text) => WRONG.includes(text.split(' ')[0] ?? '')),
  );
  return found.map((text) => `${new URL(page.url()).pathname} (${look}): ${text}`);
}

/** Links of the page below /app that show a page and load no file. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('a[href^="/app/"]:not([download])')
    .evaluateAll((links: { getAttribute(name: string): string | null }[]) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !/^\/app\/(?:api|assets|log|reports\/(?:file|preview))/.test(href)),
    );

/**
 * Goes along the links from Today, one address of each page, then to the pages that no link led to.
 * @param isKnown pages that were looked at as somebody else, who sees no less of them
 * @returns what is wrong, and the pages seen
 */
async function tour(page: Page, kind: string, isKnown: (path: string) => boolean) {
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const look = async (address: string): Promise<void> => {
    const answer = await page.goto(`${base}${address}`);
    const path = new URL(page.url()).pathname;
    seen.set(path, answer?.status() ?? 0);
    if ((await page.locator('h1').count()) !== 1) wrong.push(`${path}: has not one first heading`);
    if ((await page.locator('main script').count()) > 0) wrong.push(`${path}: text has become a script`);
    if (isKnown(path)) return;
    await page.evaluate(AXE);
    wrong.push(...(await wrongs(page, 'narrow, light', [])));
    await photograph(page, `${kind}${path.replaceAll('/', '-')}-narrow`);
    wrong.push(...(await wrongs(page, 'wide, dark', ['color-contrast'])));
    await photograph(page, `${kind}${path.replaceAll('/', '-')}-wide`);
  };
  const waiting = ['/app/today'];
  const met = new Set(waiting);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    await look(address);
    for (const link of await linksOf(page)) {
      const { pathname } = new URL(link, base);
      if (met.has(pathname)) continue;
      met.add(pathname);
      waiting.push(link);
    }
  }
  for (const [path, status] of seen) if (status !== 200) wrong.push(`${path}: a link leads to ${status}`);
  for (const { path, audience } of PAGES.filter((one) => !DOCUMENTS.includes(one.path)))
    if (!seen.has(path) && (audience === 'everybody' || kind === 'operator')) await look(path);
  for (const [path, status] of seen) if (status >= 500) wrong.push(`${path}: ${status}`);
  return { wrong, seen };
}

describe('the window', () => {
  const known = new Set<string>();

  it.each(['manager', 'operator', 'user'] as const)(
    'is whole for a person of the kind %s: narrow and wide, light and dark, and axe finds nothing',
    { timeout: 180_000 },
    async (kind) => {
      const { page, troubles } = await opened();
      await page.goto(base);
      await page.evaluate(AXE);
      const welcome = known.size > 0 ? [] : await wrongs(page, 'narrow, light', []);
      await enter(page, kind);
      if (kind === 'operator') {
        await page.goto(`${base}/app/operations`);
        await page.locator('.top form[action="/app/industry"] input').fill(works.user.industryId);
        await page.locator('.top form[action="/app/industry"] button').click();
        await page.waitForURL(`${base}/app/today`);
      }
      const { wrong, seen } = await tour(page, kind, (path) => known.has(path));
      expect([...welcome, ...wrong, ...troubles]).toEqual([]);
      for (const path of seen.keys()) known.add(path);
      const expected = PAGES.filter(
        ({ path, audience }) => !DOCUMENTS.includes(path) && (audience === 'everybody' || kind === 'operator'),
      );
      expect(expected.filter(({ path }) => !seen.has(path)).map(({ path }) => path)).toEqual(
        kind === 'operator' ? [] : ['/app/operations'].filter((path) => !seen.has(path)),
      );
    },
  );

  it('leads a newcomer from the welcome to the dry hour of a day, and says why', { timeout: 60_000 }, async () => {
    const { page, troubles } = await opened();
    await enter(page, 'user');
    await page.locator('#date').fill('2026-01-15');
    await page.locator('#date').press('Enter');
    await page.waitForURL(/date=/);
    await page.getByRole('link', { name: WELL }).first().click();
    await page.waitForURL(/\/app\/unit/);
    const dry = page.locator('tr', { hasText: '09:00' }).getByRole('link', { name: '–' });
    await dry.click();
    await page.waitForURL(/\/app\/explain/);
    expect(await page.locator('main').innerText()).toContain('No reading between 09:00 and 10:00.');
    expect(troubles).toEqual([]);
  });

  it('leads to the login when the session is over, and back to where one was', { timeout: 60_000 }, async () => {
    const { page, troubles } = await opened();
    await enter(page, 'manager');
    const there = `${base}/app/operations/quarantine?status=held`;
    await page.goto(there);
    await forgetSession(page);
    await page.goto(there);
    expect(new URL(page.url()).pathname).toBe('/app/login');
    await page.locator('#username').fill(people.manager);
    await page.locator('#password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.waitForURL(there);
    expect(await page.locator('main').innerText()).toContain(EVIL);
    expect(troubles).toEqual([]);
  });

  it(
    'keeps a page that is open up to date and what its reader did, and says when he is logged out',
    {
      timeout: 60_000,
    },
    async () => {
      const { page, troubles } = await opened();
      await enter(page, 'user');
      let choice = 'one';
      await page.route(`${base}/app/balance`, async (route) => {
        const answer = await route.fetch();
        const options = `<option value="1">${choice}</option><option value="2">two</option>`;
        const form = `<form><input type="hidden" name="id" value="7"><select name="minutes">${options}</select></form>`;
        const body = (await answer.text()).replace('</summary>', `</summary>${form}`);
        await route.fulfill({ response: answer, body });
      });
      const comeBack = () =>
        page.evaluate(
          "dispatchEvent(new Event('pagehide')), dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        );
      const told = () => page.locator('#freshness').innerText();
      await page.goto(`${base}/app/balance`);
      await expect.poll(told, { timeout: 20_000 }).toBe('Live');
      await page.locator('#picture-tables summary').click();
      await page.locator('#balance select').selectOption('2');
      const scrolled = "document.querySelector('#balance .scroll').scrollLeft";
      await page.evaluate(`document.activeElement.blur(), ${scrolled} = 30`);
      choice = 'another';
      await comeBack();
      await expect.poll(() => page.locator('#balance option').first().textContent(), { timeout: 20_000 }).toBe(choice);
      expect(await page.evaluate(`[document.querySelector('#picture-tables').open, ${scrolled}]`)).toEqual([true, 30]);
      expect(await page.locator('#balance select').inputValue()).toBe('2');

      await page.unroute(`${base}/app/balance`);
      await forgetSession(page);
      await comeBack();
      await expect.poll(told, { timeout: 20_000 }).toBe('You were logged out. This page stands still. Log in');
      await page.locator('#freshness a').click();
      await page.waitForURL(`${base}/app/login?next=%2Fapp%2Fbalance`);
      expect(troubles).toEqual([]);
    },
  );

  it('checks a bundle as it is typed, and a mistake leads to its line', { timeout: 60_000 }, async () => {
    const { page, troubles } = await opened();
    await enter(page, 'operator');
    await page.goto(`${base}/app/operations/add`);
    const text = page.locator('#bundle');
    await text.fill((await text.inputValue()).replace('"siUnit": "KL"', '"siUnit": 7'));
    const mistake = page.locator('#checked li').first();
    await expect.poll(() => mistake.count(), { timeout: 20_000 }).toBe(1);
    expect(await mistake.innerText()).toMatch(/^Line 18\s+units\[0\]\.siUnit is 7, allowed is/);
    await mistake.getByRole('button').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('bundle');
    await text.fill((await text.inputValue()).replace('"siUnit": 7', '"siUnit": "KL"'));
    await expect.poll(() => page.locator('#checked').innerText(), { timeout: 20_000 }).toContain('Nothing is wrong.');
    await text.fill('{');
    await expect.poll(() => page.locator('#checked').innerText(), { timeout: 20_000 }).toContain('This is no JSON yet');
    expect(troubles).toEqual([]);
  });
});
