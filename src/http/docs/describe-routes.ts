import type { HttpApp } from '../environment.ts';
import type { RouteDeclaration } from '../route-declaration.ts';

const ACCESS_TEXT = {
  public: 'Needs no token.',
  open: 'Needs no token; where the operator set INTERNAL_SECRET, the header X-Internal-Secret.',
  docs: 'Needs the cookie of the docs login.',
  token: 'Needs an access token.',
  operator: 'Needs an access token of an operator (industry INTERNAL); the header targetIndustryId chooses the industry to act on.',
} as const satisfies Record<RouteDeclaration['access'], string>;

const permissionsOf = (route: RouteDeclaration): readonly string[] => {
  const permission = route.permission ?? [];
  return typeof permission === 'string' ? [permission] : permission;
};

/** What the table of routes says of a route, as sentences for its documentation. */
export function accessText(route: RouteDeclaration): string {
  const permissions = permissionsOf(route);
  return [
    ACCESS_TEXT[route.access],
    ...(permissions.length === 0 ? [] : [`Permission: ${permissions.join(', ')}.`]),
    ...(route.effect === 'acts' && route.method === 'get' ? ['This GET changes or sends something.'] : []),
  ].join(' ');
}

/** Writes access, permission and effect of every declared route into the OpenAPI description of its surface. */
export function describeRoutes(app: HttpApp, routes: readonly RouteDeclaration[]): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'token', { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' });
  app.openAPIRegistry.registerComponent('securitySchemes', 'tokenInQuery', { type: 'apiKey', in: 'query', name: 'jwt' });
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== 'route') continue;
    const declared = routes.find((route) => route.method === definition.route.method && route.path === definition.route.path);
    if (declared === undefined) continue;
    definition.route.description = [definition.route.description, accessText(declared)].filter((text) => text !== undefined).join('\n\n');
    if (declared.access === 'token' || declared.access === 'operator') definition.route.security = [{ token: [] }, { tokenInQuery: [] }];
  }
}
