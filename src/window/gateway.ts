import { ServiceError } from '../kernel/errors.ts';
import type { HttpApp } from '../platform/http/environment.ts';
import { forwardFrom } from './forward.ts';
import { isFromOwnPage } from './own-pages.ts';
import { asking, chosenIndustry } from './session.ts';

const PREFIX = '/app/api/';
/** What a module of a page may say beside the address. Whose token, the cookie says. */
const HEADERS = ['accept', 'content-type', 'if-match', 'last-event-id'] as const;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD']);
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Operators alone may name an industry, and their surface alone would refuse nobody else for it. */
const ownHeaders = (industryId: string | null): Record<string, string> =>
  industryId === null ? {} : { targetIndustryId: industryId };

/**
 * /app/api/user/units is /api/user/units asked with the token of the page's cookie: what modules of pages load, what
 * people download, and the stream of events. The answer is passed on as it comes.
 */
export function registerGateway(app: HttpApp): void {
  app.on(METHODS, `${PREFIX}*`, async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const path = `/api/${pathname.slice(PREFIX.length)}${search}`;
    // GETs that act are refused to links on pages of others, as forms are. A download is opened from a page of ours.
    if (!isFromOwnPage(c)) throw new ServiceError(403, 'This address is for pages of this service');
    // A module that is about no industry, or about another one, says so by an industry of its own.
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
      // Whole, because a request whose token has expired is sent once more.
      body: READING.has(c.req.method) ? null : await c.req.arrayBuffer(),
      signal: c.req.raw.signal,
    });
    if (answer === null) throw new ServiceError(440, 'Nobody is logged in: please log in again');
    return answer;
  });
}
