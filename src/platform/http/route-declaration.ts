import { matchedRoutes } from 'hono/route';
import type { Endpoint } from './endpoint.ts';
import type { HttpContext } from './environment.ts';
import type { RouteTerms, Surface } from './route-terms.ts';

/** The terms of a route beside what puts its handler into the application. */
export type RouteDeclaration = RouteTerms & Endpoint;

/** A declaration without the surface, which a table writes once for all its rows. */
type Row<Declaration> = Declaration extends RouteDeclaration ? Omit<Declaration, 'surface'> : never;

export const ofSurface = (surface: Surface, rows: readonly Row<RouteDeclaration>[]): readonly RouteDeclaration[] =>
  rows.map((row) => ({ surface, ...row }));

/** The path as the router writes it: `{id}` becomes `:id`. */
const routerPath = (path: string): string => path.replaceAll(/\{(.+?)\}/g, ':$1');

const keyOf = (method: string, path: string): string => `${method.toUpperCase()} ${path}`;

interface RouteIndex {
  /** The declaration of the route that will answer this request; null when none will. */
  find(c: HttpContext): RouteDeclaration | null;
  /** Upper-case methods declared for the path of this request. */
  methodsOf(c: HttpContext): readonly string[];
}

/**
 * Finds declarations by the router's own match, so the declaration applied is the one of the handler that answers.
 * @throws Error for two declarations of one method and path.
 */
export function indexRoutes(routes: readonly RouteDeclaration[]): RouteIndex {
  const index = new Map<string, RouteDeclaration>();
  for (const route of routes) {
    const key = keyOf(route.method, routerPath(route.path));
    if (index.has(key)) throw new Error(`Two routes are declared for ${key}.`);
    index.set(key, route);
  }
  const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');
  const covers = (path: string, asked: readonly string[]): boolean => {
    const segments = segmentsOf(path);
    return (
      segments.length === asked.length
      && segments.every((segment, position) => segment.startsWith('{') || segment === asked[position])
    );
  };
  return {
    find: (c) => {
      for (const matched of matchedRoutes(c)) {
        const declared = index.get(keyOf(matched.method, matched.path));
        if (declared !== undefined) return declared;
      }
      return null;
    },
    methodsOf: (c) => {
      const asked = segmentsOf(c.req.path);
      return routes.filter((route) => covers(route.path, asked)).map((route) => route.method.toUpperCase());
    },
  };
}

/**
 * Compares the table with the registered handlers. A handler without declaration could not be reached, and a
 * declaration without handler would promise too much.
 * @throws Error naming the first route that is only on one side.
 */
export function requireSameRoutes(
  declared: readonly RouteDeclaration[],
  registered: readonly { method: string; path: string }[],
): void {
  const handlers = new Set(
    registered.filter((route) => route.method !== 'ALL').map((route) => keyOf(route.method, route.path)),
  );
  const declarations = new Set(declared.map((route) => keyOf(route.method, routerPath(route.path))));
  for (const key of handlers)
    if (!declarations.has(key))
      throw new Error(`${key} is registered but not declared in src/service/routes/routes.ts.`);
  for (const key of declarations)
    if (!handlers.has(key)) throw new Error(`${key} is declared in src/service/routes/routes.ts but not registered.`);
}
