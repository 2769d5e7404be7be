import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitChunkLengths } from '../../../src/readings/rules/chunk-lengths.ts';

const GIB = 2 ** 30;
const KEPT = { compressAfterDays: 35, readingRetentionDays: 0 };
const perDay = (units: number, samplesPerDay = 0) => ({ readingsPerDay: units * 288, samplesPerDay, series: units });

describe('how long chunks are', () => {
  it('a small installation has long chunks, merges a year, and compresses at the age that is set', () => {
    // 20 units: 360 days of hours are 172,800 rows.
    expect(fitChunkLengths({ ...perDay(20), quarterBytes: 4 * GIB }, KEPT)).toEqual({
      readings: { chunkHours: 720, mergedHours: 8640 },
      rollups: { chunkHours: 720, mergedHours: 8640 },
      compressAfterDays: 35,
    });
  });

  it('1,000 units on 16 GiB: half a month, and rollups by ten days', () => {
    // 58 MB a day: a quarter of the memory holds 74 days. 50 million readings are 173 days; 24,000 hours of units a
    // day, 250,000 in 10.4 days.
    expect(fitChunkLengths({ ...perDay(1000), quarterBytes: 4 * GIB }, KEPT)).toEqual({
      readings: { chunkHours: 360, mergedHours: 150 * 24 },
      rollups: { chunkHours: 240, mergedHours: 240 },
      compressAfterDays: 35,
    });
  });

  it('20,000 units on 24 GiB: a day', () => {
    // 1.15 GB a day; 6 GiB hold 5.6 days: 5.6 - 1 for the chunk - 1 between two runs of upkeep.
    expect(fitChunkLengths({ ...perDay(20_000), quarterBytes: 6 * GIB }, KEPT)).toEqual({
      readings: { chunkHours: 24, mergedHours: 144 },
      rollups: { chunkHours: 12, mergedHours: 12 },
      compressAfterDays: 3,
    });
  });

  it('100,000 units on 64 GiB: half a day, compressed once their days have ended everywhere', () => {
    // 5.76 GB a day; 16 GiB hold 2.98 days, of which one chunk may be a quarter: 17.9 hours. 2.4 million hours of units
    // a day.
    expect(fitChunkLengths({ ...perDay(100_000), quarterBytes: 16 * GIB }, KEPT)).toEqual({
      readings: { chunkHours: 12, mergedHours: 24 },
      rollups: { chunkHours: 2, mergedHours: 2 },
      compressAfterDays: 3,
    });
  });

  it('readings that are dropped one day are merged to 90 days; rollups, which stay, as ever', () => {
    const { readings, rollups } = fitChunkLengths(
      { ...perDay(20), quarterBytes: 4 * GIB },
      { ...KEPT, readingRetentionDays: 400 },
    );
    expect([readings.mergedHours, rollups.mergedHours]).toEqual([90 * 24, 8640]);
  });

  it('an installation that stores nothing yet has the longest', () => {
    expect(fitChunkLengths({ readingsPerDay: 0, samplesPerDay: 0, series: 0, quarterBytes: GIB }, KEPT)).toMatchObject({
      readings: { chunkHours: 720, mergedHours: 8640 },
      compressAfterDays: 35,
    });
  });

  it('what is not compressed stays within a quarter of the memory, unless three days alone are more; merged chunks are whole chunks; more units never make longer ones', () => {
    const load = fc.record({
      readingsPerDay: fc.integer({ min: 0, max: 1e9 }),
      samplesPerDay: fc.integer({ min: 0, max: 1e9 }),
      series: fc.integer({ min: 0, max: 1e6 }),
      quarterBytes: fc.integer({ min: 2 ** 25, max: 2 ** 40 }),
    });
    fc.assert(
      fc.property(
        load,
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom(0, 30, 400),
        (sent, compressAfterDays, readingRetentionDays) => {
          const lengths = fitChunkLengths(sent, { compressAfterDays, readingRetentionDays });
          const bytesPerDay = 200 * sent.readingsPerDay + 170 * sent.samplesPerDay;
          const uncompressedDays = lengths.compressAfterDays + lengths.readings.chunkHours / 24 + 1;
          expect(
            uncompressedDays * bytesPerDay <= sent.quarterBytes
              || lengths.compressAfterDays === Math.min(3, compressAfterDays),
          ).toBe(true);
          expect(lengths.compressAfterDays).toBeLessThanOrEqual(compressAfterDays);
          const twice = fitChunkLengths(
            { ...sent, readingsPerDay: 2 * sent.readingsPerDay, series: 2 * sent.series },
            { compressAfterDays, readingRetentionDays },
          );
          for (const kind of ['readings', 'rollups'] as const) {
            const { chunkHours, mergedHours } = lengths[kind];
            expect([720 % chunkHours, mergedHours % chunkHours]).toEqual([0, 0]);
            expect(mergedHours).toBeGreaterThanOrEqual(chunkHours);
            expect(twice[kind].chunkHours).toBeLessThanOrEqual(chunkHours);
          }
          expect(lengths.rollups.chunkHours).toBeLessThanOrEqual(lengths.readings.chunkHours);
        },
      ),
    );
  });
});
