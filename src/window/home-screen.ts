import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { html } from 'hono/html';
import type { HttpApp, HttpContext } from '../platform/http/environment.ts';
import { plainPage } from './frame.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { type Page, notice, type Visit } from './page.ts';
import { browserName } from './session.ts';
import { textsOf } from './texts.ts';

/** Paths below /app: the worker answers for the start, too. */
const SCOPE = '/app';

const readWorker = (): string =>
  stripTypeScriptTypes(readFileSync(new URL('worker/offline-worker.ts', import.meta.url), 'utf8'));

const hashOf = (whose: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(whose)).digest('base64url');

/**
 * Tells the worker in the browser whose page it is, and whether it may be kept. One mark names a person and an industry
 * in one browser, the other the person alone. Nobody can tell from them who that is.
 */
export function markPage({ c, visitor, industryId }: Visit, page: Page, isShown: boolean): void {
  c.header('Page-Login', hashOf([visitor.userId, visitor.industryId, industryId, browserName(c)]));
  c.header('Page-Person', hashOf([visitor.userId, visitor.industryId, browserName(c)]));
  if (isShown && page.isKeptOffline === true) c.header('Page-Kept', 'yes');
}

/** The page that is shown where the network does not answer, and nothing was seen before. */
function offlinePage(c: HttpContext): Response | Promise<Response> {
  const { frame, today, alerts } = textsOf(languageOf(c));
  return c.html(
    plainPage(c, {
      title: frame.offline,
      body: html`${notice('high', frame.offlineMeans)}
        <p class="buttons">
          <a class="button" href="">${frame.again}</a>
          <a class="button quiet" href="/app/today">${today.title}</a>
          <a class="button quiet" href="/app/alerts">${alerts.title}</a>
        </p>`,
    }),
  );
}

/** The worker that shows pages as they were seen last, and its page for those that never were. */
export function registerHomeScreen(app: HttpApp): void {
  const worker = readWorker();
  app.get('/app/offline-worker.js', (c) =>
    c.body(worker, 200, { 'Content-Type': 'text/javascript; charset=utf-8', 'Service-Worker-Allowed': SCOPE }),
  );
  app.get('/app/offline', offlinePage);
}
