/*
 * Every route of the service and what it asks for, one table per surface. To add an endpoint:
 *
 * 1. One file per path below user/, admin/ or external/, named as the path. It exports an endpoint named as the
 * operation
 *    (`getAlerts`): the route by createRoute (path without a trailing slash, parameters by schemas/parameters.ts,
 * answers by
 *    schemas/envelope.ts) and a handler that hands `c.req.valid(..)` and `c.get('caller')` to a service of
 * HttpServices. Errors are
 *    thrown as ServiceError. validation.ts words what does not fit; where the specification has another code, give
 * `validation({..})`.
 * 2. One line in the routes.ts beside it. Access is decided by these tables alone: an endpoint that no table names is
 * not
 *    reachable. The access matrix of the tests is generated from them.
 *
 * A fixed path that a parameter would also match (alerts/dateRange, alerts/{alertId}) must be listed first.
 */
import { ADMIN_ROUTES } from './admin.ts';
import { EXTERNAL_ROUTES } from './external.ts';
import type { RouteDeclaration } from '../../platform/http/route-declaration.ts';
import { USER_ROUTES } from './user.ts';

export const ROUTES: readonly RouteDeclaration[] = [...USER_ROUTES, ...ADMIN_ROUTES, ...EXTERNAL_ROUTES];
