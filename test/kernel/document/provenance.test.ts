import { describe, expect, it } from 'vitest';
import { provenanceFrom, shareOf, sumCounts, weightedBySlots } from '../../../src/kernel/document/provenance.ts';

describe('provenance', () => {
  it('gives shares with 4 decimals, and none where there is no whole', () => {
    expect(shareOf(2, 3)).toBe(0.6667);
    expect(shareOf(0, 0)).toBeNull();
    const counts = { slotsExpected: 288, slotsGenuine: 287, readingsUsed: 0, readingsEstimated: 0, lastEpoch: null };
    expect(provenanceFrom(counts, 4)).toEqual({
      ...counts,
      coverageRatio: 0.9965,
      estimatedShare: null,
      algorithmVersion: 4,
    });
  });

  it('adds up counts', () => {
    const counts = { slotsExpected: 4, slotsGenuine: 3, readingsUsed: 5, readingsEstimated: 1, lastEpoch: 7 };
    expect(sumCounts([counts, counts])).toEqual({
      slotsExpected: 8,
      slotsGenuine: 6,
      readingsUsed: 10,
      readingsEstimated: 2,
      lastEpoch: 7,
    });
  });

  it('weights ratios by expected slots and leaves unknown ones out', () => {
    // (1 * 100 + 0.5 * 300) / 400 = 0.625.
    const parts = [
      { ratio: 1, slotsExpected: 100 },
      { ratio: null, slotsExpected: 500 },
      { ratio: 0.5, slotsExpected: 300 },
    ];
    expect(weightedBySlots(parts)).toBe(0.625);
    expect(weightedBySlots([])).toBeNull();
  });
});
