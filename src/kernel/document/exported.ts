import type { ProcessedDocument } from './types.ts';

/** A stored document as the export prints it: with the time at which it was computed. */
export const exportedDocument = ({
  document,
  computedAt,
}: {
  readonly document: ProcessedDocument;
  readonly computedAt: Date;
}) => ({ ...document, provenance: { ...document.provenance, computedAt: computedAt.toISOString() } });
