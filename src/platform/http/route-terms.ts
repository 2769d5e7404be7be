import type { Permission } from '../login/rules/permissions.ts';

export const SURFACES = ['user', 'admin', 'external'] as const;
export type Surface = (typeof SURFACES)[number];

/** Versions of InfluxDB's API, by how a request shows its key and how an error is told. */
export type InfluxVersion = 'v1' | 'v2';

/** Method and path of an endpoint, written once. */
export interface RouteAddress {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path as OpenAPI writes it, `/api/user/alerts/{alertId}`, without a trailing slash; requests may have one. */
  readonly path: string;
}

interface Declared extends RouteAddress {
  readonly surface: Surface;
  /** 'acts': the request changes or sends something, whatever its method. */
  readonly effect: 'read' | 'acts';
  /**
   * 'limited' (the default): JSON and forms, up to `maxBodyBytes`, screened for injection. 'streamed': the handler
   * reads the body itself, bounds it and checks its content.
   */
  readonly body?: 'limited' | 'streamed';
  /** Default 2 MB, 64 KB where no token is needed. */
  readonly maxBodyBytes?: number;
  /** Texts, numbers, lists and objects of a JSON body; default 100,000. */
  readonly maxBodyValues?: number;
  /** Code of a body that cannot be read as JSON or as a form; default 1430. */
  readonly bodyCode?: 400;
  /** Message of code 400 where targetIndustryId names no industry; default: 1403, naming the id. */
  readonly noIndustryMessage?: string;
  /**
   * Default: that of its surface. 'standard': that of the user surface, for what people do on the others. 'none': the
   * endpoint is held otherwise.
   */
  readonly rateLimit?: 'standard' | 'none';
  /** The endpoint speaks as InfluxDB does: keys are also shown, and errors told, in the way of this version. */
  readonly influx?: InfluxVersion;
}

/** A route that asks a request for no proof. */
interface Public extends Declared {
  readonly access: 'public';
  readonly permission?: never;
}
/**
 * No token, but the header X-Internal-Secret where INTERNAL_SECRET is set, and else an address of this machine or of a
 * private network (specification, Authentication 10).
 */
interface Open extends Declared {
  readonly access: 'open';
  readonly permission?: never;
}
/** The cookie of this surface's docs login. */
interface Docs extends Declared {
  readonly access: 'docs';
  readonly permission?: never;
}
/** An access token; permission null: that of every user. A list: all of them. */
interface WithToken extends Declared {
  readonly access: 'token';
  readonly permission: Permission | readonly Permission[] | null;
  /** The permission by which an operator may do to another industry what any user may do to his own. */
  readonly operatorPermission?: Permission;
  /** true: a device key is taken in place of a token. */
  readonly deviceKeys?: true;
}
/** An access token of an operator (industry INTERNAL, not a guest). */
interface ForOperators extends Declared {
  readonly access: 'operator';
  readonly permission: Permission | readonly Permission[] | null;
}

/** The terms of a route: its demands on a request, and how it is treated; without its handler. */
export type RouteTerms = Public | Open | Docs | WithToken | ForOperators;

/** Permissions that a route asks for. */
export const permissionsOf = ({ permission }: RouteTerms): readonly Permission[] => [permission ?? []].flat();
