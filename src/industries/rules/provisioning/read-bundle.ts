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
  /** Mistakes within the bundle itself. */
  readonly problems: readonly ErrorDetail[];
}

/** Reads a parsed JSON document as a bundle, and never throws. */
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
 * All mistakes of a bundle against the stored industry, one per field; empty: the bundle may be provisioned. A field of
 * the wrong shape is not reported again as missing.
 */
export function bundleProblems(reading: BundleReading, stored: StoredTenant): ErrorDetail[] {
  const found = new Map<string, ErrorDetail>();
  for (const detail of [...reading.problems, ...referenceProblems(reading.declared, stored)]) {
    if (!found.has(detail.field)) found.set(detail.field, detail);
  }
  return [...found.values()];
}
