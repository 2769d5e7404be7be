import { createMiddleware } from 'hono/factory';
import { ServiceError, stopping } from '../../../kernel/errors.ts';
import { ByteBudget } from '../../limits/byte-budget.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';
import { drainBody } from '../drain-body.ts';

const BODY_DEADLINE_MS = 30_000;

/**
 * Bounds a body that has not arrived. A body that is read whole must be here within `deadlineMs`, or the answer is
 * 408: who sends a byte a second would hold a connection for as long as they like. A streamed one may take its time.
 * From `cut` on both are waited for no more: 503. A refusal before the end of a body says that the connection ends
 * with it, and is heard all the same.
 */
export const boundUnfinishedBody = (cut: AbortSignal, deadlineMs: number = BODY_DEADLINE_MS) =>
  createMiddleware<HttpEnv>(async (c, next) => {
    c.set('bodyCut', cut);
    // Tests that call the app directly have the whole body at hand.
    const incoming = c.env?.incoming;
    if (incoming === undefined || !hasBody(c)) return next();
    const answer = async (): Promise<void> => {
      await next();
      if (c.res.status >= 400 && !incoming.complete) c.res = await drainBody(c.res, incoming);
    };
    if (c.get('route')?.body === 'streamed') return answer();
    const late = Promise.withResolvers<never>();
    const refuse = (error: ServiceError): void => {
      if (incoming.complete) return;
      c.header('Connection', 'close');
      late.reject(error);
    };
    const deadline = setTimeout(
      () => refuse(new ServiceError(408, `The request body did not arrive within ${deadlineMs / 1000} s`)),
      deadlineMs,
    );
    const onCut = (): void => refuse(stopping());
    cut.addEventListener('abort', onCut);
    try {
      await Promise.race([answer(), late.promise]);
    } finally {
      clearTimeout(deadline);
      cut.removeEventListener('abort', onCut);
    }
  });

const hasBody = (c: HttpContext): boolean =>
  c.req.header('transfer-encoding') !== undefined || Number(c.req.header('content-length') ?? 0) > 0;

// Spec gap: how much may be sent at the same time.
/** Memory of all bodies together that are being read or stored. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** The owner of a body: the sender's own industry, else the client's network. */
function ownerOf(c: HttpContext): string {
  // The caller is not set where no token was asked for, although the type says so.
  const caller = c.var.caller as HttpEnv['Variables']['caller'] | undefined;
  const key = c.get('deviceKey');
  if (key !== null) return `industry ${key.industry.industryId}`;
  return caller === undefined ? `network ${c.get('client').network}` : `industry ${caller.homeIndustryId}`;
}

/** Bodies of this process. Bytes are held from when they are read until their request is answered. */
export function budgetBodies(maxBytes: number = MAX_HELD_BYTES) {
  const budget = new ByteBudget(maxBytes);
  return createMiddleware<HttpEnv>(async (c, next) => {
    const owner = ownerOf(c);
    let mine = 0;
    c.set('holdBody', (bytes) => {
      const more = bytes - mine;
      if (more <= 0) return;
      if (!budget.take(owner, more))
        throw new ServiceError(503, 'Too much is being sent at this moment. Please try again.');
      mine += more;
    });
    try {
      await next();
    } finally {
      budget.giveBack(owner, mine);
    }
  });
}
