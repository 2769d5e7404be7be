import type { PeriodEntry, ProcessedDocument } from './types.ts';

/** The period entries of any document: hours of a day, days of a month, months of a year. */
export function entriesOf(document: ProcessedDocument): readonly PeriodEntry[] {
  if ('hourly' in document) return document.hourly;
  if ('daily' in document) return document.daily;
  return document.monthly;
}

/** Instant (epoch milliseconds) of the document's last reading; null when it has none. */
export function lastEpochOf(document: ProcessedDocument): number | null {
  return document.provenance.lastEpoch;
}
