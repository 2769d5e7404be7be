import { createAdaptorServer } from '@hono/node-server';
import chromium from '@sparticuz/chromium';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium as browsers, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PAGES } from '../../src/window/page-list.ts';
import { ingestReadings } from '../../src/readings/ingest.ts';
import { testContext, type TestContext } from '../support/database.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../platform/openapi/support/documented-works.ts';
import { AS_DOCUMENTED, FIRST_HOUR } from '../platform/openapi/support/works-like.ts';
import { demonstrationOf, mintUser, PASSWORD, testApp } from '../service/support/app-fixture.ts';
import { AXE, type Look, LOOKS, NARROW, turn, wrongs } from './support/looks.ts';
import { makeStill, pictures } from './support/page-pictures.ts';

/*
 * Every page as people of each kind meet it: a real browser, narrow and wide, light and dark, with axe looking on, and
 * beside golden pictures. The way goes along the links of the pages themselves.
 */

const EVIL = '<script>alert(1)</script>';
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

async function enter(page: Page, kind: keyof typeof people): Promise<void> {
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

const PICTURES = pictures();
/** A day that has figures. */
const FIRST = '/app/today?date=2026-01-15';
/** Where a link to a page leads elsewhere here: to a rule that is there, and not to industries of other tests. */
const insteadOf = (path: string): string | undefined =>
  ({
    '/app/alerts/rule': `/app/alerts/rule?id=${works.ruleIds[0]}`,
    '/app/operations': '/app/operations?search=INTERNAL',
  })[path];

/** Pictures are for people to look at, so what every name begins with is left out of them. */
const minted = (): readonly (readonly [string, string])[] => [
  [EVIL.replaceAll(/[()]/g, '\\$&'), ''],
  ['\\b[0-9a-f]{16}\\b', '0123456789abcdef'],
  [works.user.industryId, 'WORKS'],
  [works.user.username, 'reader'],
  ...Object.entries(people).map(([kind, username]): [string, string] => [username, kind]),
  ['[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}', '00000000-0000-0000-0000-000000000000'],
];

/** How the page differs from its golden pictures. Its names are made those of every run, so it is seen last. */
async function differences(page: Page, name: string, looks: readonly Look[] = LOOKS): Promise<string[]> {
  await makeStill(page, minted());
  const found: string[] = [];
  for (const look of looks) {
    await turn(page, look);
    const difference = await PICTURES.differs(page, `${name}-${look.width}-${look.colorScheme}`);
    if (difference !== null) found.push(`${name} (${look.width}, ${look.colorScheme}): ${difference}`);
  }
  return found;
}

/** Links of the page below /app that show a page and load no file. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('a[href^="/app/"]:not([download]):not([hreflang])')
    .evaluateAll((links: { getAttribute(name: string): string | null }[]) =>
      links
        .map((link) => link.getAttribute('href') ?? '')
        .filter((href) => !/^\/app\/(?:api|assets|log|reports\/(?:file|preview))/.test(href)),
    );

/**
 * Goes along the links from Today, one address of each page, then to the pages that no link led to.
 * @param isPictured pages whose pictures somebody else has, who sees no less of them
 * @returns what is wrong, and the pages seen
 */
async function tour(page: Page, kind: string, isPictured: (path: string) => boolean) {
  const seen = new Map<string, number>();
  const wrong: string[] = [];
  const look = async (address: string): Promise<string[]> => {
    const answer = await page.goto(`${base}${address}`);
    const path = new URL(page.url()).pathname;
    const isAnother = seen.has(path);
    seen.set(path, answer?.status() ?? 0);
    const links = await linksOf(page);
    if ((await page.locator('h1').count()) !== 1) wrong.push(`${path}: has not one first heading`);
    if ((await page.locator('main script').count()) > 0) wrong.push(`${path}: text has become a script`);
    await page.evaluate(AXE);
    wrong.push(...(await wrongs(page)));
    if (!isPictured(path) && !isAnother) wrong.push(...(await differences(page, nameOf(path))));
    return links;
  };
  const waiting = [FIRST];
  const met = new Set(['/app/today']);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    for (const link of await look(address)) {
      const { pathname } = new URL(link, base);
      if (met.has(pathname)) continue;
      met.add(pathname);
      waiting.push(insteadOf(pathname) ?? link);
    }
  }
  for (const [path, status] of seen) if (status !== 200) wrong.push(`${path}: a link leads to ${status}`);
  for (const { path, audience } of PAGES.filter((one) => !DOCUMENTS.includes(one.path)))
    if (!seen.has(path) && (audience === 'everybody' || kind === 'operator')) await look(path);
  for (const [path, status] of seen) if (status >= 500) wrong.push(`${path}: ${status}`);
  return { wrong, seen };
}

