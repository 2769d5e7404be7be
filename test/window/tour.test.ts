import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { PAGES } from '../../src/window/page-list.ts';
import { AXE, type Look, LOOKS, NARROW, turn, wrongs } from './support/looks.ts';
import { ownContext } from '../keeping/upkeep/own-database.ts';
import { testApp, type TestApp } from '../service/support/app-fixture.ts';
import { makeStill, pictures } from './support/page-pictures.ts';
import { serve } from './support/served.ts';
import { EVIL, windowInBrowser } from './support/window-in-browser.ts';

/*
 * Every page as people of each kind meet it: a real browser, narrow and wide, light and dark, with axe looking on, and
 * beside golden pictures. The way goes along the links of the pages themselves.
 */

/** A file, and the report itself as it is mailed and printed: documents of their own. */
const DOCUMENTS: readonly string[] = ['/app/reports/file', '/app/reports/preview'];

const { works, people, base, opened, enter, lookAt } = windowInBrowser();

const PICTURES = pictures();
/** A day that has figures. */
const FIRST = '/app/today?date=2026-01-15';
/** Where a link to a page leads elsewhere here: to a rule that is there, and not to industries of other tests. */
const insteadOf = (path: string): string | undefined =>
  ({
    '/app/alerts/rule': `/app/alerts/rule?id=${works().ruleIds[0]}`,
    '/app/operations': '/app/operations?search=INTERNAL',
  })[path];

/** Pictures are for people to look at, so what every name begins with is left out of them. */
const minted = (): readonly (readonly [string, string])[] => [
  [EVIL.replaceAll(/[()]/g, '\\$&'), ''],
  ['\\b[0-9a-f]{16}\\b', '0123456789abcdef'],
  [works().user.industryId, 'WORKS'],
  [works().user.username, 'reader'],
  ...Object.entries(people()).map(([kind, username]): [string, string] => [username, kind]),
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
    const answer = await page.goto(`${base()}${address}`);
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
      const { pathname } = new URL(link, base());
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

/** The app of a service that has no operators yet. */
async function emptyInstallation(): Promise<() => TestApp> {
  const context = await ownContext('2026-01-16T00:45:00Z');
  return () => testApp(context);
}

describe('the window', () => {
  const pictured = new Set<string>();

  it.each(['manager', 'operator', 'user'] as const)(
    'is whole for a person of the kind %s, narrow and wide, light and dark, and looks as its golden pictures',
    { timeout: 900_000 },
    async (kind) => {
      const { page, troubles } = await opened();
      await page.goto(base());
      await page.evaluate(AXE);
      const welcome = kind === 'manager' ? await wrongs(page) : [];
      await enter(page, kind);
      if (kind === 'operator') {
        await lookAt(page, works().user.industryId);
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

  it(
    'is whole before the login, narrow and wide, light and dark, and looks as its golden pictures',
    { timeout: 300_000 },
    async () => {
      const empty = await serve(await emptyInstallation());
      try {
        const wrong: string[] = [];
        const { page, troubles } = await opened({ also: empty.base });
        const mailbox = `${base()}/app/mailbox`;
        const addresses = [`${empty.base}/app/begin`, `${base()}/app/login`, `${base()}/app/forgotten`, mailbox];
        for (const address of [`${mailbox}?mail=0`, ...addresses]) {
          expect((await page.goto(address))?.status()).toBe(200);
          await page.evaluate(AXE);
          wrong.push(...(await wrongs(page)));
          if (addresses.includes(address)) wrong.push(...(await differences(page, nameOf(new URL(address).pathname))));
        }
        expect([...wrong, ...troubles]).toEqual([]);
      } finally {
        empty.close();
      }
    },
  );

  it('looks in Hindi as its golden pictures', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'manager');
    const looks = LOOKS.filter(({ width, colorScheme }) => width === NARROW && colorScheme === 'light');
    const found: string[] = [];
    for (const path of [FIRST, '/app/unit?id=WELL&date=15/01/2026']) {
      await page.goto(`${base()}${path}${path.includes('?') ? '&' : '?'}language=hi`);
      found.push(...(await differences(page, `${nameOf(new URL(page.url()).pathname)}-hi`, looks)));
    }
    expect([...found, ...troubles]).toEqual([]);
    expect(PICTURES.leftOver()).toEqual([]);
  });
});
