import { createMiddleware } from 'hono/factory';
import type { HttpContext, HttpEnv } from '../environment.ts';

/** Headers that clients of this service send (specification, Authentication and Endpoints). */
const REQUEST_HEADERS = [
  'Authorization',
  'Content-Type',
  'Content-Encoding',
  'tid',
  'LoginType',
  'username',
  'password',
  'otp',
  'targetIndustryId',
  'month',
  'year',
  'x-device-id',
  'x-device-type',
  'x-browser-name',
  'x-browser-version',
  'x-os',
  'x-request-id',
  'If-Match',
];
/** Headers that a page may read beyond those that browsers always show. */
const ANSWER_HEADERS = ['Content-Disposition', 'ETag', 'Link', 'Retry-After', 'x-request-id'];
const PREFLIGHT_SECONDS = 600;

/**
 * Lets pages of the listed origins, and of no others, call the API from a browser, cookies included. A preflight of
 * such a page is answered here: it carries no token and is not counted.
 * @param methodsOf upper-case methods declared for the path of a request.
 */
export function crossOrigin(origins: readonly string[], methodsOf: (c: HttpContext) => readonly string[]) {
  const listed = new Set(origins);
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (listed.size === 0) return next();
    c.header('Vary', 'Origin', { append: true });
    const origin = c.req.header('origin') ?? '';
    if (!listed.has(origin)) return next();
    c.header('Access-Control-Allow-Origin', origin);
    c.header('Access-Control-Allow-Credentials', 'true');
    c.header('Access-Control-Expose-Headers', ANSWER_HEADERS.join(', '));
    if (c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') === undefined) return next();
    return c.body(null, 204, {
      'Access-Control-Allow-Methods': methodsOf(c).join(', '),
      'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
      'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    });
  });
}
