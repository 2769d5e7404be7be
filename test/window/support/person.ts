import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a person does and how many clicks it takes, in the order of the walk. */
export type Ways = Map<string, number>;

/** Waiting is for a machine that is busy; nobody is slow on purpose. */
const PATIENCE_MILLISECONDS = 20_000;

/** A person at a browser. Each click, choice and tick is counted; what is typed is not. */
export function personAt(page: Page, ways: Ways) {
  let clicks = 0;
  page.setDefaultTimeout(PATIENCE_MILLISECONDS);
  const main = page.locator('main');
  const found = (role: Parameters<Page['getByRole']>[0], name: string | RegExp, within: Page | Locator): Locator =>
    within.getByRole(role, { name, exact: typeof name === 'string' }).first();
  const click = async (target: Locator): Promise<void> => {
    clicks += 1;
    await target.click();
  };
  return {
    click,
    link: (name: string | RegExp, within: Page | Locator = page) => click(found('link', name, within)),
    button: (name: string | RegExp, within: Page | Locator = main) => click(found('button', name, within)),
    fold: (name: string | RegExp, within: Page | Locator = page) =>
      click(within.locator('summary').filter({ hasText: name, visible: true }).first()),
    choose: async (target: Locator, option: string | { label: string }): Promise<void> => {
      clicks += 1;
      await target.selectOption(option);
    },
    tick: async (label: string | RegExp): Promise<void> => {
      clicks += 1;
      await page.getByLabel(label).first().check();
    },
    type: (label: string | RegExp, text: string, within: Page | Locator = main) =>
      within
        .getByLabel(label, { exact: typeof label === 'string' })
        .first()
        .fill(text),
    sees: (text: string | RegExp): Promise<void> => main.getByText(text).filter({ visible: true }).first().waitFor(),
    /** A way begins at Today unless it says otherwise. */
    async begins(address?: string): Promise<void> {
      clicks = 0;
      if (address !== undefined) await page.goto(address);
    },
    /** The way is at its end: its clicks are kept. */
    ends(what: string): void {
      expect(clicks, `${what} takes clicks`).toBeGreaterThan(0);
      ways.set(what, clicks);
      clicks = 0;
    },
  };
}

/** Sets a password by the link of a mail. */
export async function setPassword(page: Page, link: string, password: string): Promise<void> {
  const answer = await page.goto(link);
  expect([answer?.status(), await page.locator('body').innerText()]).toEqual([
    200,
    expect.stringContaining('New password'),
  ]);
  await page.getByText('The same again').waitFor();
  await page.getByLabel('New password').fill(password);
  await page.getByLabel('The same again').fill(password);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByText('Your password is set').waitFor();
}