const nameOf = (path: string): string => path.replace('/app/', '').replaceAll('/', '-');

describe('the window', () => {
  const pictured = new Set<string>();

  it.each(['manager', 'operator', 'user'] as const)(
    'is whole for a person of the kind %s, narrow and wide, light and dark, and looks as its golden pictures',
    { timeout: 300_000 },
    async (kind) => {
      const { page, troubles } = await opened();
      await page.goto(base);
      await page.evaluate(AXE);
      const welcome = kind === 'manager' ? await wrongs(page) : [];
      await enter(page, kind);
      if (kind === 'operator') {
        await lookAt(page, works.user.industryId);
      }
      const { wrong, seen } = await tour(page, kind, (path) => pictured.has(path));
      for (const path of seen.keys()) pictured.add(path);
      expect([...welcome, ...wrong, ...troubles]).toEqual([]);
      const expected = PAGES.filter(
        ({ path, audience }) => !DOCUMENTS.includes(path) && (audience === 'everybody' || kind === 'operator'),
      );
      // Without a unit these lead to the list of units, and no link names one for people who may not change it.
      const elsewhere = kind === 'user' ? ['/app/unit/change', '/app/unit/categories', '/app/unit/meters'] : [];
      if (kind !== 'operator') elsewhere.push('/app/operations');
      expect(expected.filter(({ path }) => !seen.has(path)).map(({ path }) => path)).toEqual(
        elsewhere.filter((path) => !seen.has(path)),
      );
    },
  );

  it('looks in Hindi as its golden pictures', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'manager');
    const looks = LOOKS.filter(({ width, colorScheme }) => width === NARROW && colorScheme === 'light');
    const found: string[] = [];
    for (const path of [FIRST, '/app/unit?id=WELL&date=15/01/2026']) {
      await page.goto(`${base}${path}${path.includes('?') ? '&' : '?'}language=hi`);
      found.push(...(await differences(page, `${nameOf(new URL(page.url()).pathname)}-hi`, looks)));
    }
    expect([...found, ...troubles]).toEqual([]);
    expect(PICTURES.leftOver()).toEqual([]);
  });

  it('leads a newcomer from the welcome to the dry hour of a day, and says why', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'user');
    await page.locator('#date').fill('2026-01-15');
    await page.locator('#date').press('Enter');
    await page.waitForURL(/date=/);
    // A phone has the units of a category folded.
    await page
      .locator('section', { has: page.locator('a', { hasText: WELL }) })
      .locator('summary')
      .click();
    await page.getByRole('link', { name: WELL }).first().click();
    await page.waitForURL(/\/app\/unit/);
    const dry = page.locator('tr', { hasText: '09:00' }).getByRole('link', { name: '–' });
    await dry.click();
    await page.waitForURL(/\/app\/explain/);
    expect(await page.locator('main').innerText()).toContain('No reading between 09:00 and 10:00.');
    expect(troubles).toEqual([]);
  });

  it('leads to the login when the session is over, and back to where one was', async () => {
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
        const body = (await answer.text()).replace(/id="picture-tables"[^]*?<\/summary>/, (found) => found + form);
        await route.fulfill({ response: answer, body });
      });
      const comeBack = () =>
        page.evaluate(
          "dispatchEvent(new Event('pagehide')), dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))",
        );
      const told = () => page.locator('#freshness').innerText();
      await page.goto(`${base}/app/balance`);
      await expect.poll(told, { timeout: 60_000 }).toBe('Live');
      await page.locator('#picture-tables summary').click();
      await page.locator('#balance select').selectOption('2');
      const scrolled = "document.querySelector('#balance .scroll').scrollLeft";
      await page.evaluate(`document.activeElement.blur(), ${scrolled} = 30`);
      choice = 'another';
      await comeBack();
      await expect.poll(() => page.locator('#balance option').first().textContent(), { timeout: 60_000 }).toBe(choice);
      expect(await page.evaluate(`[document.querySelector('#picture-tables').open, ${scrolled}]`)).toEqual([true, 30]);
      expect(await page.locator('#balance select').inputValue()).toBe('2');

      await page.unroute(`${base}/app/balance`);
      await forgetSession(page);
      await comeBack();
      await expect.poll(told, { timeout: 60_000 }).toBe('You were logged out. This page is no longer updated. Log in');
      await page.locator('#freshness a').click();
      await page.waitForURL(`${base}/app/login?next=%2Fapp%2Fbalance`);
      expect(troubles).toEqual([]);
    },
  );

  it('has a mark in its charts that follows pointer and arrow keys, and says what the table has', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'user');
    await page.goto(`${base}/app/unit?id=WELL&type=HOUR&date=15/01/2026`);
    const picture = page.locator('#chart .picture');
    const told = picture.locator('.mark-says');
    const rows = page.locator('#periods tr');
    const timeOf = (at: number): Promise<string> => rows.nth(at).locator('th').innerText();
    const { width, height } = (await picture.boundingBox()) ?? { width: 0, height: 0 };
    await picture.hover({ position: { x: width - 14, y: height / 2 } });
    expect(await told.innerText()).toMatch(new RegExp(`^${await timeOf((await rows.count()) - 1)}: `));
    await page.mouse.move(0, 0);
    expect(await told.innerText()).toBe('');
    await picture.focus();
    for (const at of [0, 1]) {
      await page.keyboard.press('ArrowRight');
      const [time, figure] = await Promise.all([timeOf(at), rows.nth(at).locator('td').first().innerText()]);
      expect(await told.innerText()).toMatch(new RegExp(`^${time}: ${figure}`));
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\/explain\?unitId=WELL&date=15%2F01%2F2026&hour=1/);
    expect(troubles).toEqual([]);
  });

  it('checks a bundle as it is typed, and a mistake leads to its line', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'operator');
    // The bundle names its industry itself. That the one looked at is gone is no matter.
    await lookAt(page, 'GONE');
    await page.goto(`${base}/app/operations/add`);
    const text = page.locator('#bundle');
    await text.fill((await text.inputValue()).replace('"siUnit": "KL"', '"siUnit": 7'));
    const mistake = page.locator('#checked li').first();
    await expect.poll(() => mistake.count(), { timeout: 60_000 }).toBe(1);
    expect(await mistake.innerText()).toMatch(/^Line 18\s+units\[0\]\.siUnit is 7, allowed is/);
    await mistake.getByRole('button').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('bundle');
    await text.fill((await text.inputValue()).replace('"siUnit": 7', '"siUnit": "KL"'));
    await expect.poll(() => page.locator('#checked').innerText(), { timeout: 60_000 }).toContain('Nothing is wrong.');
    await text.fill('{');
    await expect.poll(() => page.locator('#checked').innerText(), { timeout: 60_000 }).toContain('This is no JSON yet');
    expect(troubles).toEqual([]);
  });

  it('checks an industry in steps as it is typed, and a key follows its name', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'operator');
    await page.goto(`${base}/app/operations/new`);
    const field = (id: string) => page.locator(`[id="${id}"]`);
    const told = () => page.locator('.mistake').allInnerTexts();
    await Promise.all([page.waitForEvent('load'), page.locator('button[value="template.plant"]').click()]);
    await field('industry.industryName').fill('Riverside Works');
    expect(await field('industry.industryId').inputValue()).toBe('RIVERSIDE_WORKS');
    await field('industry.industryId').fill('A B');
    await expect.poll(told).toEqual([expect.stringMatching(/^is "A B"/)]);
    await Promise.all([page.waitForEvent('load'), page.locator('button[value="step.units"]').click()]);
    await field('units[0].standardCategoryId').selectOption('STOCK_CATEGORY');
    await field('units[0].maxCapacity').fill('much', { timeout: 60_000 });
    await expect.poll(told).toEqual([expect.stringMatching(/^is "much"/)]);
    expect(troubles).toEqual([]);
  });
});
