import { OpenAPIHono } from '@hono/zod-openapi';
import { describeRoutes } from '../openapi/describe-routes.ts';
import type { HttpApp, HttpEnv } from './environment.ts';
import { requireSameRoutes, type RouteDeclaration } from './route-declaration.ts';
import type { HttpServices, HttpFoundation } from '../../service/services.ts';
import { validation } from './validation.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../kernel/errors.ts';
import { LONGEST_PROBE_MILLISECONDS } from '../readiness.ts';
import { errorAnswer } from './errors.ts';

/** {@link HttpFoundation.readiness}, or a problem when it cannot be asked or does not answer in time. */
export function readinessInTime({
  readiness,
  context,
}: Pick<HttpFoundation, 'readiness' | 'context'>): ReturnType<HttpFoundation['readiness']> {
  const late = delay(
    LONGEST_PROBE_MILLISECONDS,
    { problems: ['The database is too busy to answer.'], details: [], broker: null },
    { ref: false },
  );
  return Promise.race([readiness(), late]).catch((error: unknown) => {
    context.log.warn({ err: error }, 'readiness could not be told');
    return { problems: ['Readiness could not be told.'], details: [], broker: null };
  });
}

/** Operations for orchestrators and monitoring, without token, limit and log: liveness, readiness and metrics. */
export function registerOperations(
  app: HttpApp,
  foundation: Pick<HttpFoundation, 'readiness' | 'metrics' | 'context' | 'faults'>,
): void {
  const { metrics } = foundation;
  app.get('/healthz', (c) => c.json({ status: 'success' }));

  app.get('/readyz', async (c) => {
    const { problems, details, broker } = await readinessInTime(foundation);
    const faults = foundation.faults.told(foundation.context.clock.now(), 'This process');
    const link = { ...(broker === null ? {} : { broker }), ...(faults.length === 0 ? {} : { faults }) };
    return problems.length === 0
      ? c.json({ status: 'success', ...(details.length === 0 ? {} : { details }), ...link })
      : c.json({ status: 'failed', message: problems.join(' '), ...link }, 503, { 'Retry-After': '5' });
  });

  app.get('/metrics', async (c) => c.body(await metrics.metrics(), 200, { 'Content-Type': metrics.contentType }));
}

/** The whole HTTP face of a process that serves no API. */
export function createOperationsApp(
  foundation: Pick<HttpFoundation, 'readiness' | 'metrics' | 'context' | 'faults'>,
): HttpApp {
  const app = newApp();
  app.onError((error, c) => errorAnswer(c, error));
  app.notFound((c) =>
    errorAnswer(
      c,
      new ServiceError(404, 'There is no such endpoint: this process serves /healthz, /readyz and /metrics'),
    ),
  );
  registerOperations(app, foundation);
  return app;
}

/**
 * An application without routes. A trailing slash makes no difference: the specification writes some paths with one,
 * some without.
 */
export const newApp = (): HttpApp => new OpenAPIHono<HttpEnv>({ strict: false, defaultHook: validation() });

/**
 * The handlers of one surface and their description.
 * @throws Error when declarations and registered handlers differ.
 */
export function createSurfaceApp(services: HttpServices, routes: readonly RouteDeclaration[]): HttpApp {
  const app = newApp();
  for (const { register } of routes) register(app, services);
  requireSameRoutes(routes, app.routes);
  describeRoutes(app, routes);
  return app;
}
