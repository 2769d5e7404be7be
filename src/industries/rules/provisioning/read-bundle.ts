import type { ErrorDetail } from '../../../kernel/errors.ts';
import { type Bundle, bundleSchema } from './bundle-schema.ts';
import { type Declared, readDeclared } from './declared.ts';
import { shapeProblems, storageProblems } from '../../../kernel/problems.ts';
import { referenceProblems } from './reference-checks.ts';
import type { StoredTenant } from './stored.ts';
import { unitProblems } from './unit-checks.ts';

export interface BundleReading {
  /** null when the shape has mistakes. */
  readonly bundle: Bundle | null;
  readonly declared: Declared;
  /** Mistakes that the bundle shows by itself. */
  readonly problems: readonly ErrorDetail[];
}

/** Reads a parsed JSON document as a bundle; never throws. */
export function readBundle(input: unknown): BundleReading {
  const unstorable = storageProblems(input);
  const parsed = bundleSchema.safeParse(input, { reportInput: true });
  const declared = readDeclared(input);
  return {
    bundle: parsed.success ? parsed.data : null,
    declared,
    problems: [...unstorable, ...(parsed.success ? [] : shapeProblems(parsed.error.issues)), ...unitProblems(declared)],
  };
}

/**
 * Every mistake of a bundle for the industry as it is stored, one per field; none: it may be provisioned. A field that
 * has the wrong shape is not reported a second time for not being there.
 */
export function bundleProblems(reading: BundleReading, stored: StoredTenant): ErrorDetail[] {
  const found = new Map<string, ErrorDetail>();
  for (const detail of [...reading.problems, ...referenceProblems(reading.declared, stored)]) {
    if (!found.has(detail.field)) found.set(detail.field, detail);
  }
  return [...found.values()];
}
