import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { COLOURS } from '../../domain/look/colours.ts';
import type { HttpApp } from '../environment.ts';

const FOLDER = '/app/assets';
const here = (name: string): URL => new URL(name, import.meta.url);
const fromPackage = (path: string) => (): string => readFileSync(createRequire(import.meta.url).resolve(path), 'utf8');

const variables = (shade: 'light' | 'dark'): string =>
  Object.entries(COLOURS)
    .map(([name, colour]) => `--${name}: ${colour[shade]};`)
    .join(' ');

/** The colours of reports and mails, as the pages' style sheet names them. */
const LOOK = `:root { color-scheme: light dark; ${variables('light')} }
@media (prefers-color-scheme: dark) { :root { ${variables('dark')} } }
`;

const JAVASCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';

/** A module is TypeScript: its types are taken away as it is served. Other modules are imported by the name served. */
const moduleFrom = (file: string) => (): string =>
  stripTypeScriptTypes(readFileSync(here(`islands/${file}`), 'utf8')).replace(
    /(from\s*|import\(\s*)'\.\/([\w-]+)\.ts'/g,
    (_, before: string, name: string) => `${before}'${assetPath(`${name}.js`)}'`,
  );

const SOURCES: Readonly<Record<string, { readonly type: string; readonly read: () => string }>> = {
  'look.css': { type: STYLE, read: () => LOOK },
  'app.css': { type: STYLE, read: () => readFileSync(here('assets/app.css'), 'utf8') },
  'icon.svg': { type: 'image/svg+xml', read: () => readFileSync(here('assets/icon.svg'), 'utf8') },
  'echarts.js': { type: JAVASCRIPT, read: fromPackage('echarts/dist/echarts.esm.min.mjs') },
  ...Object.fromEntries(
    readdirSync(here('islands'))
      .filter((file) => file.endsWith('.ts'))
      .map((file) => [file.replace(/\.ts$/, '.js'), { type: JAVASCRIPT, read: moduleFrom(file) }]),
  ),
};

interface Asset {
  readonly type: string;
  readonly plain: Uint8Array<ArrayBuffer>;
  /** By the name of its encoding, the smallest first. Browsers take br by https alone. */
  readonly packed: Readonly<Record<'br' | 'gzip', Uint8Array<ArrayBuffer>>>;
  /** Of its content, so that a browser may keep what it has for good. */
  readonly mark: string;
}

const made = new Map<string, Asset>();

function assetNamed(name: string): Asset | null {
  const kept = made.get(name);
  if (kept !== undefined) return kept;
  const source = Object.hasOwn(SOURCES, name) ? SOURCES[name] : undefined;
  if (source === undefined) return null;
  const plain = new Uint8Array(Buffer.from(source.read()));
  const asset = {
    type: source.type,
    plain,
    packed: {
      // Quality 11 would hold the process for seconds, and 6 is four per cent larger.
      br: new Uint8Array(brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })),
      gzip: new Uint8Array(gzipSync(plain)),
    },
    mark: createHash('sha256').update(plain).digest('base64url').slice(0, 12),
  };
  made.set(name, asset);
  return asset;
}

/** The address of a file of the pages, with the mark of its content. @throws Error for a name that is none. */
export function assetPath(name: string): string {
  const asset = assetNamed(name);
  if (asset === null) throw new Error(`There is no asset ${name}.`);
  return `${FOLDER}/${asset.mark}/${name}`;
}

/** Style, modules and charts of the pages, from this service alone. */
export function registerAssets(app: HttpApp): void {
  app.get(`${FOLDER}/:mark/:name`, (c) => {
    const asset = assetNamed(c.req.param('name'));
    if (asset === null || asset.mark !== c.req.param('mark')) return c.notFound();
    const taken = (c.req.header('accept-encoding') ?? '').split(/[\s,;]+/);
    const encoding = (['br', 'gzip'] as const).find((one) => taken.includes(one));
    return c.body(encoding === undefined ? asset.plain : asset.packed[encoding], 200, {
      'Content-Type': asset.type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding === undefined ? {} : { 'Content-Encoding': encoding }),
    });
  });
}
