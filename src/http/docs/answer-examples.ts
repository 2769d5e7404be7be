import { existsSync, readFileSync } from 'node:fs';
import type { Surface } from '../route-terms.ts';

/** Recorded by test/http/docs/examples.test.ts: what the operation's documented request is answered with. */
export const exampleFile = (surface: Surface, operationId: string): URL =>
  new URL(`./examples/${surface}/${operationId}.json`, import.meta.url);

/** The recorded answer; undefined when there is none. */
export function recordedAnswer(surface: Surface, operationId: string): unknown {
  const file = exampleFile(surface, operationId);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}
