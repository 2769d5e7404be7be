import { type RouteConfig, z } from '@hono/zod-openapi';
import { ServiceError } from '../../kernel/errors.ts';
import type { HttpContext } from './environment.ts';
import type { RouteTerms } from './route-terms.ts';

const MOST_CHARACTERS_SHOWN = 80;

/**
 * Spec gap: parameters that nobody reads. Callers of other products bring parameters of their own, so these are passed
 * over. A name that differs from one of the endpoint's in its case, hyphens or underscores alone was meant to be that
 * one: `unitIDs` would be answered with all units, and `dryrun` would act. Links in mails and senders of readings are
 * not held up by it.
 */
export const refusesMisspelt = (route: RouteTerms): boolean =>
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

const plain = (name: string): string => name.toLowerCase().replaceAll(/[-_]/g, '');

/** @throws ServiceError 1403 that names each misspelt parameter, and how it is written */
export function refuseMisspelt(c: HttpContext, known: readonly string[]): void {
  const route = c.get('route');
  if (route === null || !refusesMisspelt(route)) return;
  const errors = Object.keys(c.req.query()).flatMap((name) => {
    const meant = known.includes(name) ? undefined : known.find((one) => plain(one) === plain(name));
    if (meant === undefined) return [];
    return [{ field: name.slice(0, MOST_CHARACTERS_SHOWN), problem: `is no parameter here, write ${meant}` }];
  });
  const [first] = errors;
  if (first !== undefined) throw new ServiceError(1403, `Invalid '${first.field}': ${first.problem}`, errors);
}
