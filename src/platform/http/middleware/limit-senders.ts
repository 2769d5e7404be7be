import { createMiddleware } from 'hono/factory';
import { ServiceError } from '../../../kernel/errors.ts';
import { FairQueue, type FairQueueTerms } from '../../limits/fair-queue.ts';
import type { HttpEnv } from '../environment.ts';
import type { RouteTerms } from '../route-terms.ts';

// Spec gap: what happens when devices send more than can be stored.
/**
 * So many bodies are read at once; fewer of them are stored at once (ingest.ts). A moment at which thousands of devices
 * send together is waited for. Many, because a slow line holds a place until it counts no more. Half of those who wait
 * may be of one owner: a key may send its 1,200 requests of a minute at once.
 */
const SENDERS: FairQueueTerms = {
  atOnce: 24,
  countedMilliseconds: 2000,
  mostWaiting: 4000,
  waitMilliseconds: 8000,
};

/** Devices send to it. A file that a person uploads has a body that streams, too, and waits behind no device. */
const isOfSenders = (route: RouteTerms | null): boolean =>
  route?.body === 'streamed' && route.access === 'token' && route.deviceKeys === true;

/**
 * Lets senders of readings in a few at a time, before anything is asked of the database for them. A sender for whom
 * there is no room hears 503 and when to come again, and what people ask goes on.
 */
export function limitSenders(terms: FairQueueTerms = SENDERS) {
  const queue = new FairQueue(terms);
  return createMiddleware<HttpEnv>(async (c, next) => {
    if (!isOfSenders(c.get('route'))) return next();
    const owner = c.req.header('authorization') ?? c.get('client').network;
    const leave = await queue.enter(owner, c.req.raw.signal);
    if (leave === null) throw new ServiceError(503, 'Too much is being sent at this moment. Please try again.');
    try {
      await next();
    } finally {
      leave();
    }
  });
}
