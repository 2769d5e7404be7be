import type { z } from '@hono/zod-openapi';
import { expect } from 'vitest';
import { ServiceError } from '../../../../../src/kernel/errors.ts';
import type { HttpContext } from '../../../../../src/platform/http/environment.ts';
import { validation } from '../../../../../src/platform/http/validation.ts';
import { LIBRARY_WORDS } from '../../../../support/junk.ts';

// A request that does not fit is answered without a look at its connection.
const NO_CONTEXT = {} as HttpContext;

/** The refusal of what was sent, as a route with this schema words it; null when the schema takes it. */
export function answerOf(schema: z.ZodType, data: unknown, target: 'query' | 'json' = 'query'): ServiceError | null {
  const read = schema.safeParse(data);
  if (read.success) return null;
  try {
    // The validator of routes hands over the values that it read.
    const result = { success: false, target, data, error: read.error } as const;
    void validation()(result, NO_CONTEXT);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
  throw new Error('A request that does not fit was let through.');
}

/** The specification gives some refusals words without quotes around the name. */
const inWordsOfSpecification = (name: string): string =>
  /[dD]ate|categories/.test(name)
    ? `|^Invalid ${name} format\\. Use DD/MM/YYYY$|^Invalid ${name}: .+\\. Allowed values: `
    : '';

export function expectInOwnWords({ message, details }: ServiceError, name: string, kind: string): void {
  expect(message, kind).not.toMatch(LIBRARY_WORDS);
  expect(message, kind).toMatch(new RegExp(`'${name}'${inWordsOfSpecification(name)}`, 's'));
  expect(
    details.map(({ field }) => field),
    kind,
  ).toContain(name);
}
