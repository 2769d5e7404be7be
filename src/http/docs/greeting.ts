import { html } from 'hono/html';
import type { HttpApp } from '../environment.ts';
import { readinessInTime } from '../operations.ts';
import { SURFACES } from '../route-terms.ts';
import type { HttpServices } from '../services.ts';
import { ASSETS_PATH } from './assets.ts';
import { docsPath, openApiPath, TITLES } from './docs.ts';

const OPENED_BY = {
  user: 'Open to everybody.',
  external: 'Users of any industry log in with their own username.',
  admin: 'Operators log in with their own username.',
} as const;

const HEALTH = [
  ['/healthz', 'whether the process lives'],
  ['/readyz', 'whether it can do its work, and if not, why'],
  ['/metrics', 'how it does, for Prometheus'],
] as const;

const page = (problems: readonly string[]) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Metered water</title>
        <link rel="icon" href="${ASSETS_PATH}/favicon-32x32.png" />
        <link rel="stylesheet" href="${ASSETS_PATH}/page.css" />
      </head>
      <body class="page">
        <main>
          <h1>Metered water</h1>
          <p class="lead">
            A service for industries that meter water, and the energy, quality and levels around it. It takes the
            readings of devices as they come and answers with figures that say how much of them was measured.
          </p>
          ${
            problems.length === 0
              ? html`<p class="state"><strong>Ready.</strong> The database answers.</p>`
              : html`<p class="state failed"><strong>Not ready.</strong> ${problems.join(' ')}</p>`
          }
          <h2>Documentation</h2>
          <p class="muted">
            Every operation with its parameters, examples and errors, to try in the browser. Log in with
            <code>POST /api/user/login</code> and send the token as <code>Authorization: Bearer</code>.
          </p>
          <dl>
            ${SURFACES.map(
              (surface) =>
                html`<div>
                  <dt><a href="${docsPath(surface)}">${TITLES[surface]}</a></dt>
                  <dd>
                    ${OPENED_BY[surface]} For client generators:
                    <a href="${openApiPath(surface)}">${openApiPath(surface)}</a>
                  </dd>
                </div>`,
            )}
          </dl>
          <h2>Health</h2>
          <dl>
            ${HEALTH.map(
              ([path, tells]) =>
                html`<div>
                  <dt>
                    <a href="${path}"><code>${path}</code></a>
                  </dt>
                  <dd>Tells ${tells}.</dd>
                </div>`,
            )}
          </dl>
        </main>
      </body>
    </html>`;

/** GET /: what somebody finds who opens the address of the service. No token, no script. */
export function registerGreeting(app: HttpApp, foundation: Pick<HttpServices, 'readiness' | 'context'>): void {
  app.get('/', async (c) =>
    c.html(page((await readinessInTime(foundation)).problems), 200, { 'Cache-Control': 'no-store' }),
  );
}
