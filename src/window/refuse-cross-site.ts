import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../kernel/errors.ts';
import type { HttpContext, HttpEnv } from '../platform/http/environment.ts';

const READING = new Set(['GET', 'HEAD']);

/**
 * Whether a page of this service sent the request. Browsers say so in Sec-Fetch-Site, which foreign pages cannot
 * change. Without https they send Origin or Referer instead.
 */
export function isFromOwnPage(c: HttpContext): boolean {
  const site = c.req.header('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = c.req.header('origin') ?? c.req.header('referer') ?? '';
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host');
}

/**
 * Refuses a request that may change something and comes from a foreign page, whose only right is the browser's cookie.
 */
export const refuseCrossSite = createMiddleware<HttpEnv>((c, next) => {
  if (!READING.has(c.req.method) && !isFromOwnPage(c))
    throw new ServiceError(403, 'This request was not sent by a page of this service');
  return next();
});
