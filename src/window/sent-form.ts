import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../kernel/errors.ts';
import type { HttpContext, HttpEnv } from '../platform/http/environment.ts';
import { requireFewFields } from '../platform/http/middleware/screening.ts';
import { languageOf } from '../platform/http/page-language.ts';
import { textsOf } from './texts.ts';

/**
 * The form that a page has sent.
 * @throws ServiceError 400 in words for what is no form, 1430 for one of more fields than any of ours has.
 */
export async function sentForm(c: HttpContext): Promise<FormData> {
  // The bytes first: what is too large has an answer of its own.
  const body = new Uint8Array(await c.req.arrayBuffer());
  const type = c.req.header('content-type') ?? '';
  requireFewFields(body, type);
  try {
    return await new Response(body, { headers: { 'content-type': type } }).formData();
  } catch (error) {
    if (error instanceof TypeError) throw noForm(c);
    throw error;
  }
}

/** The refusal of what is no form of the page. */
export const noForm = (c: HttpContext): ServiceError => new ServiceError(400, textsOf(languageOf(c)).frame.noForm);

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
