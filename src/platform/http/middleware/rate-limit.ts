import { createMiddleware } from 'hono/factory';
import type { Config } from '../../../config.ts';
import type { Limit, Limiter } from '../../limits/limiter.ts';
import { requestLimits } from '../../limits/limits.ts';
import type { HttpEnv } from '../environment.ts';
import type { RouteTerms, Surface } from '../route-terms.ts';

/** Surface whose limit counts a request; null: none. An unknown path counts as the user surface's. */
function limitedAs(route: RouteTerms | null): Surface | null {
  if (route?.rateLimit === 'none') return null;
  return route === null || route.rateLimit === 'standard' ? 'user' : route.surface;
}

/**
 * Counts requests per client address and surface: on the user surface 50 an hour and 200 a day by default
 * (specification, Limits). A request refused for the hour is not charged to the day.
 */
export function rateLimit(config: Config, limiter: Limiter) {
  const limits: Readonly<Record<Surface, readonly Limit[]>> = {
    user: requestLimits('user', config.rateLimitPerHour, config.rateLimitPerDay),
    admin: requestLimits('admin', config.adminRateLimitPerHour, config.adminRateLimitPerDay),
    external: requestLimits('external', config.externalRateLimitPerHour, config.externalRateLimitPerDay),
  };
  return createMiddleware<HttpEnv>(async (c, next) => {
    const route = c.get('route');
    // A page's request for somebody is counted as a request for the page. A login is counted wherever it comes from;
    // a renewal is none, because nobody guesses a token that is signed.
    const isCountedAlready =
      c.env?.onBehalfOf !== undefined
      && route !== null
      && (route.access !== 'public' || route.path === '/api/user/refreshToken');
    const surface = isCountedAlready ? null : limitedAs(route);
    if (surface !== null) await limiter.take(limits[surface], c.get('client').network);
    await next();
  });
}
