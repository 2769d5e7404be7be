import type { HttpApp } from '../http/environment.ts';
import { DOCS_COOKIE } from '../http/middleware/access.ts';
import type { RouteDeclaration } from '../http/route-declaration.ts';
import { permissionsOf } from '../http/route-terms.ts';
import { ANY_ERRORS, BODY_ERRORS, errors } from '../http/schemas/envelope.ts';
import { influxErrors } from '../http/schemas/influx.ts';

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/**
 * The name generated clients give an operation: method and path below the surface, `GET /api/user/alerts/{alertId}` is
 * `getAlertsByAlertId`. Unique within a surface because method and path are, and as stable as they are.
 */
export function operationIdOf({ method, path }: Pick<RouteDeclaration, 'method' | 'path'>): string {
  const segments = path
    .replace(/^\/api\/(?:user|admin|external)\//, '')
    .split('/')
    .filter((segment) => segment !== '');
  const words = segments.flatMap((segment) =>
    segment.startsWith('{') ? ['by', segment.slice(1, -1)] : segment.split(/[^A-Za-z0-9]+/),
  );
  return `${method}${words.map(capitalised).join('')}`;
}

const ACCESS_TEXT = {
  public: 'Needs no token.',
  open: 'Needs no token, but the header X-Internal-Secret where the operator set INTERNAL_SECRET. Where not, it answers this machine and private networks only.',
  docs: 'Needs the cookie of the docs login.',
  token: 'Needs an access token.',
  operator:
    'Needs an access token of an operator (industry INTERNAL); the header targetIndustryId chooses the industry to act on.',
} as const satisfies Record<RouteDeclaration['access'], string>;

/**
 * Security schemes. None puts the token into the address, because generated clients would, and addresses end up in logs
 * of others.
 */
const SECURITY_SCHEMES = {
  token: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'Access token of POST /api/user/login, valid for 4 hours. Downloads by browsers may send it as the query parameter jwt instead',
  },
  deviceKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mwk_<key id>_<secret>',
    description: 'Key of a device, of POST /api/admin/deviceKeys or npm run key; it sends readings and nothing else',
  },
  influxToken: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: 'Token <device key>, as clients of InfluxDB 2 send it',
  },
  influxLogin: {
    type: 'http',
    scheme: 'basic',
    description: 'A device key as the password, as clients of InfluxDB 1 send it; any user name will do',
  },
  refreshToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Refresh token of the login, not the access token',
  },
  identityProviderToken: { type: 'http', scheme: 'bearer', description: 'Token issued by an identity provider' },
  docsCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: DOCS_COOKIE,
    description: 'Set by the docs login for one hour; opens documentation only',
  },
  internalSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Internal-Secret',
    description: 'Only where the operator set INTERNAL_SECRET',
  },
} as const;

type Security = Record<string, string[]>[];

/**
 * Security of a route by its access; undefined: the route itself tells. Public routes have none, except those that take
 * a token of another kind.
 */
const SECURITY: Readonly<Record<RouteDeclaration['access'], Security | undefined>> = {
  public: undefined,
  open: [{}, { internalSecret: [] }],
  docs: [{ docsCookie: [] }],
  token: [{ token: [] }],
  operator: [{ token: [] }],
};

const takesDeviceKeys = (route: RouteDeclaration): boolean => route.access === 'token' && route.deviceKeys === true;

const waysOfKeys = ({ influx }: RouteDeclaration): Security => [
  { deviceKey: [] },
  ...(influx === undefined ? [] : [{ influxToken: [] }]),
  ...(influx === 'v1' ? [{ influxLogin: [] }] : []),
];

/** Sentences for the documentation of a route, from the table of routes. */
function accessText(route: RouteDeclaration): string {
  const permissions = permissionsOf(route);
  return [
    ACCESS_TEXT[route.access],
    ...(takesDeviceKeys(route) ? ['A device key is taken in its place and needs no permission.'] : []),
    ...(permissions.length === 0 ? [] : [`Permission: ${permissions.join(', ')}.`]),
    ...(route.access === 'token' && route.operatorPermission !== undefined
      ? [`An operator who names another industry needs the permission ${route.operatorPermission}.`]
      : []),
    ...(route.effect === 'acts' && route.method === 'get' ? ['This GET changes or sends something.'] : []),
  ].join(' ');
}

/**
 * Writes name, access, permission, effect and the errors that any may answer of every declared route into the OpenAPI
 * description of its surface.
 */
export function describeRoutes(app: HttpApp, routes: readonly RouteDeclaration[]): void {
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES))
    app.openAPIRegistry.registerComponent('securitySchemes', name, scheme);
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const { route } = definition;
    const declared = routes.find(({ method, path }) => method === route.method && path === route.path);
    if (declared === undefined) continue;
    route.operationId = operationIdOf(declared);
    route.description = [route.description, accessText(declared)].filter((text) => text !== undefined).join('\n\n');
    const security = SECURITY[declared.access] ?? route.security ?? [];
    route.security = takesDeviceKeys(declared) ? [...security, ...waysOfKeys(declared)] : security;
    route.responses = {
      ...(declared.influx === undefined
        ? errors(
            ...ANY_ERRORS,
            ...(route.request?.body === undefined && declared.body !== 'streamed' ? [] : BODY_ERRORS),
          )
        : influxErrors(declared.influx, declared.access === 'public')),
      ...route.responses,
    };
    const permissions = permissionsOf(declared);
    if (permissions.length > 0) route['x-permissions'] = permissions;
  }
}
