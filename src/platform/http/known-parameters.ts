import { type RouteConfig, z } from '@hono/zod-openapi';
import { ServiceError } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';
import type { RouteTerms } from './route-terms.ts';

/** Parameters of every request: the token of the caller, and the industry. */
const OF_EVERY_REQUEST: ReadonlySet<string> = new Set(['jwt', 'targetIndustryId']);
const MOST_CHARACTERS_SHOWN = 80;
const MOST_NAMED = 5;

/**
 * Spec gap: parameters that an endpoint does not have. Nobody would read them, so `unitIDs` would be answered with all
 * units, and `dryrun` would act. Links in mails and clients of other products bring parameters of their own, and
 * readings must not be lost by one: these routes pass over them.
 */
export const refusesUnknownParameters = (route: RouteTerms): boolean =>
  route.influx === undefined
  && (route.access === 'open'
    || route.access === 'operator'
    || (route.access === 'token' && route.deviceKeys !== true));

/** Names of the query parameters that a route declares. */
export function declaredParameters({ request, path }: Pick<RouteConfig, 'request' | 'path'>): readonly string[] {
  const query = request?.query;
  if (query === undefined) return [];
  if (!(query instanceof z.ZodObject)) throw new Error(`The parameters of ${path} have no names.`);
  return Object.keys(query.shape);
}

/** @throws ServiceError 1403 that names the parameters the endpoint has */
export function requireKnownParameters(c: HttpContext, known: readonly string[]): void {
  const route = c.get('route');
  if (route === null || !refusesUnknownParameters(route)) return;
  const unknown = Object.keys(c.req.query()).filter((name) => !known.includes(name) && !OF_EVERY_REQUEST.has(name));
  const problem =
    known.length === 0
      ? 'is no parameter here, none is allowed'
      : `is no parameter here, allowed are ${known.join(', ')}`;
  const errors = unknown.slice(0, MOST_NAMED).map((name) => ({ field: name.slice(0, MOST_CHARACTERS_SHOWN), problem }));
  const [first] = errors;
  if (first !== undefined) throw new ServiceError(1403, `Invalid '${first.field}': ${problem}`, errors);
}
