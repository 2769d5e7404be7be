import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as browsers } from 'playwright-core';

/** Fonts of the browsers of tests, and what the engine remembers of them. */
const FONT_FOLDER = fileURLToPath(new URL('../../node_modules/.cache/browser-fonts', import.meta.url));
const FONT_LIST = join(FONT_FOLDER, 'fonts.conf');

/**
 * Unpacks the packaged Chromium and writes its list of fonts. To be called before workers start: the package takes a
 * file in the folder of temporary files for a whole program, and so the second worker of a fresh machine would start a
 * half of one.
 */
export async function prepareBrowser(): Promise<void> {
  const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'));
  mkdirSync(FONT_FOLDER, { recursive: true });
  writeFileSync(FONT_LIST, `<fontconfig><dir>${fonts}</dir><cachedir>${FONT_FOLDER}</cachedir></fontconfig>`);
  await chromium.executablePath();
}

/**
 * Starts the packaged Chromium. The fonts that the pages name are its only ones, so that no width that a test measures
 * depends on the machine: the letters of DejaVu Sans, say, are an eighth wider.
 */
export async function openBrowser(): Promise<Browser> {
  return browsers.launch({
    executablePath: await chromium.executablePath(),
    args: [...chromium.args, '--lang=en-GB'],
    env: { ...process.env, FONTCONFIG_FILE: FONT_LIST },
    headless: true,
  });
}
