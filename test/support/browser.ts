import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import chromium from '@sparticuz/chromium';
import { type Browser, chromium as browsers } from 'playwright-core';

/**
 * To be called before workers start. The package takes a file in the folder of temporary files for a whole program, and
 * so the second worker of a fresh machine would start a half of one.
 */
export const unpackBrowser = (): Promise<string> => chromium.executablePath();

/** Each process of tests has its own list of fonts, because the folder of the engine's cache belongs to one user. */
let fontList: string | undefined;

/**
 * Starts the packaged Chromium. The fonts that the pages name are its only ones, so that no width that a test measures
 * depends on the machine: the letters of DejaVu Sans, say, are an eighth wider.
 */
export async function openBrowser(): Promise<Browser> {
  fontList ??= writeFontList();
  return browsers.launch({
    executablePath: await unpackBrowser(),
    args: [...chromium.args, '--lang=en-GB'],
    env: { ...process.env, FONTCONFIG_FILE: fontList },
    headless: true,
  });
}

function writeFontList(): string {
  const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans/package.json'));
  const folder = mkdtempSync(join(tmpdir(), 'browser-fonts-'));
  const file = join(folder, 'fonts.conf');
  writeFileSync(file, `<fontconfig><dir>${fonts}</dir><cachedir>${folder}</cachedir></fontconfig>`);
  return file;
}
