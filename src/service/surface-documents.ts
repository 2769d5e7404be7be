import type { HttpServices } from './services.ts';
import type { RouteDeclaration } from '../platform/http/route-declaration.ts';
import type { Surface } from '../platform/http/route-terms.ts';
import { ROUTES } from './routes/routes.ts';
import { createSurfaceApp } from '../platform/http/surface-app.ts';
import { openApiDocument } from '../platform/openapi/docs.ts';
import type { OpenApiDocument } from '../platform/openapi/document.ts';

// Registering routes reads the services' names and calls none of them. No request is ever sent to this application.
const NO_SERVICES = {} as HttpServices;

/** The OpenAPI document of a surface without a running service: no database, no configuration. */
export const surfaceDocument = (surface: Surface, routes: readonly RouteDeclaration[] = ROUTES): OpenApiDocument =>
  openApiDocument(
    createSurfaceApp(
      NO_SERVICES,
      routes.filter((route) => route.surface === surface),
    ),
    surface,
  );
