import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { ingestReadings } from '../../../src/readings/ingest.ts';
import { testContext, type TestContext } from '../../support/database.ts';
import { type DocumentedWorks, mintDocumentedWorks } from '../../platform/openapi/support/documented-works.ts';
import { AS_DOCUMENTED, FIRST_HOUR } from '../../platform/openapi/support/works-like.ts';
import { demonstrationOf, type MintedUser, mintUser, PASSWORD, testApp } from '../../service/support/app-fixture.ts';
import { NARROW } from './looks.ts';
import { type Posted, posting } from './posting.ts';
import { type Served, serve } from './served.ts';
import { openBrowser } from '../../support/browser.ts';

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

/** What the mailbox of the demonstration has. */
const MAILS = [
  {
    to: 'duty@works.example',
    subject: `${EVIL}Water, yesterday`,
    sentAt: Date.parse('2026-01-15T03:30:00Z'),
    text: 'Bore 1: 30 KL',
    html: '<html><head></head><body><p>Bore 1: 30 KL</p></body></html>',
    attachments: [{ filename: 'water.csv', contentType: 'text/csv', content: new TextEncoder().encode('Unit,KL\n') }],
  },
];

/**
 * A small works behind a real service, and a real browser for each test of the file that calls.
 * @param posted takes the mails of a service that sends some; absent: it can send none
 */
export function windowInBrowser(posted?: Posted) {
  let works: DocumentedWorks;
  let context: TestContext;
  let browser: Browser;
  let served: Served;
  /** Username by kind. */
  let people: Readonly<Record<Kind, string>>;

  beforeAll(async () => {
    context = await testContext('2026-01-16T00:45:00Z');
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
    const demonstration = demonstrationOf(demoLogins, MAILS);
    served = await serve((publicUrl) =>
      posted === undefined
        ? testApp(context, {}, undefined, { demonstration })
        : testApp(context, { publicUrl }, undefined, { demonstration, ...posting(context, publicUrl, posted) }),
    );
  });
  // A browser for each test: it runs in a single process, whose pages lose the cookies of any but its first context.
  beforeEach(async () => {
    browser = await openBrowser();
  });
  afterEach(() => browser.close());
  afterAll(() => {
    served.close();
  });

  /**
   * A page that keeps what is wrong with it: other hosts, complaints of the console, dialogs.
   * @param also another service that the page may ask
   */
  async function opened({ width = NARROW, also = served.base } = {}): Promise<{ page: Page; troubles: string[] }> {
    const page = await browser.newPage({
      // axe is put into the page, whose policy allows no script of others.
      bypassCSP: true,
      locale: 'en-GB',
      timezoneId: 'UTC',
      // What a worker keeps would stand between the pages and the test.
      serviceWorkers: 'block',
      viewport: { width, height: 900 },
    });
    const troubles: string[] = [];
    const trouble = (text: string): void => {
      troubles.push(`${new URL(page.url()).pathname}: ${text}`);
    };
    await page.route(
      (url) => ![served.base, also].includes(url.origin) && !/^(?:data|blob):$/.test(url.protocol),
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
    await page.goto(served.base);
    await page.getByRole('button', { name: kind }).click();
    await page.waitForURL(`${served.base}/app/${kind === 'operator' ? 'operations' : 'today'}`);
  }

  /** A person of the works, who may do what is named and no more. */
  const mint = (...permissions: readonly string[]): Promise<MintedUser> =>
    mintUser(context, { industryId: works.user.industryId, permissions });

  async function enterAs(page: Page, username: string, password = PASSWORD): Promise<void> {
    await page.goto(`${served.base}/app/login`);
    await page.locator('#username').fill(username);
    await page.locator('#password').fill(password);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${served.base}/app/today`);
  }

  /** The industry that an operator looks at. */
  async function lookAt(page: Page, industryId: string): Promise<void> {
    await page.goto(`${served.base}/app/operations`);
    await page.locator('.top summary').click();
    await page.locator('.top form[action="/app/industry"] input').fill(industryId);
    await page.locator('.top form[action="/app/industry"] button').click();
    await page.waitForURL(`${served.base}/app/today`);
  }

  /** The browser keeps tokens that nobody takes. */
  async function forgetSession(page: Page): Promise<void> {
    const cookies = await page.context().cookies(`${served.base}/app`);
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
    base: () => served.base,
    opened,
    enter,
    mint,
    enterAs,
    lookAt,
    forgetSession,
  };
}
