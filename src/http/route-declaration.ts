import { matchedRoutes } from 'hono/route';
import type { Permission } from '../domain/access/permissions.ts';
import type { Endpoint } from './endpoint.ts';
import type { HttpContext } from './environment.ts';

export const SURFACES = ['user', 'admin', 'external'] as const;
export type Surface = (typeof SURFACES)[number];

interface Declared extends Endpoint {
  readonly surface: Surface;
  /** 'acts': the request changes something or sends something, whatever its method. */
  readonly effect: 'read' | 'acts';
  /**
   * 'limited' (the default): JSON and forms, up to `maxBodyBytes`, screened for injection. 'streamed': the handler reads the body
   * itself, bounds it and checks what is in it.
   */
  readonly body?: 'limited' | 'streamed';
  /** Default 2 MB, 64 KB where no token is needed. */
  readonly maxBodyBytes?: number;
  /** Texts, numbers, lists and objects of a JSON body; default 100,000. */
  readonly maxBodyValues?: number;
  /** Message of code 400 where targetIndustryId names no industry; default: 1403, naming the id. */
  readonly noIndustryMessage?: string;
  /** Default: that of its surface. 'standard': that of the user surface, for what people do on the others. 'none': the endpoint is held otherwise. */
  readonly rateLimit?: 'standard' | 'none';
}

/** What a request must show: nothing. */
interface Public extends Declared { readonly access: 'public'; readonly permission?: never }
/** No token, but where INTERNAL_SECRET is set the header X-Internal-Secret (specification, Authentication 10). */
interface Open extends Declared { readonly access: 'open'; readonly permission?: never }
/** The cookie of this surface's docs login. */
interface Docs extends Declared { readonly access: 'docs'; readonly permission?: never }
/** An access token; permission null: any user's. A list: all of them. */
interface WithToken extends Declared { readonly access: 'token'; readonly permission: Permission | readonly Permission[] | null }
/** An access token of an operator (industry INTERNAL, not a guest). */
interface ForOperators extends Declared { readonly access: 'operator'; readonly permission: Permission | readonly Permission[] | null }

export type RouteDeclaration = Public | Open | Docs | WithToken | ForOperators;

/** Without the surface, which a table writes once for all its rows. */
type Row<Declaration> = Declaration extends RouteDeclaration ? Omit<Declaration, 'surface'> : never;

export const ofSurface = (surface: Surface, rows: readonly Row<RouteDeclaration>[]): readonly RouteDeclaration[] =>
  rows.map((row) => ({ surface, ...row }));

/** All the permissions that a route asks for. */
export const permissionsOf = ({ permission }: RouteDeclaration): readonly Permission[] => [permission ?? []].flat();

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
    return segments.length === asked.length && segments.every((segment, position) => segment.startsWith('{') || segment === asked[position]);
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
 * Holds the table and the registered handlers together: a handler that is not declared would be reachable by nobody, a
 * declaration without a handler would promise what is not there.
 * @throws Error naming the first route that is only on one side.
 */
export function requireSameRoutes(declared: readonly RouteDeclaration[], registered: readonly { method: string; path: string }[]): void {
  const handlers = new Set(registered.filter((route) => route.method !== 'ALL').map((route) => keyOf(route.method, route.path)));
  const declarations = new Set(declared.map((route) => keyOf(route.method, routerPath(route.path))));
  for (const key of handlers) if (!declarations.has(key)) throw new Error(`${key} is registered but not declared in src/http/routes.ts.`);
  for (const key of declarations) if (!handlers.has(key)) throw new Error(`${key} is declared in src/http/routes.ts but not registered.`);
}
