import { type RouteConfig, z } from '@hono/zod-openapi';
import { createSurfaceApp } from '../../../src/platform/http/surface-app.ts';
import { SURFACES } from '../../../src/platform/http/route-terms.ts';
import { operationsOf, type OpenApiDocument, type Operation } from '../../../src/platform/openapi/document.ts';
import { ROUTES } from '../../../src/service/routes/routes.ts';
import type { HttpServices } from '../../../src/service/services.ts';
import { surfaceDocument } from '../../../src/service/surface-documents.ts';

export interface DeclaredOperation {
  /** Surface and name, for the names of tests. */
  readonly id: string;
  readonly document: OpenApiDocument;
  readonly path: string;
  readonly method: string;
  readonly operation: Operation;
  /** Reads the whole query; one of no parameters where the operation has none. */
  readonly query: z.ZodObject;
  /** Reads a JSON body; null where the operation takes none. */
  readonly body: z.ZodType | null;
}

// Routes are registered and never asked.
const { definitions } = createSurfaceApp({} as HttpServices, ROUTES).openAPIRegistry;
const requests = new Map<string, RouteConfig['request']>(
  definitions.flatMap((definition) =>
    definition.type === 'route'
      ? [[`${definition.route.method} ${definition.route.path}`, definition.route.request] as const]
      : [],
  ),
);

/** Every operation of every surface: as documented, and what reads its requests. */
export const DECLARED_OPERATIONS: readonly DeclaredOperation[] = SURFACES.flatMap((surface) => {
  const document = surfaceDocument(surface);
  return operationsOf(document).map(({ path, method, operation }) => {
    const request = requests.get(`${method} ${path}`);
    const { query = z.object({}) } = request ?? {};
    if (!(query instanceof z.ZodObject)) throw new Error(`The query of ${method} ${path} is read by no object.`);
    const json = request?.body?.content['application/json'] ?? {};
    const body = 'schema' in json ? json.schema : undefined;
    return {
      id: `${surface} ${operation.operationId}`,
      document,
      path,
      method,
      operation,
      query,
      body: body instanceof z.ZodType ? body : null,
    };
  });
});
