import type { Provenance } from './types.ts';

/** Rounds to 4 decimals, the precision of every coverage and share (specification, Processed documents). */
export const roundToFourDecimals = (ratio: number): number => Math.round(ratio * 10_000) / 10_000;

/** part / whole with 4 decimals; null when there is no whole to compare with. */
export const shareOf = (part: number, whole: number): number | null =>
  whole > 0 ? roundToFourDecimals(part / whole) : null;

/**
 * Genuine slots / expected slots of a document. Formulas' documents that an earlier version sealed have another ratio
 * of their own: that of the operand that lacked most.
 */
export const coverageOf = (provenance: Pick<ProvenanceCounts, 'slotsExpected' | 'slotsGenuine'>): number | null =>
  shareOf(provenance.slotsGenuine, provenance.slotsExpected);

/** Counts of slots and readings that a document rests on. */
interface ProvenanceCounts {
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  readonly readingsUsed: number;
  readonly readingsEstimated: number;
  /** Instant of the last reading, epoch milliseconds; null without readings. */
  readonly lastEpoch: number | null;
}

/** Provenance of a document computed straight from readings. */
export const provenanceFrom = (counts: ProvenanceCounts, algorithmVersion: number): Provenance => ({
  ...counts,
  coverageRatio: shareOf(counts.slotsGenuine, counts.slotsExpected),
  estimatedShare: shareOf(counts.readingsEstimated, counts.readingsUsed),
  algorithmVersion,
});

/** A figure with a provisional part is provisional. */
export const provisionalOf = (parts: readonly Pick<Provenance, 'provisional'>[]): Pick<Provenance, 'provisional'> =>
  parts.some((part) => part.provisional === true) ? { provisional: true } : {};

/** Adds up the counts of several documents. */
export function sumCounts(parts: readonly ProvenanceCounts[]): ProvenanceCounts {
  let slotsExpected = 0;
  let slotsGenuine = 0;
  let readingsUsed = 0;
  let readingsEstimated = 0;
  let lastEpoch: number | null = null;
  for (const part of parts) {
    slotsExpected += part.slotsExpected;
    slotsGenuine += part.slotsGenuine;
    readingsUsed += part.readingsUsed;
    readingsEstimated += part.readingsEstimated;
    if (part.lastEpoch !== null && (lastEpoch === null || part.lastEpoch > lastEpoch)) lastEpoch = part.lastEpoch;
  }
  return { slotsExpected, slotsGenuine, readingsUsed, readingsEstimated, lastEpoch };
}

/**
 * Mean of per-document ratios weighted by the slots each document expected; null when none has a ratio.
 * Parts without a ratio take no part.
 */
export function weightedBySlots(
  parts: readonly { readonly ratio: number | null; readonly slotsExpected: number }[],
): number | null {
  let weighted = 0;
  let slots = 0;
  for (const { ratio, slotsExpected } of parts) {
    if (ratio === null) continue;
    weighted += ratio * slotsExpected;
    slots += slotsExpected;
  }
  return shareOf(weighted, slots);
}
