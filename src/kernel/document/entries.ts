import type { PeriodEntry, ProcessedDocument, Provenance } from './types.ts';

/** The period entries of any document: hours of a day, days of a month, months of a year. */
export function entriesOf(document: ProcessedDocument): readonly PeriodEntry[] {
  if ('hourly' in document) return document.hourly;
  if ('daily' in document) return document.daily;
  return document.monthly;
}

/**
 * Estimated readings / readings of one hour of a day; null without readings, and where a document of an earlier version
 * does not say.
 */
export function estimatedShareOf(
  { provenance }: { readonly provenance: Pick<Provenance, 'readingsEstimated'> },
  hour: PeriodEntry,
): number | null {
  if (hour.estimatedShare !== undefined) return hour.estimatedShare;
  return provenance.readingsEstimated === 0 && hour.meta.lastEpoch !== null ? 0 : null;
}
