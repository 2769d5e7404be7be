import { createMiddleware } from 'hono/factory';
import type { Config } from '../../config.ts';
import type { Limit, Limiter } from '../../services/limits/limiter.ts';
import type { HttpEnv } from '../environment.ts';
import type { RouteDeclaration, Surface } from '../route-declaration.ts';

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 86_400;

/** Whose limit a request is counted against; null: none. What does not exist counts as the user surface's. */
export function limitedAs(route: RouteDeclaration | null): Surface | null {
  if (route?.rateLimit === 'none') return null;
  return route === null || route.rateLimit === 'standard' ? 'user' : route.surface;
}

const limitsOf = (surface: Surface, perHour: number, perDay: number): readonly Limit[] => [
  { name: `requests-${surface}-hour`, points: perHour, seconds: HOUR_SECONDS },
  { name: `requests-${surface}-day`, points: perDay, seconds: DAY_SECONDS },
];

/**
 * Counts requests per client address and surface: on the user surface 50 an hour and 200 a day by default (specification, Limits).
 * A request refused for the hour is not charged to the day.
 */
export function rateLimit(config: Config, limiter: Limiter) {
  const limits: Readonly<Record<Surface, readonly Limit[]>> = {
    user: limitsOf('user', config.rateLimitPerHour, config.rateLimitPerDay),
    admin: limitsOf('admin', config.adminRateLimitPerHour, config.adminRateLimitPerDay),
    external: limitsOf('external', config.externalRateLimitPerHour, config.externalRateLimitPerDay),
  };
  return createMiddleware<HttpEnv>(async (c, next) => {
    const surface = limitedAs(c.get('route'));
    if (surface !== null) await limiter.take(limits[surface], c.get('client').network);
    await next();
  });
}
