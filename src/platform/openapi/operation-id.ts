import type { RouteDeclaration } from '../http/route-declaration.ts';

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

/**
 * The name generated clients give an operation: method and path below the surface, `GET /api/user/alerts/{alertId}` is
 * `getAlertsByAlertId`. Unique within a surface because method and path are, and as stable as they are.
 */
export function operationIdOf({ method, path }: Pick<RouteDeclaration, 'method' | 'path'>): string {
  const [, , , ...segments] = path.split('/');
  const words = segments.flatMap((segment) =>
    segment.startsWith('{') ? ['by', segment.slice(1, -1)] : segment.split(/[^A-Za-z0-9]+/),
  );
  return `${method}${words.map(capitalised).join('')}`;
}
