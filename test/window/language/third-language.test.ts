import { registerHooks } from 'node:module';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testContext } from '../../support/database.ts';
import { ENGLISH } from '../../../src/kernel/texts/en/index.ts';
import { inOtherLetters } from './pseudo-language.ts';
import type * as WalkPages from './walk-pages.ts';

/*
 * A third language is a folder of texts and its name in CATALOGUES. Here it is made of the English one, and added to
 * that list alone: the service is loaded once more, and the list that it loads is the longer one.
 */

const AGAIN = '?third-language';
const ROOT = new URL('../../../', import.meta.url).href;
const LIST = '{ en: ENGLISH, hi: HINDI }';
const PSEUDO = Object.fromEntries(
  Object.entries(ENGLISH).map(([section, texts]) => [
    section,
    Object.fromEntries(Object.entries(texts).map(([key, text]: [string, string]) => [key, inOtherLetters(text)])),
  ]),
);

const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    const isOurs = found.url.startsWith(ROOT) && found.url.endsWith('.ts') && !found.url.includes('/node_modules/');
    return isOurs && context.parentURL?.endsWith(AGAIN) === true ? { ...found, url: found.url + AGAIN } : found;
  },
  load(url, context, next) {
    const loaded = next(url, context);
    if (!url.endsWith(`/catalogue.ts${AGAIN}`)) return loaded;
    const source = Buffer.from(String(loaded.source)).toString();
    if (!source.includes(LIST)) throw new Error('The list of languages is written otherwise.');
    return {
      ...loaded,
      source: source.replace(LIST, () => `{ en: ENGLISH, hi: HINDI, mr: ${JSON.stringify(PSEUDO)} }`),
    };
  },
});
afterAll(() => {
  hooks.deregister();
});

let pages: typeof WalkPages;
let walked: Awaited<ReturnType<typeof WalkPages.mintWalked>>;
beforeAll(async () => {
  pages = (await import(new URL(`walk-pages.ts${AGAIN}`, import.meta.url).href)) as typeof WalkPages; // the same file
  walked = await pages.mintWalked(await testContext('2026-01-16T00:45:00Z'));
});

describe('a third language that is only a folder of texts and a name', () => {
  it.each(['manager', 'operator'] as const)('is on every page for a %s', { timeout: 240_000 }, async (kind) => {
    const { left, seen, otherwise } = await pages.leftOver(walked, 'mr', kind);
    expect(left).toEqual([]);
    expect(otherwise).toEqual([]);
    expect(seen.size).toBeGreaterThan(30);
  });
});
