import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpApp } from '../http/environment.ts';
import { colourVariables } from '../../kernel/format/colours.ts';
import type { Surface } from '../http/route-terms.ts';

/** Style of the documentation login. Space in steps of 4 px. */
const PAGE_STYLE = `:root { color-scheme: light; ${colourVariables('light')} }
@media (prefers-color-scheme: dark) { :root:has(body.page) { color-scheme: dark; ${colourVariables('dark')} } }
body { margin: 0; }
noscript { display: block; padding: 16px; }
body.page { min-height: 100vh; font: 16px/1.4 system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif; color: var(--ink); background: var(--panel); }
.page main { max-width: 640px; margin: 0 auto; padding: 64px 24px; box-sizing: border-box; }
.page h1 { margin: 0 0 8px; font-size: 37px; line-height: 1.2; letter-spacing: -0.01em; }
.page p { margin: 0 0 16px; }
.page a { color: var(--water); text-underline-offset: 3px; }
.page :focus-visible { outline: 2px solid var(--water); outline-offset: 2px; }
.page .muted { color: var(--muted); }
.login main { max-width: 416px; padding: 12vh 16px 32px; }
.login form, .login .alert { padding: 24px; border: 1px solid var(--line); background: var(--paper); }
.login h1 { font-size: 27px; }
.login .alert { margin: 0 0 16px; padding: 12px 16px; border-left: 4px solid var(--critical); color: var(--critical); }
.login label { display: block; margin: 0 0 4px; font-weight: 600; }
.login input { width: 100%; margin: 0 0 16px; padding: 12px; font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--muted); border-radius: 4px; box-sizing: border-box; }
.login button { width: 100%; margin: 8px 0 0; padding: 12px; font: inherit; font-weight: 600; color: var(--paper); background: var(--water); border: 0; border-radius: 4px; cursor: pointer; }
`;

/** The form that opens the documentation of a surface. */
export const docsLoginPath = (surface: Surface): string => `/api/${surface}/auth/docsLogin`;

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Path of Swagger UI for the pages of every surface: this service, never another host. */
export const ASSETS_PATH = '/docs/assets';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/**
 * Script in a file, because the content security policy forbids scripts in the page. The dialog of "Authorize" is built
 * when it is opened, and its user wants to paste a token.
 */
const START = `window.ui = SwaggerUIBundle({
  url: location.pathname.replace(/\\/docs\\/?$/, '/openapi.json'), dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, displayRequestDuration: true,
});
const met = new WeakSet();
new MutationObserver(() => {
  const field = document.querySelector('.dialog-ux .auth-container input');
  if (field === null || met.has(field)) return;
  met.add(field);
  field.focus();
}).observe(document.getElementById('swagger-ui'), { childList: true, subtree: true });
`;

const CACHED = 'public, max-age=86400';

/** Registers the static files of the documentation pages; read once, on first use. */
export function registerDocsAssets(app: HttpApp): void {
  for (const [name, type] of Object.entries(ASSETS)) {
    let content: Uint8Array<ArrayBuffer> | null = null;
    app.get(`${ASSETS_PATH}/${name}`, (c) => {
      content ??= new Uint8Array(readFileSync(join(folder, name)));
      return c.body(content, 200, { 'Content-Type': type, 'Cache-Control': CACHED });
    });
  }
  const own = {
    'start.js': [START, ASSETS['swagger-ui-bundle.js']],
    'page.css': [PAGE_STYLE, ASSETS['swagger-ui.css']],
  } as const;
  for (const [name, [content, type]] of Object.entries(own)) {
    app.get(`${ASSETS_PATH}/${name}`, (c) => c.body(content, 200, { 'Content-Type': type, 'Cache-Control': CACHED }));
  }
}
