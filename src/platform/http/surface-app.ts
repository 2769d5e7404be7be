import { OpenAPIHono } from '@hono/zod-openapi';
import { describeRoutes } from '../openapi/describe-routes.ts';
import type { HttpApp, HttpEnv } from './environment.ts';
import { requireSameRoutes, type RouteDeclaration } from './route-declaration.ts';
import type { HttpServices } from '../../service/services.ts';
import { validation } from './validation.ts';

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
