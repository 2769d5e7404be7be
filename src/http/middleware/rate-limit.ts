import { createMiddleware } from 'hono/factory';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../../config.ts';
import type { HttpEnv } from '../environment.ts';
import { TooManyRequests } from '../../domain/errors.ts';
import type { RateLimitKind, RouteDeclaration } from '../route-declaration.ts';
import { clientAddress } from './client-address.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;
/** Spec gap: the limits of the admin and external surfaces. Programs call them, people do not. */
const WIDE_FACTOR = 10;

export const rateLimitOf = (route: RouteDeclaration | null): RateLimitKind =>
  route?.rateLimit ?? (route === null || route.surface === 'user' ? 'standard' : 'wide');

/**
 * Counts requests per client address: 50 an hour and 200 a day by default (specification, Limits), ten times that on the admin and
 * external surfaces. A request refused for the hour is not charged to the day. Each process counts its own.
 */
export function rateLimit(config: Pick<Config, 'rateLimitPerHour' | 'rateLimitPerDay' | 'trustProxy'>) {
  const limiters = (factor: number) => [
    new RateLimiterMemory({ points: config.rateLimitPerHour * factor, duration: HOUR_SECONDS }),
    new RateLimiterMemory({ points: config.rateLimitPerDay * factor, duration: DAY_SECONDS }),
  ];
  const byKind = { standard: limiters(1), wide: limiters(WIDE_FACTOR), none: [] };

  return createMiddleware<HttpEnv>(async (c, next) => {
    const address = clientAddress(c, config.trustProxy);
    for (const limiter of byKind[rateLimitOf(c.get('route'))]) {
      try {
        await limiter.consume(address);
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) throw new TooManyRequests(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
        throw refusal;
      }
    }
    await next();
  });
}
