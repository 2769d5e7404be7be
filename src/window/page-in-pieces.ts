import { html, raw } from 'hono/html';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { Logger } from '../logger.ts';
import { bodyOf } from '../platform/http/streamed-answer.ts';
import { asServiceError } from '../platform/http/errors.ts';
import { ApiRefusal, SessionOver } from './api-client.ts';
import { framed } from './frame.ts';
import type { Page, PageContent, PageFrame, Visit } from './page.ts';
import { lateTrouble } from './trouble.ts';

/** How long the content may take before the page begins without it. Refusals are sooner, so they keep their status. */
const FRAME_AFTER_MS = 100;
/** Stands for the content where the frame is cut in two. Text of users never has it, because `<` is escaped. */
const PLACE = '<!--content-->';

/**
 * Tells the browser's worker that the page is not worth keeping (worker/offline-worker.ts), and an open page that it is
 * no newer by it (islands/live.ts).
 */
const FAILED = '<!--failed-->';

/** Whether the content is still read after the time at which a page begins without it. */
export const isStillRead = (content: Promise<unknown>): Promise<boolean> =>
  Promise.race([
    content.then(
      () => false,
      () => false,
    ),
    wait(FRAME_AFTER_MS, true),
  ]);

/**
 * The frame of a page at once, and the content when it is there: a browser loads style and letters meanwhile. What goes
 * wrong after the frame is told in its place, because the status has been sent.
 */
export async function pageInPieces(
  visit: Visit,
  page: Page,
  { frame, content }: { readonly frame: PageFrame; readonly content: Promise<PageContent | Response> },
  log: Logger,
): Promise<Response> {
  const { c } = visit;
  const whole = String(await framed(visit, page, { ...frame, body: raw(PLACE) }));
  const [begin = '', end = ''] = whole.split(PLACE);
  async function* pieces(): AsyncGenerator<string> {
    yield begin;
    const body = await content.then(bodyOfContent).catch((error: unknown) => {
      const isKnown = error instanceof SessionOver || error instanceof ApiRefusal || asServiceError(error) !== null;
      if (!isKnown) log.error({ requestId: c.get('requestId'), err: error }, 'the content of a page failed');
      return html`${raw(FAILED)}${lateTrouble(c, error)}`;
    });
    yield `${await body}${end}`;
  }
  c.header('Content-Type', 'text/html; charset=UTF-8');
  c.header('Vary', 'Accept-Encoding');
  const plain = Readable.from(pieces(), { objectMode: false });
  if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.body(bodyOf(plain, log));
  c.header('Content-Encoding', 'gzip');
  // Each piece leaves this compressor at once. The library's would keep the frame until the content comes.
  return c.body(bodyOf(plain.pipe(createGzip({ flush: constants.Z_SYNC_FLUSH })), log));
}

function bodyOfContent(content: PageContent | Response): PageContent['body'] {
  if (content instanceof Response) throw new Error('A page that is sent in pieces cannot lead elsewhere');
  return content.body;
}
