import { describe, expect, it } from 'vitest';
import { PASSWORD } from '../service/support/app-fixture.ts';
import { mintId } from '../support/database.ts';
import { EVIL, WELL, windowInBrowser } from './support/window-in-browser.ts';

/* Ways of people through the window in a real browser, with its scripts. */

const { people, base, opened, enter, lookAt, forgetSession } = windowInBrowser();

describe('the window in a browser', () => {
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
    const there = `${base()}/app/operations/quarantine?status=held`;
    await page.goto(there);
    await forgetSession(page);
    await page.goto(there);
    expect(new URL(page.url()).pathname).toBe('/app/login');
    await page.locator('#username').fill(people().manager);
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
      await page.route(`${base()}/app/balance`, async (route) => {
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
      await page.goto(`${base()}/app/balance`);
      await expect.poll(told, { timeout: 60_000 }).toBe('Live');
      await page.locator('#balance .open-from-tablet > summary').click();
      await page.locator('#balance select').selectOption('2');
      const scrolled = "document.querySelector('#balance .scroll').scrollLeft";
      await page.evaluate(`document.activeElement.blur(), ${scrolled} = 30`);
      choice = 'another';
      await comeBack();
      await expect.poll(() => page.locator('#balance option').first().textContent(), { timeout: 60_000 }).toBe(choice);
      expect(await page.evaluate(`[document.querySelector('#balance .open-from-tablet').open, ${scrolled}]`)).toEqual([
        true,
        30,
      ]);
      expect(await page.locator('#balance select').inputValue()).toBe('2');

      await page.unroute(`${base()}/app/balance`);
      await forgetSession(page);
      await comeBack();
      await expect.poll(told, { timeout: 60_000 }).toBe('You were logged out. This page is no longer updated. Log in');
      await page.locator('#freshness a').click();
      await page.waitForURL(`${base()}/app/login?next=%2Fapp%2Fbalance`);
      expect(troubles).toEqual([]);
    },
  );

  it('has a mark in its charts that follows pointer and arrow keys, and says what the table has', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'user');
    await page.goto(`${base()}/app/unit?id=WELL&type=HOUR&date=15/01/2026`);
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
    await page.goto(`${base()}/app/operations/add`);
    const text = page.locator('#bundle');
    // Other tests may have made the industry of the example.
    const industryId = mintId('RIVERSIDE');
    const example = (await text.inputValue()).replaceAll('RIVERSIDE', industryId);
    await text.fill(example.replace('"siUnit": "KL"', '"siUnit": 7'));
    const mistake = page.locator('#checked li').first();
    await expect.poll(() => mistake.count(), { timeout: 60_000 }).toBe(1);
    expect(await mistake.innerText()).toMatch(/^Line 18\s+units\[0\]\.siUnit is 7, allowed is/);
    await mistake.getByRole('button').click();
    expect(await page.evaluate('document.activeElement.id')).toBe('bundle');
    await text.fill(example);
    await expect
      .poll(() => page.locator('#checked').innerText(), { timeout: 60_000 })
      .toContain(`Nothing is wrong. ${industryId}: 1 unit, 1 category, 0 people would be new or changed.`);
    await text.fill('{');
    await expect.poll(() => page.locator('#checked').innerText(), { timeout: 60_000 }).toContain('This is no JSON yet');
    expect(troubles).toEqual([]);
  });

  it('checks an industry in steps as it is typed, and a key follows its name', async () => {
    const { page, troubles } = await opened();
    await enter(page, 'operator');
    await page.goto(`${base()}/app/operations/new`);
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
