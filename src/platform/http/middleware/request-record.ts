import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { Histogram, type Registry } from 'prom-client';
import type { Logger } from '../../../logger.ts';
import type { HttpEnv } from '../environment.ts';
import { asServiceError } from '../errors.ts';

/** A client's own request identity is taken over when it is harmless in a log. */
const ACCEPTED_ID = /^[\w.:-]{1,100}$/;

const durations = (metrics: Registry): Histogram<'method' | 'route' | 'status'> =>
  new Histogram({
    name: 'water_http_request_duration_seconds',
    help: 'Time from the first to the last byte of handling, by declared route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [metrics],
  });

/**
 * The path without anything that may be a token: a query string whose question mark was escaped, and all text built
 * like a token.
 */
const loggedPath = (path: string): string =>
  path.replace(/(?:\?|%(?:25)*3f).*$/is, '?[removed]').replace(/eyJ[\w-]*\.[\w.-]+|mwk_[\w-]+/g, '[removed]');

/**
 * Gives every request its identity (x-request-id, taken over or made), writes one log line when it was answered and
 * measures it. The path is logged without its query string, which may hold a token.
 */
export function requestRecord(log: Logger, metrics: Registry) {
  const histogram = durations(metrics);
  return createMiddleware<HttpEnv>(async (c, next) => {
    const offered = c.req.header('x-request-id') ?? '';
    const requestId = ACCEPTED_ID.test(offered) ? offered : randomUUID();
    c.set('requestId', requestId);
    c.set('route', null);
    c.set('deviceKey', null);
    const started = performance.now();
    await next();
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    c.res.headers.set('x-request-id', requestId);

    // The caller is not set where no token was asked for, although the type says so.
    const caller = c.var.caller as HttpEnv['Variables']['caller'] | undefined;
    const key = c.get('deviceKey');
    const { status } = c.res;
    const line = {
      requestId,
      method: c.req.method,
      path: loggedPath(c.req.path),
      status,
      industry: caller?.industryId ?? key?.industry.industryId ?? null,
      user: caller?.userId ?? null,
      ...(key === null ? {} : { deviceKey: key.keyId }),
      durationMs,
    };
    if (c.error !== undefined && asServiceError(c.error) === null)
      log.error({ ...line, err: c.error }, 'request failed');
    else log.info(line, 'request');
    histogram.observe(
      { method: c.req.method, route: c.get('route')?.path ?? 'none', status: String(status) },
      durationMs / 1000,
    );
  });
}
