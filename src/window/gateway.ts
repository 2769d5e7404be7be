import { ServiceError } from '../kernel/errors.ts';
import type { HttpApp } from '../platform/http/environment.ts';
import { forwardFrom } from './forward.ts';
import { isFromOwnPage } from './own-pages.ts';
import { asking, chosenIndustry } from './session.ts';

const PREFIX = '/app/api/';
/** Headers that a module may send. The cookie says whose token it is. */
const HEADERS = ['accept', 'content-type', 'if-match', 'last-event-id'] as const;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Header of the industry, for operators only: other people may not name one. */
const ownHeaders = (industryId: string | null): Record<string, string> =>
  industryId === null ? {} : { targetIndustryId: industryId };

/**
 * Passes /app/api/user/units on as /api/user/units with the token of the page's cookie. Modules of pages, downloads and
 * the stream of events use it. The answer is passed on as it comes.
 */
export function registerGateway(app: HttpApp): void {
  app.on(METHODS, `${PREFIX}*`, async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const path = `/api/${pathname.slice(PREFIX.length)}${search}`;
    // A GET that acts is refused to links on foreign pages, as forms are. A download is opened from a page of ours.
    if (!isFromOwnPage(c)) throw new ServiceError(403, 'This address is for pages of this service');
    // A module that is about another industry, or about none, names its own.
    const headers: Record<string, string> = ownHeaders(c.req.header('targetIndustryId') ?? chosenIndustry(c));
    for (const name of HEADERS) {
      const value = c.req.header(name);
      if (value !== undefined) headers[name] = value;
    }
    const answer = await asking(
      c,
      forwardFrom(app, c),
    )({
      path,
      method: c.req.method,
      headers,
      // The body is read whole, because a request with an expired token is sent once more.
      body: READING.has(c.req.method) ? null : await c.req.arrayBuffer(),
      signal: c.req.raw.signal,
    });
    if (answer === null) throw new ServiceError(440, 'Nobody is logged in: please log in again');
    return answer;
  });
}
