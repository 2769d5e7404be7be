import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../domain/errors.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';

// Spec gap: how much may be sent at the same time.
/** What all bodies that are being read or stored may hold of memory together. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
/** Nobody keeps all others out: an industry, or a client that has not shown who it is, holds this much of it. */
const SHARE_OF_ONE = 0.5;

/** Whose body it is: that of the industry acted on, else of the client's network. */
function ownerOf(c: HttpContext): string {
  // Not set where no token was asked for; the type speaks of routes that do.
  const caller = c.var.caller as HttpEnv['Variables']['caller'] | undefined;
  const key = c.get('deviceKey');
  if (key !== null) return `industry ${key.industry.industryId}`;
  return caller === undefined ? `network ${c.get('client').network}` : `industry ${caller.homeIndustryId}`;
}

/** Bodies of this process. Bytes are held from when they are read until their request is answered. */
export function budgetBodies(maxBytes: number = MAX_HELD_BYTES) {
  const heldBy = new Map<string, number>();
  let held = 0;
  return createMiddleware<HttpEnv>(async (c, next) => {
    const owner = ownerOf(c);
    let mine = 0;
    const change = (bytes: number): void => {
      const ofOwner = (heldBy.get(owner) ?? 0) + bytes;
      if (ofOwner === 0) heldBy.delete(owner);
      else heldBy.set(owner, ofOwner);
      held += bytes;
      mine += bytes;
    };
    c.set('holdBody', (bytes) => {
      const more = bytes - mine;
      if (more <= 0) return;
      const ofOwner = (heldBy.get(owner) ?? 0) + more;
      if (held + more > maxBytes || ofOwner > maxBytes * SHARE_OF_ONE) {
        throw new ServiceError(503, 'Too much is being sent at this moment. Please try again.');
      }
      change(more);
    });
    try {
      await next();
    } finally {
      change(-mine);
    }
  });
}
