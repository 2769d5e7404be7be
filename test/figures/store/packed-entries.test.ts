import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PeriodEntry } from '../../../src/kernel/document/types.ts';
import { packEntries, unpackEntries } from '../../../src/figures/store/packed-entries.ts';

const entry = (x: string, y: PeriodEntry['y'], more: Partial<PeriodEntry> = {}): PeriodEntry => ({
  x,
  y,
  ir: 1,
  fr: 2,
  ...more,
  offlineCount: 0,
  offlineDuration: 0,
  offlineIntervals: [],
  coverage: 1,
  meta: { lastEpoch: Date.parse(x) },
});
const hour = (index: number): string => new Date(Date.parse('2026-03-29T00:30:00Z') + index * 3_600_000).toISOString();
const stored = (entries: readonly PeriodEntry[]) =>
  JSON.parse(JSON.stringify(packEntries(entries))) as ReturnType<typeof packEntries>; // as the database gives it back

describe('packed entries', () => {
  it('are one array per field, one element where all entries agree, and the first start with the step', () => {
    expect(packEntries([entry(hour(0), 5), entry(hour(1), null)])).toEqual({
      n: 2,
      x: hour(0),
      step: 3_600_000,
      y: [5, null],
      ir: [1],
      fr: [2],
      offlineCount: [0],
      offlineDuration: [0],
      offlineIntervals: [[]],
      coverage: [1],
      lastEpoch: [Date.parse(hour(0)), Date.parse(hour(1))],
    });
  });

  it('keep every start where the steps differ, as around a change of clocks', () => {
    const starts = ['2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z', '2026-03-30T22:00:00.000Z'];
    expect(packEntries(starts.map((start) => entry(start, 1)))).toMatchObject({ x: starts });
  });

  it('are left as they are when an entry has a field that others lack', () => {
    const entries = [entry(hour(0), 5), entry(hour(1), 5, { py: { voltage: 231 } })];
    expect(packEntries(entries)).toBe(entries);
    expect(unpackEntries(stored(entries))).toEqual(entries);
  });

  it('come back as they were, in the order of their fields, whatever they hold', () => {
    const figure = fc.oneof(
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
      fc.record({ ph: fc.constantFrom(7, 7.2, null) }),
    );
    const interval = fc.record({ from: fc.constant(hour(0)), to: fc.constant(hour(1)) });
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.integer({ min: 0, max: 2 }),
            figure,
            fc.array(interval, { maxLength: 2 }),
            fc.option(fc.nat(), { nil: null }),
          ),
          { maxLength: 26 },
        ),
        (rows) => {
          const entries = rows.map(([skip, y, offlineIntervals, lastEpoch], index): PeriodEntry => ({
            x: hour(index * 3 + skip),
            y,
            offlineCount: offlineIntervals.length,
            offlineDuration: 0,
            offlineIntervals,
            coverage: null,
            meta: { lastEpoch },
          }));
          expect(JSON.stringify(unpackEntries(stored(entries)))).toBe(JSON.stringify(entries));
        },
      ),
    );
  });
});
