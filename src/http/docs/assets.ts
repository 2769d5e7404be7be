import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { HttpApp } from '../environment.ts';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));

/** Where the pages of every surface load Swagger UI from: this service, never another host. */
export const ASSETS_PATH = '/docs/assets';

const ASSETS = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const;

/** The login form, and what Swagger UI leaves to the page. */
const PAGE_STYLE = `body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff; }
noscript { display: block; padding: 1rem; }
body.login { background: #eef3f6; }
body.login main { max-width: 24rem; margin: 12vh auto 2rem; padding: 2rem; background: #fff; border: 1px solid #d3dde4; border-radius: 8px; box-sizing: border-box; }
body.login h1 { margin: 0 0 .5rem; font-size: 1.35rem; line-height: 1.3; }
body.login label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
body.login input { width: 100%; padding: .6rem .7rem; font: inherit; border: 1px solid #7b8b98; border-radius: 4px; box-sizing: border-box; }
body.login button { width: 100%; margin-top: 1.5rem; padding: .7rem; font: inherit; font-weight: 600; color: #fff; background: #0b5c8a; border: 0; border-radius: 4px; cursor: pointer; }
body.login button:hover { background: #084769; }
body.login :focus-visible { outline: 3px solid #7cc0e8; outline-offset: 1px; }
body.login [role=alert] { padding: .6rem .8rem; color: #8a1212; background: #fdeeee; border: 1px solid #e5a9a9; border-radius: 4px; }
`;

/** Started from a file because the content security policy forbids scripts in the page. */
const START = `window.ui = SwaggerUIBundle({
  url: location.pathname.replace(/\\/docs\\/?$/, '/openapi.json'), dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null, displayRequestDuration: true,
});
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
  const own = { 'start.js': [START, ASSETS['swagger-ui-bundle.js']], 'page.css': [PAGE_STYLE, ASSETS['swagger-ui.css']] } as const;
  for (const [name, [content, type]] of Object.entries(own)) {
    app.get(`${ASSETS_PATH}/${name}`, (c) => c.body(content, 200, { 'Content-Type': type, 'Cache-Control': CACHED }));
  }
}
