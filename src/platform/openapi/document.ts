/** The parts of an OpenAPI 3.1 document that are read or written here, as plain JSON. */
export type Schema = { [keyword: string]: unknown };
export interface Parameter {
  readonly name: string;
  readonly in: 'query' | 'header' | 'path' | 'cookie';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}
export interface Media {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { summary?: string; value: unknown }>;
}
interface Answer {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, Media>;
}
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Record<string, Media> };
  readonly responses: Record<string, Answer>;
  readonly 'x-permissions'?: readonly string[];
}
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  tags?: readonly { readonly name: string; readonly description: string }[];
  readonly components: { readonly schemas: Record<string, Schema>; readonly securitySchemes: Record<string, Schema> };
  readonly paths: Record<string, Record<string, Operation>>;
}

/** Operations with their paths and methods. */
export const operationsOf = (document: OpenApiDocument): { path: string; method: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
