import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpApp } from '../http/environment.ts';
import { PAGE_STYLE } from './page-style.ts';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Where the pages of every surface load Swagger UI from: this service, never another host. */
export const ASSETS_PATH = '/docs/assets';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/**
 * Started from a file because the content security policy forbids scripts in the page. The dialog of "Authorize" is
 * built when it is opened; whoever opens it wants to paste a token.
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
