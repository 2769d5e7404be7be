import type { Media, OpenApiDocument, Operation, Schema } from '../../../../src/platform/openapi/document.ts';
import { resolved } from './json-schema.ts';

export interface DocumentedRequest {
  readonly path: string;
  readonly init: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
}

/** The example of a schema, or the one its properties make up together. */
export function exampleOf(document: OpenApiDocument, given: Schema): unknown {
  if (given['example'] !== undefined) return given['example'];
  const schema = resolved(document, given);
  if (schema['example'] !== undefined) return schema['example'];
  // An object of schemas by JSON Schema.
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, Schema>);
  const entries = properties.flatMap(([name, property]) =>
    property['example'] === undefined ? [] : [[name, property['example']] as const],
  );
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function bodyText(document: OpenApiDocument, type: string, media: Media): string {
  const example = media.example ?? exampleOf(document, media.schema ?? {}) ?? {};
  if (type.startsWith('text/')) return String(example);
  if (type === 'multipart/form-data') return multipartText(example as Record<string, readonly string[]>); // of files
  return type === 'application/x-www-form-urlencoded'
    ? new URLSearchParams(example as Record<string, string>).toString()
    : JSON.stringify(example); // forms have text fields
}

const BOUNDARY = 'a-part-of-the-documented-form';

const multipartText = (files: Readonly<Record<string, readonly string[]>>): string =>
  Object.entries(files)
    .flatMap(([name, texts]) =>
      texts.map(
        (text) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"; filename="${name}.csv"\r\n\r\n${text}\r\n`,
      ),
    )
    .join('') + `--${BOUNDARY}--\r\n`;

/**
 * Required parameters with their example, the others left to their defaults, and the example of the body: what a reader
 * would try first.
 */
export function documentedRequest(
  document: OpenApiDocument,
  path: string,
  method: string,
  operation: Operation,
): DocumentedRequest {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let filled = path;
  for (const { name, in: place, required, schema } of operation.parameters ?? []) {
    // Credentials are optional because there is another way to send them.
    if (
      required !== true
      && !(
        place === 'header'
        && ['username', 'password', 'LoginType', 'targetIndustryId'].includes(name)
        && schema['example'] !== undefined
      )
    )
      continue;
    for (const value of [schema['example'] ?? schema['default']].flat()) {
      if (place === 'query') query.append(name, String(value));
      else if (place === 'header') headers[name] = String(value);
      else filled = filled.replace(`{${name}}`, encodeURIComponent(String(value)));
    }
  }
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  if (type === undefined || media === undefined)
    return { path: query.size === 0 ? filled : `${filled}?${query}`, init: { method: method.toUpperCase(), headers } };
  headers['content-type'] = type === 'multipart/form-data' ? `${type}; boundary=${BOUNDARY}` : type;
  return {
    path: query.size === 0 ? filled : `${filled}?${query}`,
    init: { method: method.toUpperCase(), headers, body: bodyText(document, type, media) },
  };
}
