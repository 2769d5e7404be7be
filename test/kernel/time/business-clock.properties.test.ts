import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessAt,
  businessDateOf,
  clockAsOf,
  createClockReader,
  dayStart,
  dayWindow,
  ruleOn,
} from '../../../src/kernel/time/business-clock.ts';
import { addDays, eachDate } from '../../../src/kernel/time/business-date.ts';
import type { BusinessClock, DayRule } from '../../../src/kernel/time/types.ts';
import { anyClock, anyClockedInstant, anyClockWithHistory, type ClockedInstant } from './clock-arbitraries.ts';
import { runs } from '../../support/property-runs.ts';

const RUNS = { numRuns: runs(3000) };

const withoutHistory = ({ timezone, shiftStartAt, daysOffset }: DayRule): BusinessClock => ({
  timezone,
  shiftStartAt,
  daysOffset,
});

describe('business days', () => {
  it('tile time: every instant is in the window of its own day, which neither overlaps nor leaves a gap to its neighbours', () => {
    fc.assert(
      fc.property(fc.oneof(anyClockedInstant, anyClockWithHistory), ({ clock, instant }) => {
        const date = businessDateOf(clock, instant);
        const { startEpochMs, endEpochMs, lengthSeconds } = dayWindow(clock, date);
        expect(instant).toBeGreaterThanOrEqual(startEpochMs);
        expect(instant).toBeLessThan(endEpochMs);
        expect(lengthSeconds).toBe((endEpochMs - startEpochMs) / 1000);
        expect(dayStart(clock, addDays(date, 1))).toBe(endEpochMs);
        expect(businessDateOf(clock, startEpochMs)).toBe(date);
        expect(businessDateOf(clock, endEpochMs - 1)).toBe(date);
        // Neighbours but for days of no length, which contain no instant.
        const [before, after] = [businessDateOf(clock, startEpochMs - 1), businessDateOf(clock, endEpochMs)];
        expect(dayWindow(clock, before).endEpochMs).toBe(startEpochMs);
        expect(dayWindow(clock, after).startEpochMs).toBe(endEpochMs);
        for (const empty of [
          ...eachDate(addDays(before, 1), addDays(date, -1)),
          ...eachDate(addDays(date, 1), addDays(after, -1)),
        ])
          expect(dayWindow(clock, empty).lengthSeconds).toBe(0);
        if (clock.history === undefined) expect([before, after]).toEqual([addDays(date, -1), addDays(date, 1)]);
      }),
      RUNS,
    );
  });

  it('begin by the rule of their date, and earlier only where a later rule has begun to count', () => {
    fc.assert(
      fc.property(anyClockWithHistory, ({ clock, instant }) => {
        const date = businessDateOf(clock, instant);
        const starts = (clock.history ?? [])
          .filter(({ fromDate }) => fromDate > date)
          .map(({ fromDate }) => dayStart(clock, fromDate));
        expect(dayStart(clock, date)).toBe(Math.min(dayStart(withoutHistory(ruleOn(clock, date)), date), ...starts));
      }),
      RUNS,
    );
  });

  it('stay as they were before a change, whatever it is', () => {
    fc.assert(
      fc.property(anyClockWithHistory, ({ clock, instant }) => {
        const newest = clock.history?.at(-1);
        if (clock.history === undefined || newest === undefined) return;
        const before = clockAsOf(clock.history.slice(0, -1), instant);
        const changesAt = Math.min(dayStart(before, newest.fromDate), dayStart(clock, newest.fromDate));
        if (instant < changesAt) expect(businessAt(clock, instant)).toBe(businessAt(before, instant));
        else
          expect(businessDateOf(clock, instant) >= newest.fromDate || instant < dayStart(clock, newest.fromDate)).toBe(
            true,
          );
      }),
      RUNS,
    );
  });

  it('are 24 hours long but for the change of clocks: a quarter (Nepal, 1986), half or whole hour in these zones', () => {
    fc.assert(
      fc.property(anyClockedInstant, ({ clock, instant }) => {
        expect(Math.abs(dayWindow(clock, businessDateOf(clock, instant)).lengthSeconds - 86_400)).toBeOneOf([
          0, 900, 1800, 3600,
        ]);
      }),
      RUNS,
    );
  });
});

describe('businessAt', () => {
  it('never runs backwards', () => {
    const upToTwoDaysMs = fc.integer({ min: 0, max: 2 * 86_400_000 });
    fc.assert(
      fc.property(fc.oneof(anyClockedInstant, anyClockWithHistory), upToTwoDaysMs, ({ clock, instant }, laterByMs) => {
        // Fixed-width text with the fraction last, so text order is time order.
        expect(businessAt(clock, instant) <= businessAt(clock, instant + laterByMs)).toBe(true);
      }),
      RUNS,
    );
  });

  it('carries the business date and, below 24 hours, the exact elapsed time', () => {
    fc.assert(
      fc.property(fc.oneof(anyClockedInstant, anyClockWithHistory), ({ clock, instant }) => {
        const { date, businessMicroseconds } = createClockReader(clock).locate(instant);
        const text = businessAt(clock, instant);
        expect(text.slice(0, 10)).toBe(date);
        const elapsedMs = Date.parse(`1970-01-01T${text.slice(11)}Z`);
        expect(elapsedMs).toBe(Math.min(instant - dayStart(clock, date), 86_399_999));
        const microsecond = text.endsWith('.999999') ? 999 : 0;
        expect(businessMicroseconds).toBe(
          Date.parse(`${text.slice(0, 10)}T${text.slice(11, 23)}Z`) * 1000 + microsecond,
        );
      }),
      RUNS,
    );
  });
});

/** The wanted marks that none of 5000 cases has. Drawing ends when all are found, after some hundreds as a rule. */
function unreached<T>(cases: fc.Arbitrary<T>, markOf: (one: T) => unknown, wanted: readonly unknown[]): unknown[] {
  const missing = new Set(wanted);
  for (let seed = 1; seed <= 50 && missing.size > 0; seed += 1)
    for (const one of fc.sample(cases, { numRuns: 100, seed })) missing.delete(markOf(one));
  return [...missing];
}

describe('the cases', () => {
  const hoursOf = ({ clock, instant }: ClockedInstant): number =>
    dayWindow(clock, businessDateOf(clock, instant)).lengthSeconds / 3600;

  it('reach short, long and half-hour days, so that the properties above are tried where clocks change', () => {
    expect(unreached(anyClockedInstant, hoursOf, [23, 23.5, 24, 24.5, 25])).toEqual([]);
    const tensOfHours = (one: ClockedInstant): number => Math.floor(hoursOf(one) / 10);
    expect(unreached(anyClockWithHistory, tensOfHours, [0, 1, 2, 3, 4, 5, 6, 7])).toEqual([]);
    expect(new Set(fc.sample(anyClock, { numRuns: 200, seed: 1 }).map(({ timezone }) => timezone)).size).toBe(8);
  });
});
