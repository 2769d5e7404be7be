import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../../kernel/errors.ts';
import { ByteBudget } from '../../limits/byte-budget.ts';
import type { HttpContext, HttpEnv } from '../environment.ts';

// Spec gap: how much may be sent at the same time.
/** Memory of all bodies together that are being read or stored. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;

/** The owner of a body: the industry acted on, else the client's network. */
function ownerOf(c: HttpContext): string {
  // Not set where no token was asked for; the type speaks of routes that do.
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
