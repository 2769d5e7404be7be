/*
 * Every route of the service and what it asks for, one table per surface. To add an endpoint:
 *
 * 1. Add a file in the http/user/, http/admin/ or http/external/ of its room, named as the path. It exports an
 *    endpoint named as the operation (`getAlerts`): the route by createRoute, with a path without a trailing slash, and
 *    a handler that calls a verb with the context, `c.req.valid(..)` and `c.get('caller')`. Parameters are those of
 *    platform/http/schemas/parameters.ts, answers those of envelope.ts beside it. Errors are thrown as ServiceError.
 *    `validation({..})` is given where the specification has another code for a request that does not fit.
 * 2. Add a line in user.ts, admin.ts or external.ts. Only these tables decide access: an endpoint that none of them
 *    names is not reachable. The access matrix of the tests is made from them.
 *
 * A fixed path that a parameter would also match (alerts/dateRange beside alerts/{alertId}) is listed first.
 */
import { ADMIN_ROUTES } from './admin.ts';
import { EXTERNAL_ROUTES } from './external.ts';
import type { RouteDeclaration } from '../../platform/http/route-declaration.ts';
import { USER_ROUTES } from './user.ts';

export const ROUTES: readonly RouteDeclaration[] = [...USER_ROUTES, ...ADMIN_ROUTES, ...EXTERNAL_ROUTES];
