import { provisionalOf, shareOf, sumCounts } from '../document/provenance.ts';
import type { Provenance } from '../document/types.ts';

/** How much of a figure was measured: of one unit, or of several that were combined. */
export interface Completeness {
  /** Genuine slots / expected slots, 4 decimals; null when none was expected yet. Below 1: the figure is partial. */
  readonly coverage: number | null;
  readonly slotsExpected: number;
  readonly slotsGenuine: number;
  /** Estimated readings / readings, 4 decimals; null without readings. */
  readonly estimatedShare: number | null;
  /** There when the figure may change once, because register checks have not run yet. */
  readonly provisional?: true;
}

/**
 * Combined by slots, so that a unit without data counts with all it should have sent. A virtual unit, whose coverage is
 * that of its worst operand, counts with that.
 */
export function completenessOf(parts: readonly Provenance[]): Completeness {
  const { slotsExpected, slotsGenuine, readingsUsed, readingsEstimated } = sumCounts(parts);
  const covered = parts.reduce((sum, part) => sum + coveredSlots(part), 0);
  return {
    coverage: shareOf(covered, slotsExpected),
    slotsExpected,
    slotsGenuine,
    estimatedShare: shareOf(readingsEstimated, readingsUsed),
    ...provisionalOf(parts),
  };
}

const coveredSlots = ({ slotsExpected, slotsGenuine, coverageRatio }: Provenance): number =>
  coverageRatio === null || coverageRatio === shareOf(slotsGenuine, slotsExpected)
    ? slotsGenuine
    : coverageRatio * slotsExpected;
