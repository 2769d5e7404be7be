import type { Page } from 'playwright-core';

/* What a page is on paper: nothing to press, and headings that stay with what they head. */

/** Runs in the page, whose types tests do not have. */
const faultsHere = (): string[] => {
  interface Shown {
    readonly tagName: string;
    readonly outerHTML: string;
    readonly textContent: string;
    readonly previousElementSibling: Shown | null;
    readonly childNodes: Iterable<{ nodeType: number; textContent: string }>;
    checkVisibility(): boolean;
    closest(selector: string): Shown | null;
    matches(selector: string): boolean;
  }
  const { document, getComputedStyle } = globalThis as unknown as {
    document: { querySelectorAll(selector: string): Iterable<Shown> };
    getComputedStyle(of: Shown): { breakAfter: string; breakBefore: string };
  };
  const shown = (selector: string): Shown[] =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility());
  const called = ({ outerHTML }: Shown): string => outerHTML.replaceAll(/\s+/g, ' ').slice(0, 120);
  const pressed = shown('button, .button, input, select, textarea, nav, progress').map(
    (one) => `is printed with ${called(one)}`,
  );
  const HEADING = 'h1, h2, h3, caption';
  const parted: string[] = [];
  for (const table of shown('main table')) {
    let below = table.closest('.scroll') ?? table;
    for (let above = below.previousElementSibling; above !== null; above = above.previousElementSibling) {
      if (!above.checkVisibility()) continue;
      if (getComputedStyle(above).breakAfter !== 'avoid' && getComputedStyle(below).breakBefore !== 'avoid') {
        if (above.matches(HEADING)) parted.push(`parts ${called(above)} from its table`);
        break;
      }
      if (above.matches(HEADING)) break;
      below = above;
    }
  }
  // Elements with a text of their own, and pictures, in the order in which they are read.
  const told = shown('main *').filter(
    (one) =>
      one.matches('img, svg, iframe, canvas')
      || [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent.trim() !== ''),
  );
  const alone = told.filter((one, at) => {
    if (!one.matches('h2, h3')) return false;
    const next = told.slice(at + 1).find((other) => other.closest(one.tagName) !== one);
    return next === undefined || (next.matches('h2, h3') && next.tagName <= one.tagName);
  });
  return [...pressed, ...parted, ...alone.map((one) => `prints ${called(one)} with nothing below it`)];
};

/** Faults of the page as it would be printed. */
export async function paperFaults(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: 'print' });
  const found = await page.evaluate(faultsHere);
  await page.emulateMedia({ media: 'screen' });
  const path = new URL(page.url()).pathname;
  return found.map((text) => `${path}: ${text}`);
}
