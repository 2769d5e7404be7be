import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';

/*
 * Pictures of pages beside golden ones, in half their size. UPDATE_SNAPSHOT=1 renews them; look at what has changed.
 */

const GOLDEN = fileURLToPath(new URL('../../golden/pages', import.meta.url));
/** Where pictures that differ are left. */
const DIFFERENT = join(tmpdir(), 'page-pictures');
const IS_RENEWAL = process.env['UPDATE_SNAPSHOT'] === '1';

const MOST_HEIGHT = 2000;
const SCALE = 0.5;
/** How far the colour of a dot may be off, from 0 to 1. */
const COLOUR_TOLERANCE = 0.15;
/** Which share of the dots may be off, because edges of letters are not the same on every processor. */
const SHARE_TOLERANCE = 0.002;

/**
 * What is of this machine or this run: letters of a machine, pictures with such letters, the stream, places of nodes,
 * which come from the id of the industry, and how the whole installation is.
 */
const STILL = `*, *::before, *::after { transition: none !important; animation: none !important; caret-color: transparent; }
code, pre, textarea { font-family: 'Noto Sans' !important; }
main img, iframe, .canvas * { visibility: hidden; }
.canvas { height: 300px; overflow: hidden; }
#freshness { display: none; }
#health .plain-list, #health > ul, #health > .notice.high, #health > p:not(.notice, .muted), #health section:not(.installation) > :not(h2) { display: none; }
#health td, #health tr:nth-child(n + 11) { display: none; }`;

/** Runs in the page. Names that are minted for one run become those that every run has. */
const withFixedNames = (names: readonly (readonly [string, string])[]): void => {
  interface Noded {
    nodeValue: string | null;
  }
  interface Valued {
    value: string;
  }
  // Of the browser, whose types tests do not have.
  const { document } = globalThis as unknown as {
    document: {
      createTreeWalker(root: unknown, what: number): { nextNode(): Noded | null };
      body: unknown;
      querySelectorAll(selector: string): Iterable<Valued>;
    };
  };
  const fixed = (text: string): string => {
    let next = text;
    for (const [minted, name] of names) next = next.replaceAll(new RegExp(minted, 'g'), name);
    return next;
  };
  const texts = document.createTreeWalker(document.body, 4);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const text = fixed(node.nodeValue ?? '');
    if (text !== node.nodeValue) node.nodeValue = text;
  }
  for (const field of document.querySelectorAll('input:not([type="date"]), textarea')) {
    const value = fixed(field.value);
    if (value !== field.value) field.value = value;
  }
};

/** @param names patterns of what is minted for the run, each with what stands for it in pictures */
export async function makeStill(page: Page, names: readonly (readonly [string, string])[]): Promise<void> {
  await page.addStyleTag({ content: STILL });
  await page.evaluate('document.fonts.ready');
  // A module draws the diagram when it has asked for it.
  await page.waitForFunction(
    "document.querySelector('.canvas') === null || document.querySelector('.canvas .node') !== null",
  );
  await page.evaluate(withFixedNames, names);
}

/** The page as it is shown now, from its top, in half its size. */
async function pictureOf(page: Page): Promise<PNG> {
  const width = page.viewportSize()?.width ?? 0;
  const height = Math.min(MOST_HEIGHT, Number(await page.evaluate('document.documentElement.scrollHeight')));
  // What lies beyond the window is not always painted.
  await page.setViewportSize({ width, height });
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'png',
    clip: { x: 0, y: 0, width, height, scale: SCALE },
  });
  await session.detach();
  return PNG.sync.read(Buffer.from(data, 'base64'));
}

/** Steps of colours that nobody sees; 255 is one of them. They make a file smaller. */
const COLOUR_STEP = 5;

function packed(picture: PNG): Buffer {
  for (const [index, value] of picture.data.entries())
    picture.data[index] = Math.round(value / COLOUR_STEP) * COLOUR_STEP;
  return PNG.sync.write(picture, { colorType: 2, deflateLevel: 9, filterType: -1 });
}

/** Takes pictures and keeps which there are, so that none is left without a page. */
export function pictures() {
  const taken = new Set<string>();
  if (IS_RENEWAL) mkdirSync(GOLDEN, { recursive: true });

  /** @returns how the page differs from its golden picture; null where it does not */
  async function differs(page: Page, name: string): Promise<string | null> {
    const file = `${name}.png`;
    taken.add(file);
    const actual = await pictureOf(page);
    const path = join(GOLDEN, file);
    if (IS_RENEWAL) {
      writeFileSync(path, packed(actual));
      return null;
    }
    const left = (what: string, picture: PNG): string => {
      mkdirSync(DIFFERENT, { recursive: true });
      const place = join(DIFFERENT, `${name}-${what}.png`);
      writeFileSync(place, packed(picture));
      return place;
    };
    if (!existsSync(path)) return `there is no golden picture ${file}; what it looks like: ${left('actual', actual)}`;
    const golden = PNG.sync.read(readFileSync(path));
    const { width, height } = golden;
    if (width !== actual.width || height !== actual.height)
      return `is ${actual.width} x ${actual.height} dots, and ${width} x ${height} in its golden picture: ${left('actual', actual)}`;
    const difference = new PNG({ width, height });
    const count = pixelmatch(golden.data, actual.data, difference.data, width, height, { threshold: COLOUR_TOLERANCE });
    if (count <= width * height * SHARE_TOLERANCE) return null;
    return `differs in ${count} dots from its golden picture: ${left('actual', actual)}, ${left('difference', difference)}`;
  }

  /** @returns golden pictures that nothing was compared with; they are removed when pictures are renewed */
  function leftOver(): readonly string[] {
    const found = readdirSync(GOLDEN).filter((file) => !taken.has(file));
    if (!IS_RENEWAL) return found;
    for (const file of found) rmSync(join(GOLDEN, file));
    return [];
  }

  return { differs, leftOver };
}
