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

/** Started from a file because the content security policy forbids scripts in the page. */
const START = `window.ui = SwaggerUIBundle({
  url: location.pathname.replace(/\\/docs\\/?$/, '/openapi.json'), dom_id: '#swagger-ui', deepLinking: true, validatorUrl: null,
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
  app.get(`${ASSETS_PATH}/start.js`, (c) => c.body(START, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Cache-Control': CACHED }));
}
