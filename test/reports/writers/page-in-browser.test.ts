import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../support/browser.ts';

/* Reports of the sample industry as a browser shows them on a desk and on a phone. */

const GOLDEN = new URL('../../golden/reports/', import.meta.url);
const PAGES = readdirSync(GOLDEN).filter((name) => name.endsWith('.html'));

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage();
});
afterAll(() => browser.close());

/** Runs in the page: tables that go on behind the edge, first figures of rows behind it, and the smallest letters. */
const MEASURE = `(() => {
  const beyond = (element, box) => element.getBoundingClientRect().right > box.getBoundingClientRect().right + 1;
  const tables = [...document.querySelectorAll('table')];
  const figures = tables.flatMap((table) => [...table.rows].flatMap((row) => {
    const figure = [...row.querySelectorAll('td')].slice(1).find(({ style }) => style.textAlign === 'right');
    return figure !== undefined && beyond(figure, table.parentElement) ? [table.dataset.table + ': ' + row.innerText] : [];
  }));
  const scaleOf = (svg) => svg === null ? 1 : svg.getBoundingClientRect().width / svg.viewBox.baseVal.width;
  const letters = [...document.querySelectorAll('main *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== ''))
    .map((element) => parseFloat(getComputedStyle(element).fontSize) * scaleOf(element.closest('svg')));
  return {
    isScrolled: document.documentElement.scrollWidth > innerWidth,
    cut: tables.filter((table) => beyond(table, table.parentElement)).map(({ dataset }) => dataset.table),
    figures,
    smallest: Math.round(Math.min(...letters) * 10) / 10,
  };
})()`;

interface Measured {
  readonly isScrolled: boolean;
  readonly cut: readonly string[];
  readonly figures: readonly string[];
  readonly smallest: number;
}

async function measure(name: string, width: number): Promise<Measured> {
  await page.setViewportSize({ width, height: 900 });
  await page.setContent(readFileSync(new URL(name, GOLDEN), 'utf8'));
  return (await page.evaluate(MEASURE)) as Measured; // what the script above gives
}

describe.each(PAGES)('%s', (name) => {
  it('on a desk cuts no table, and no letter is smaller than 12 px', async () => {
    expect(await measure(name, 1200)).toEqual({ isScrolled: false, cut: [], figures: [], smallest: 12 });
  });

  it('on a phone shows the first figure of each row, and no letter is smaller than 12 px', async () => {
    const { isScrolled, figures, smallest } = await measure(name, 390);
    expect({ isScrolled, figures, smallest }).toEqual({ isScrolled: false, figures: [], smallest: 12 });
  });
});
