import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../kernel/errors.ts';
import type { HttpEnv } from '../platform/http/environment.ts';

/** Forms that may be sent without a login. */
const SMALL_FORMS: ReadonlySet<string> = new Set(['/app/login', '/app/logout', '/app/industry']);
const SMALL_BYTES = 64 * 1024;
/** Largest body: the largest diagram, and the largest bundle of a form. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Bounds what pages send, and counts it as held before it is read. @throws ServiceError 413, 503 */
export const boundPageBodies = createMiddleware<HttpEnv>(async (c, next) => {
  if (c.req.raw.body === null) return next();
  const maxSize = SMALL_FORMS.has(c.req.path) ? SMALL_BYTES : MOST_BYTES;
  const tooLarge = (): never => {
    throw new ServiceError(413, `The request body is longer than ${maxSize} bytes`);
  };
  const declared = Number(c.req.header('content-length') ?? maxSize);
  if (declared > maxSize) tooLarge();
  c.get('holdBody')(declared);
  return bodyLimit({ maxSize, onError: tooLarge })(c, next);
});
