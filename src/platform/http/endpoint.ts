import type { RouteConfig, RouteHandler } from '@hono/zod-openapi';
import type { HttpApp, HttpEnv } from './environment.ts';
import type { RouteAddress } from './route-terms.ts';
import type { HttpServices } from '../../service/services.ts';
import { declaredParameters, refuseMisspelt } from './misspelt-parameters.ts';
import type { validation } from './validation.ts';

/** An endpoint and what puts its handler into the application. */
export interface Endpoint extends RouteAddress {
  readonly register: (app: HttpApp, services: HttpServices) => void;
}

/**
 * Joins the description of a route to its handler. Only routes that a table names become reachable.
 * @param handlerOf is called once for each application.
 * @param hook where the specification has another code for an invalid request, see validation.ts.
 */
export function endpoint<R extends RouteConfig & Pick<Endpoint, 'method'>>(
  route: R,
  handlerOf: (services: HttpServices, app: HttpApp) => RouteHandler<R, HttpEnv>,
  hook?: ReturnType<typeof validation>,
): Endpoint {
  return {
    method: route.method,
    path: route.path,
    register: (app, services) => {
      const handler = handlerOf(services, app);
      const known = declaredParameters(route);
      // The last check, so that what the specification says of absent and wrong parameters comes first.
      const checked: RouteHandler<R, HttpEnv> = (c, next) => {
        refuseMisspelt(c, known);
        return handler(c, next);
      };
      app.openapi(route, checked, hook);
    },
  };
}
