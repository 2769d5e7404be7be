import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { paperFaults } from './paper.ts';

/* How a page is looked at: narrow and wide, light and dark, with axe looking on. */

/** Is put into a page before it is looked at. */
export const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What axe calls minor is left to judgement. */
const WRONG = ['moderate', 'serious', 'critical'];
export const NARROW = 360;
const WIDE = 1440;
/**
 * Each page is loaded once and seen in each of these. Colours are looked at in both schemes, all the rest in each size.
 */
export const LOOKS = [
  { width: NARROW, colorScheme: 'light', rules: [] },
  { width: NARROW, colorScheme: 'dark', rules: ['color-contrast'] },
  { width: WIDE, colorScheme: 'dark', rules: [] },
  { width: WIDE, colorScheme: 'light', rules: ['color-contrast'] },
] as const;
export type Look = (typeof LOOKS)[number];
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

/** Runs in the page: buttons of rows of which nobody hears what they act on, because they are read alike. */
const alikeHere = (): string[] => {
  interface Control {
    readonly textContent: string;
    querySelector(selector: string): unknown;
  }
  const { document } = globalThis as unknown as {
    document: { querySelectorAll(selector: string): Iterable<Control> };
  }; // the page's own
  const names = [...document.querySelectorAll('main :is(tr, li) button, main :is(tr, li) summary')]
    .filter((control) => control.querySelector('.unseen') === null)
    .map(({ textContent }) => textContent.replaceAll(/\s+/g, ' ').trim());
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
};

const SMALLEST_LABEL_PIXELS = 12;
/**
 * Runs in the page, wide: labels of pictures that are drawn smaller than letters may be. What is drawn in the page is
 * measured as the browser scales it. Pictures of their own are read, because their letters are in no page.
 */
const SMALL_LABELS = `(async () => {
  const found = [];
  const note = (pixels, label) => {
    if (pixels < ${SMALLEST_LABEL_PIXELS} - 0.05) found.push(Math.round(pixels * 10) / 10 + " px: '" + label.trim().slice(0, 40) + "'");
  };
  for (const text of document.querySelectorAll('main svg text')) {
    if (text.getClientRects().length === 0 || text.textContent.trim() === '') continue;
    const { a, b } = text.getScreenCTM();
    note(parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b), text.textContent);
  }
  for (const picture of document.querySelectorAll('main img')) {
    const answer = await fetch(picture.currentSrc);
    if (!(answer.headers.get('content-type') ?? '').includes('svg')) continue;
    const drawn = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
    const scale = picture.clientWidth / Number(drawn.getAttribute('viewBox').split(' ')[2]);
    for (const text of drawn.querySelectorAll('text[font-size]'))
      note(Number(text.getAttribute('font-size')) * scale, text.textContent);
  }
  return [...new Set(found)];
})()`;

export async function turn(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
}

/** Faults of the page on paper and in each of its looks. The page is left in the last look. */
export async function wrongs(page: Page): Promise<string[]> {
  const found = await paperFaults(page);
  const { pathname } = new URL(page.url());
  for (const name of await page.evaluate(alikeHere))
    found.push(`${pathname}: several rows have a '${name}', and no word says of what`);
  for (const look of LOOKS) {
    await turn(page, look);
    const sideways = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'));
    const wrong = sideways > 0 ? [`scrolls ${sideways} px sideways`] : [];
    const violations = await page.evaluate(violationsHere, look.rules);
    wrong.push(...violations.filter((text) => WRONG.includes(text.split(' ')[0] ?? '')));
    if (look.width === WIDE && look.colorScheme === 'light') {
      const small = (await page.evaluate(SMALL_LABELS)) as string[]; // what the script above gives
      wrong.push(...small.map((label) => `a label is small, ${label}`));
    }
    found.push(...wrong.map((text) => `${pathname} (${look.width}, ${look.colorScheme}): ${text}`));
  }
  return found;
}
