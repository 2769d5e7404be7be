import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { COLOURS, colourVariables } from '../kernel/format/colours.ts';
import { LANGUAGES, type Language } from '../kernel/language.ts';
import { ownOf } from '../kernel/own-of.ts';
import type { HttpApp } from '../platform/http/environment.ts';
import { textsOf } from './texts.ts';

const FOLDER = '/app/assets';
const here = (name: string): URL => new URL(name, import.meta.url);
const filesOf = (folder: string, ending: string): readonly string[] =>
  readdirSync(here(folder)).filter((file) => file.endsWith(ending));

/** The colours of reports and mails, as the pages' style sheet names them. */
const LOOK = `:root { color-scheme: light dark; ${colourVariables('light')} }
@media (prefers-color-scheme: dark) { :root { ${colourVariables('dark')} } }
`;

/**
 * Font files for characters beyond Latin, loaded where a page has such characters. Every page has the name of Hindi.
 */
const SCRIPTS: Readonly<Record<string, { readonly family: string; readonly range: string }>> = {
  latin: { family: 'Noto Sans', range: 'U+0-8FF, U+1E00-218F, U+2200-22FF' },
  devanagari: { family: 'Noto Sans', range: 'U+900-97F, U+A8E0-A8FF, U+1CD0-1CF9' },
  hindi: { family: 'Name of Hindi', range: 'U+900-97F' },
};

/** Font faces, so that every machine shows the same letters. Files are `noto-sans-<script>-<weight>[-italic].woff2`. */
const fontFaces = (): string =>
  filesOf('assets/fonts', '.woff2')
    .map((file) => {
      const [, script = '', weight = '', style = 'normal'] = /^noto-sans-(\w+)-(\d+)(?:-(italic))?/.exec(file) ?? [];
      const { family, range } = SCRIPTS[script] ?? { family: 'Noto Sans', range: 'U+0-10FFFF' };
      return `@font-face { font-family: '${family}'; font-weight: ${weight}; font-style: ${style}; font-display: swap;
  src: url('${assetPath(file)}') format('woff2'); unicode-range: ${range}; }
`;
    })
    .join('');

/** Style sheets from the general to the particular, because a later rule outweighs an earlier one. */
const STYLES = [
  ...['base', 'frame', 'parts', 'forms', 'tables', 'charts'],
  ...['welcome', 'today', 'completeness', 'balance', 'alerts', 'reports', 'operations', 'findings'],
  'print',
];
const styles = (): string => STYLES.map((name) => readFileSync(here(`assets/styles/${name}.css`), 'utf8')).join('');

/** The manifest by which a phone puts the window on its home screen, in one language. */
const manifest = (language: Language) => (): string => {
  const { product } = textsOf(language).frame;
  const icon = (file: string, pixels: number, purpose: string) => ({
    src: assetPath(file),
    sizes: `${pixels}x${pixels}`,
    type: PICTURE,
    purpose,
  });
  return JSON.stringify({
    id: '/app',
    start_url: '/app',
    scope: '/app',
    name: product,
    short_name: product,
    lang: language,
    dir: 'ltr',
    display: 'standalone',
    theme_color: COLOURS.paper.light,
    background_color: COLOURS.paper.light,
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
};

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const FONT = 'font/woff2';
const PICTURE = 'image/png';
/** Media types whose files are compressed already. */
const PACKED: ReadonlySet<string> = new Set([FONT, PICTURE]);

/** A module as it is served: without its TypeScript types, and with the served names of what it imports. */
const moduleFrom = (file: string) => (): string =>
  stripTypeScriptTypes(readFileSync(here(`islands/${file}`), 'utf8')).replace(
    /from '\.\/([\w-]+)\.ts'/g,
    (_, name: string) => `from '${assetPath(`${name}.js`)}'`,
  );

const SOURCES: Readonly<Record<string, { readonly type: string; readonly read: () => string | Buffer }>> = {
  'look.css': { type: STYLE, read: () => LOOK },
  'letters.css': { type: STYLE, read: fontFaces },
  'app.css': { type: STYLE, read: styles },
  ...Object.fromEntries(
    filesOf('assets/icons', '.png').map((file) => [
      file,
      { type: PICTURE, read: () => readFileSync(here(`assets/icons/${file}`)) },
    ]),
  ),
  ...Object.fromEntries(
    LANGUAGES.map((language) => [
      `${language}.webmanifest`,
      { type: 'application/manifest+json', read: manifest(language) },
    ]),
  ),
  'today.png': { type: PICTURE, read: () => readFileSync(here('assets/today.png')) },
  'icon.svg': { type: 'image/svg+xml', read: () => readFileSync(here('assets/icon.svg'), 'utf8') },
  ...Object.fromEntries(
    filesOf('islands', '.ts').map((file) => [
      file.replace(/\.ts$/, '.js'),
      { type: JAVASCRIPT, read: moduleFrom(file) },
    ]),
  ),
  ...Object.fromEntries(
    filesOf('assets/fonts', '.woff2').map((file) => [
      file,
      { type: FONT, read: () => readFileSync(here(`assets/fonts/${file}`)) },
    ]),
  ),
};

interface Asset {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** Compressed bodies by encoding, the smallest first. Browsers take br by https alone. */
  readonly packed: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  /** Hash of the content, so that a browser may keep the file for good. */
  readonly mark: string;
}

const packedText = (plain: Uint8Array): Asset['packed'] =>
  new Map([
    // Quality 6 is four per cent larger than 11, which would block the process for seconds.
    ['br', new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }))],
    ['gzip', new Uint8Array(gzipSync(plain))],
  ]);

const made = new Map<string, Asset>();

function assetNamed(name: string): Asset | null {
  const kept = made.get(name);
  if (kept !== undefined) return kept;
  const source = ownOf(SOURCES, name);
  if (source === undefined) return null;
  const plain = new Uint8Array(Buffer.from(source.read()));
  const asset = {
    type: source.type,
    plain,
    packed: PACKED.has(source.type) ? new Map<never, never>() : packedText(plain),
    mark: createHash('sha256').update(plain).digest('base64url').slice(0, 12),
  };
  made.set(name, asset);
  return asset;
}

/**
 * Address of an asset with its hash.
 * @throws Error for an unknown name.
 */
export function assetPath(name: string): string {
  const asset = assetNamed(name);
  if (asset === null) throw new Error(`There is no asset ${name}.`);
  return `${FOLDER}/${asset.mark}/${name}`;
}

/** Style and modules of the pages, from this service alone. */
export function registerAssets(app: HttpApp): void {
  app.get(`${FOLDER}/:mark/:name`, (c) => {
    const asset = assetNamed(c.req.param('name'));
    if (asset === null || asset.mark !== c.req.param('mark')) return c.notFound();
    const taken = (c.req.header('accept-encoding') ?? '').split(/[\s,;]+/);
    const encoding = [...asset.packed.keys()].find((one) => taken.includes(one));
    return c.body(asset.packed.get(encoding ?? '') ?? asset.plain, 200, {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      // The frame of a report has no origin and could not load fonts otherwise.
      'Access-Control-Allow-Origin': '*',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    });
  });
}
